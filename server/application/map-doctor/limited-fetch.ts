import { limits } from '../../limits.ts';
import { type Answer, type AskOptions, askAddress } from './ask-address.ts';

/**
 * Requests an address when its host has capacity, and reads `most` bytes of the response, a few thousand by
 * default.
 */
export type LimitedFetch = (address: string, most?: number) => Promise<Answer>;

/** Requests of one round, limited per host. */
export function createLimitedFetch(options: AskOptions): LimitedFetch {
  const manners = createHostLimiter();
  return (address, most) =>
    manners(new URL(address).host, () => askAddress(address, { ...options, ...(most && { most }) }));
}

/**
 * Limits concurrent requests of the map doctor, per host and overall.
 * @returns a function that runs a request when both have capacity
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
