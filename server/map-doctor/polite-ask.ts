import { type Answer, type AskOptions, askAddress } from './ask-address.ts';
import { createHostManners } from './host-manners.ts';

/** Asks an address when its host has room; `most` bytes of the answer are wanted, a few thousand unless told. */
export type PoliteAsk = (address: string, most?: number) => Promise<Answer>;

/** One round's way of asking: so many questions at once to a host and no more. */
export function createPoliteAsk(options: AskOptions): PoliteAsk {
  const manners = createHostManners();
  return (address, most) =>
    manners(new URL(address).host, () => askAddress(address, { ...options, ...(most && { most }) }));
}
