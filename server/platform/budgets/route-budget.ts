import type { FastifyInstance } from 'fastify';
import type { BudgetName, Budgets } from './budgets.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The class of work of the route's handler, where it differs from that of its room. */
    budget?: BudgetName;
  }
}

/**
 * Runs the handlers of all routes registered after this within a budget: the one of their config, or `usual`.
 */
export function withinBudgets(app: FastifyInstance, budgets: Budgets, usual: BudgetName): void {
  const wrapped = new WeakSet<object>();
  app.addHook('onRoute', (route) => {
    // The route that Fastify adds for HEAD has the handler of the one for GET.
    if (wrapped.has(route.handler)) return;
    const budget = budgets[route.config?.budget ?? usual];
    const { handler } = route;
    route.handler = function withinBudget(request, reply) {
      return budget.run(undefined, async () => handler.call(this, request, reply));
    };
    wrapped.add(route.handler);
  });
}
