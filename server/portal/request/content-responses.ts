import { LeastRecentlyUsed } from '../../platform/budgets/least-recently-used.ts';
import { JoinedWork } from '../../platform/budgets/joined-work.ts';
import { withoutRequester } from '../../platform/budgets/requester.ts';
import type { Database } from '../../platform/database/connect.ts';
import { standInScope } from '../../platform/database/stand-in.ts';
import { limits } from '../../limits.ts';
import { type ContentState, findContentState, isUnchanged } from './content-state-store.ts';

interface Stored<Content> {
  response: Content;
  /** Read before the response. */
  state: ContentState;
  /** Of the response and its key. */
  bytes: number;
}

/**
 * Responses that depend on items, groups and shares: stored until one of these changes, and otherwise made once for all requests that
 * wait together. Each request asks the database whether anything has changed, so it sees what was written before by any process
 * (docs/decisions/0035-searches-until-content-changes.md).
 */
export class ContentResponses<Content> {
  readonly #findState: () => Promise<ContentState | undefined>;
  readonly #sizeOf: (response: Content) => number;
  readonly #joined = new JoinedWork<Content>();
  readonly #stored = new LeastRecentlyUsed<Stored<Content>>(
    limits.contentResponsesBytes,
    ({ bytes }) => bytes,
  );
  /** The question that later requests may join: it has not been sent. */
  #waiting: Promise<ContentState | undefined> | undefined;
  #previous: Promise<unknown> = Promise.resolve();

  /** @param sizeOf bytes of a response; Infinity: it is not stored */
  constructor(findState: () => Promise<ContentState | undefined>, sizeOf: (response: Content) => number) {
    this.#findState = findState;
    this.#sizeOf = sizeOf;
  }

  /**
   * @param key everything else that the response depends on, including who may see it
   * @param make makes the response, and calls `begin` before it reads anything; a failure is not stored
   */
  async find(key: string, make: (begin: () => void) => Promise<Content>): Promise<Content> {
    const state = await this.#ask();
    const known = this.#stored.get(key);
    if (known && state && isUnchanged(known.state, state)) return known.response;
    return this.#joined.join(key, async (begin) => {
      const response = await make(begin);
      if (state) this.#store(key, state, response);
      return response;
    });
  }

  /** One question at a time, for all requests that came before it is sent. */
  #ask(): Promise<ContentState | undefined> {
    if (this.#waiting) return this.#waiting;
    const asking = this.#previous.then(() => {
      this.#waiting = undefined;
      return this.#findState();
    });
    this.#waiting = asking;
    this.#previous = asking.catch(() => {});
    return asking;
  }

  #store(key: string, state: ContentState, response: Content): void {
    const bytes = this.#sizeOf(response) + 2 * key.length;
    if (bytes <= limits.contentResponseBytes) this.#stored.set(key, { response, state, bytes });
  }
}

/**
 * Reads the state for requests of any caller, outside their classes: one question at a time needs no place, and neither a full
 * class may hold up another nor the question the searches that wait for a place. Undefined where a replica stands in, which may not have the
 * last changes.
 */
export function contentStates(database: Database): () => Promise<ContentState | undefined> {
  return () =>
    withoutRequester(async () => {
      const state = await findContentState(database);
      return standInScope()?.since === undefined ? state : undefined;
    });
}
