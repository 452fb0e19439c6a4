import { LeastRecentlyUsed } from '../../platform/budgets/least-recently-used.ts';
import { JoinedWork } from '../../platform/budgets/joined-work.ts';
import { withoutRequester } from '../../platform/budgets/requester.ts';
import type { Database } from '../../platform/database/connect.ts';
import { standInScope } from '../../platform/database/stand-in.ts';
import { limits } from '../../limits.ts';
import { type ContentState, findContentState, isUnchanged } from './content-state-store.ts';

interface Stored<Answer> {
  answer: Answer;
  /** Read before the answer. */
  state: ContentState;
  /** Of the answer and its key. */
  bytes: number;
}

/**
 * Answers that depend on items, groups and shares: stored until one of these changes, and otherwise made once for all requests that
 * wait together. Each request asks the database whether anything has changed, so it sees what was written before by any process
 * (docs/decisions/0035-searches-until-content-changes.md).
 */
export class ContentAnswers<Answer> {
  readonly #findState: () => Promise<ContentState | undefined>;
  readonly #sizeOf: (answer: Answer) => number;
  readonly #joined = new JoinedWork<Answer>();
  readonly #stored = new LeastRecentlyUsed<Stored<Answer>>(limits.contentAnswersBytes, ({ bytes }) => bytes);
  /** The question that later requests may join: it has not been sent. */
  #waiting: Promise<ContentState | undefined> | undefined;
  #previous: Promise<unknown> = Promise.resolve();

  /** @param sizeOf bytes of an answer; Infinity: it is not stored */
  constructor(findState: () => Promise<ContentState | undefined>, sizeOf: (answer: Answer) => number) {
    this.#findState = findState;
    this.#sizeOf = sizeOf;
  }

  /**
   * @param key everything else that the answer depends on, including who may see it
   * @param make makes the answer, and calls `begin` before it reads anything; a failure is not stored
   */
  async find(key: string, make: (begin: () => void) => Promise<Answer>): Promise<Answer> {
    const state = await this.#ask();
    const known = this.#stored.get(key);
    if (known && state && isUnchanged(known.state, state)) return known.answer;
    return this.#joined.join(key, async (begin) => {
      const answer = await make(begin);
      if (state) this.#store(key, state, answer);
      return answer;
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

  #store(key: string, state: ContentState, answer: Answer): void {
    const bytes = this.#sizeOf(answer) + 2 * key.length;
    if (bytes <= limits.contentAnswerBytes) this.#stored.set(key, { answer, state, bytes });
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
