import type { FastifyInstance } from 'fastify';
import type { Budgets } from '../budgets/budgets.ts';
import { withinBudgets } from '../budgets/route-budget.ts';
import { mapCheckRoutes } from '../map-doctor/routes.ts';
import { listAdministered } from '../organisations/organisation-store.ts';
import type { PortalContext } from '../portal/operation.ts';
import { createPortalContext } from '../portal/portal-context.ts';
import { portalRoutes } from '../portal/routes.ts';
import type { Connections } from './connections.ts';
import type { OwnApi } from './mount-own-api.ts';
import type { ServerOptions } from './server-options.ts';
import { createServiceHosting } from './service-hosting.ts';

/** The embedded portal's context, which our own API needs as well. */
export function createPortal(
  { database, reserved, long }: Connections,
  budgets: Budgets,
  options: ServerOptions,
): PortalContext {
  return createPortalContext({
    database,
    reserved,
    budgets,
    publicUrl: options.publicUrl,
    ...(options.portal && { portal: options.portal }),
    ...(options.now && { now: options.now }),
    uploadBytes: options.uploadBytes,
    hosting: createServiceHosting(database, long),
    administeredBy: (groupIds) => listAdministered(database, groupIds),
  });
}

/** Mounts the embedded portal, and beside it what the map doctor found in its maps. */
export async function mountPortal(
  app: FastifyInstance,
  portal: PortalContext,
  { identify, findConfig }: OwnApi,
): Promise<void> {
  await app.register(portalRoutes, { context: portal });
  await app.register(async (api) => {
    withinBudgets(api, portal.budgets, 'content');
    await api.register(mapCheckRoutes, { prefix: '/api', portal, identify, findConfig });
  });
}
