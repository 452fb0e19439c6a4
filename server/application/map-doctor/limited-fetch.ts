import { limits } from '../../limits.ts';
import { type Answer, type AskOptions, askAddress } from './ask-address.ts';

/** Asks an address when its host has room; `most` bytes of the answer are wanted, a few thousand unless told. */
export type LimitedFetch = (address: string, most?: number) => Promise<Answer>;

/** One round's way of asking: so many questions at once to a host and no more. */
export function createLimitedFetch(options: AskOptions): LimitedFetch {
  const manners = createHostLimiter();
  return (address, most) =>
    manners(new URL(address).host, () => askAddress(address, { ...options, ...(most && { most }) }));
}

/**
 * Keeps the doctor polite: so many questions at once to one host, no more, and so many altogether.
 * @returns runs a question when its host and the whole have room
 */
export function createHostLimiter(
  perHost: number = limits.mapCheckPerHost,
  altogether: number = limits.mapCheckAtOnce,
): <Result>(host: string, question: () => Promise<Result>) => Promise<Result> {
  const running = new Map<string, number>();
  const waiting: { host: string; start: () => void }[] = [];
  let all = 0;

  const next = () => {
    for (let index = 0; index < waiting.length && all < altogether;) {
      const one = waiting[index];
      const now = one ? (running.get(one.host) ?? 0) : perHost;
      if (!one || now >= perHost) {
        index += 1;
        continue;
      }
      waiting.splice(index, 1);
      running.set(one.host, now + 1);
      all += 1;
      one.start();
    }
  };
  return async (host, question) => {
    await new Promise<void>((start) => {
      waiting.push({ host, start });
      next();
    });
    try {
      return await question();
    } finally {
      const left = (running.get(host) ?? 1) - 1;
      if (left === 0) running.delete(host);
      else running.set(host, left);
      all -= 1;
      next();
    }
  };
}
