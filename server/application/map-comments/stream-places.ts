import { MappingError } from '../../../wire/errors.ts';
import { limits } from '../../limits.ts';
import { addressGroup } from '../../platform/budgets/address-group.ts';
import type { CommentCall } from './comment-operations.ts';

/** Seconds after which a page without a place tries again. */
const retryAfterSeconds = 60;

/**
 * The places of open streams of this process. Each caller, map and organisation has a share, and visitors together have half of
 * each: nobody can hold the places of others.
 */
export class StreamPlaces {
  readonly #used = new Map<string, number>();

  /**
   * Takes a place; returns a function that releases it.
   * @throws MappingError `http:too-many-requests` (429) for a caller with too many streams, `comment:busy` (503) without a place
   */
  take(
    { organisation, wid, member }: Pick<CommentCall, 'organisation' | 'wid' | 'member'>,
    ip: string,
  ): () => void {
    const caller = member ? `account ${organisation}/${member.username}` : `address ${addressGroup(ip)}`;
    const ofCaller = member ? limits.liveStreamsPerAccount : limits.liveStreamsPerAddress;
    if (this.#usedOf(caller) >= ofCaller)
      throw new MappingError(
        'http:too-many-requests',
        `At most ${ofCaller} pages follow maps live ${member ? 'with one account' : 'from one address'}. Comments are loaded without it.`,
        { status: 429, retryAfterSeconds },
      );
    const shares: [name: string, most: number][] = [
      ['all', limits.liveStreams],
      [`organisation ${organisation}`, limits.liveStreamsPerOrganisation],
      [`map ${organisation}/${wid}`, limits.liveStreamsPerMap],
    ];
    const full = shares.some(
      ([name, most]) =>
        this.#usedOf(name) >= most || (!member && this.#usedOf(`visitors of ${name}`) >= most / 2),
    );
    if (full)
      throw new MappingError(
        'comment:busy',
        'Too many people follow maps live. Comments are loaded without it.',
        { status: 503, retryAfterSeconds },
      );
    const names = [caller, ...shares.flatMap(([name]) => (member ? [name] : [name, `visitors of ${name}`]))];
    for (const name of names) this.#used.set(name, this.#usedOf(name) + 1);
    return () => {
      for (const name of names) {
        const used = this.#usedOf(name) - 1;
        if (used > 0) this.#used.set(name, used);
        else this.#used.delete(name);
      }
    };
  }

  #usedOf(name: string): number {
    return this.#used.get(name) ?? 0;
  }
}
