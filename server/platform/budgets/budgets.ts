import type { FastifyInstance, FastifyReply } from 'fastify';
import { classLimits } from '../../limits.ts';
import { currentWork } from '../database/current-work.ts';
import { type Budget, createBudget } from './budget.ts';

/** The classes of work; none waits for another. */
export type BudgetName = keyof typeof classLimits;

export type Budgets = Readonly<Record<BudgetName, Budget>>;

/** The limits of a class from `server/limits.ts`. */
interface ClassLimits {
  concurrency: number;
  queue: number;
  seconds: number;
  connections?: number;
  hasLargeResponses?: boolean;
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

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The class of work of the route. `withinBudgets` sets that of its room where there is none. */
    budget?: BudgetName;
  }
}

/**
 * Runs the handlers of all routes registered after this within a budget: the one of their config, or `usual`.
 */
export function withinBudgets(app: FastifyInstance, budgets: Budgets, usual: BudgetName): void {
  const wrapped = new WeakSet<object>();
  app.addHook('onRoute', (route) => {
    const name = route.config?.budget ?? usual;
    route.config = { ...route.config, budget: name };
    // The route that Fastify adds for HEAD has the handler of the one for GET.
    if (wrapped.has(route.handler)) return;
    const budget = budgets[name];
    const { handler } = route;
    route.handler = async function withinBudget(request, reply) {
      const answer = answerOnce(reply);
      let work: AbortSignal | undefined;
      try {
        return await budget.run(undefined, async (signal) => {
          work = signal;
          return handler.call(this, request, reply);
        });
      } catch (error) {
        answer.end();
        if (!work?.aborted || !answer.isSent()) throw error;
        // The answer is still being compressed or written.
        return reply;
      }
    };
    wrapped.add(route.handler);
  });
}

/**
 * Ignores what a handler sends after its budget has ended: the error handler answers then. What is sent before, by work that was
 * aborted while it committed, is the answer.
 */
function answerOnce(reply: FastifyReply): { isSent: () => boolean; end: () => void } {
  const { send } = reply;
  let isSent = false;
  let hasEnded = false;
  reply.send = (payload) => {
    if (hasEnded && currentWork()?.signal.aborted) return reply;
    isSent = true;
    return send.call(reply, payload);
  };
  return { isSent: () => isSent, end: () => (hasEnded = true) };
}
