import type { Budget } from '../platform/budgets/budget.ts';
import { LeastRecentlyUsed } from '../platform/budgets/least-recently-used.ts';

/** Answers that are remembered, of each kind. */
const remembered = 1000;

export interface PageExtrasOptions {
  /** The class of work, with a short deadline. */
  budget: Budget;
  /** Milliseconds for which an answer is used again: as long as a configuration. */
  age: number;
  now?: () => number;
}

/**
 * What pages contain only when there is room for it: the hosts of a shared map, the map of a short address, the picture of a map. A
 * page never fails, and never waits longer than the deadline of its class, because of it.
 */
export function createPageExtras({ budget, age, now = Date.now }: PageExtrasOptions) {
  /** @returns undefined also when the work was refused, failed or took too long */
  async function ifThereIsRoom<Answer>(
    ask: () => Promise<Answer | undefined>,
  ): Promise<{ answer: Answer | undefined } | undefined> {
    try {
      return { answer: await budget.run(undefined, ask) };
    } catch {
      return undefined;
    }
  }

  /**
   * A question about what is public, whose answers are remembered for a short time.
   *
   * @param keyOf everything that the answer depends on
   */
  function remembering<Question extends unknown[], Answer>(
    keyOf: (...question: Question) => string,
    ask: (...question: Question) => Promise<Answer | undefined>,
  ): (...question: Question) => Promise<Answer | undefined> {
    const answers = new LeastRecentlyUsed<{ until: number; answer: Answer | undefined }>(remembered);
    return async (...question) => {
      const key = keyOf(...question);
      const known = answers.get(key);
      if (known && known.until > now()) return known.answer;
      const found = await ifThereIsRoom(() => ask(...question));
      if (found) answers.set(key, { until: now() + age, answer: found.answer });
      return found?.answer;
    };
  }

  return { ifThereIsRoom, remembering };
}

export type PageExtras = ReturnType<typeof createPageExtras>;
