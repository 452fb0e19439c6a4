import { type Budget, type BudgetCount, type BudgetOptions, createBudget } from './budget.ts';

/** Keys without work that are remembered. */
const idleKeys = 1000;

/** Equal budgets of things that are known only by requests, such as hosts: one of each. */
export class KeyedBudgets {
  readonly #options: BudgetOptions;
  readonly #budgets = new Map<string, Budget>();
  /** Rejected by those that are forgotten. */
  #refused = 0;

  constructor(options: BudgetOptions) {
    this.#options = options;
  }

  of(key: string): Budget {
    const known = this.#budgets.get(key);
    if (known) return known;
    if (this.#budgets.size >= idleKeys) this.#forgetIdle();
    const made = createBudget(this.#options);
    this.#budgets.set(key, made);
    return made;
  }

  /** All together. */
  count(): BudgetCount {
    const sum = { used: 0, queued: 0, refused: this.#refused };
    for (const { used, queued, refused } of [...this.#budgets.values()].map((each) => each.count())) {
      sum.used += used;
      sum.queued += queued;
      sum.refused += refused;
    }
    return sum;
  }

  #forgetIdle(): void {
    for (const [key, budget] of this.#budgets) {
      const { used, queued, refused } = budget.count();
      if (used + queued > 0) continue;
      this.#refused += refused;
      this.#budgets.delete(key);
    }
  }
}
