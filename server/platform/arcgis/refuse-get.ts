import type { FastifyInstance } from 'fastify';
import { MappingError } from '../../../wire/errors.ts';
import type { BudgetName } from '../budgets/budgets.ts';

/**
 * Refuses GET at the address of an operation that changes something. A token is in the address of a GET request, and whoever makes a map
 * chooses the addresses that others' browsers request: an address must change nothing.
 */
export function refuseGet(app: FastifyInstance, url: string, budget: BudgetName): void {
  app.get(url, { config: { budget } }, async () => {
    throw new MappingError(
      'arcgis:post-only',
      'This operation changes something. Send a POST request, with the parameters in its body.',
      { status: 405 },
    );
  });
}
