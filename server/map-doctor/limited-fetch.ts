import { type Answer, type AskOptions, askAddress } from './ask-address.ts';
import { createHostLimiter } from './host-limiter.ts';

/** Asks an address when its host has room; `most` bytes of the answer are wanted, a few thousand unless told. */
export type LimitedFetch = (address: string, most?: number) => Promise<Answer>;

/** One round's way of asking: so many questions at once to a host and no more. */
export function createLimitedFetch(options: AskOptions): LimitedFetch {
  const manners = createHostLimiter();
  return (address, most) =>
    manners(new URL(address).host, () => askAddress(address, { ...options, ...(most && { most }) }));
}
