import { classLimits } from '../limits.ts';
import { type Budget, createBudget } from './budget.ts';

/** The classes of work; none waits for another. */
export type BudgetName = keyof typeof classLimits;

export type Budgets = Readonly<Record<BudgetName, Budget>>;

/** What `server/limits.ts` says of a class. */
interface ClassLimits {
  atOnce: number;
  queue: number;
  seconds: number;
  connections?: number;
}

const classes = Object.entries<ClassLimits>(classLimits);

/** The budgets of one server. */
export function createBudgets(): Budgets {
  const budgets = classes.map(([name, { seconds, ...options }]) => [
    name,
    createBudget({ name, deadlineMs: seconds * 1000, ...options }),
  ]);
  return Object.fromEntries(budgets) as Budgets;
}

/** Connections that all classes together may use. */
export const budgetedConnections = classes.reduce((sum, [, { connections = 0 }]) => sum + connections, 0);
