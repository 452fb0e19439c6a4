import { classLimits } from '../../limits.ts';
import { type Budget, createBudget } from './budget.ts';

/** The classes of work; none waits for another. */
export type BudgetName = keyof typeof classLimits;

export type Budgets = Readonly<Record<BudgetName, Budget>>;

/** The limits of a class from `server/limits.ts`. */
interface ClassLimits {
  atOnce: number;
  queue: number;
  seconds: number;
  connections?: number;
}

export const budgetNames = Object.keys(classLimits) as BudgetName[];

/** The budgets of one server. */
export function createBudgets(): Budgets {
  const budgets = budgetNames.map((name) => {
    const { seconds, ...options }: ClassLimits = classLimits[name];
    return [name, createBudget({ name, deadlineMs: seconds * 1000, ...options })];
  });
  return Object.fromEntries(budgets) as Budgets;
}

/** Connections shared by several classes. */
export function connectionsOf(names: readonly BudgetName[]): number {
  return names.reduce((sum, name) => {
    const { connections = 0 }: ClassLimits = classLimits[name];
    return sum + connections;
  }, 0);
}
