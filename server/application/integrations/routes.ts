import type { FastifyInstance } from 'fastify';
import type { IntegrationOptions } from './call.ts';
import { cityworksRoutes } from './cityworks/routes.ts';
import { credentialRoutes } from './credentials/routes.ts';
import { healthRoutes } from './health/routes.ts';
import { setUpRoute } from './set-up-route.ts';

/** Everything of `/api/{org}/integrations`. */
export async function integrationRoutes(app: FastifyInstance, options: IntegrationOptions): Promise<void> {
  // The prefix is among the options already, and holds for what is registered here as it is.
  const inner = { ...options, prefix: '' };
  await app.register(credentialRoutes, inner);
  await app.register(cityworksRoutes, inner);
  await app.register(healthRoutes, inner);
  await app.register(setUpRoute, inner);
}
