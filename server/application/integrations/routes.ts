import type { FastifyInstance } from 'fastify';
import type { IntegrationOptions } from './call.ts';
import { cityworksRoutes } from './cityworks/routes.ts';
import { credentialRoutes } from './credentials/routes.ts';
import { healthRoutes } from './health/routes.ts';
import { setUpRoute } from './set-up-route.ts';

/** All routes of `/api/{org}/integrations`. */
export async function integrationRoutes(app: FastifyInstance, options: IntegrationOptions): Promise<void> {
  // The options contain the prefix already, and it applies to everything registered here.
  const inner = { ...options, prefix: '' };
  await app.register(credentialRoutes, inner);
  await app.register(cityworksRoutes, inner);
  await app.register(healthRoutes, inner);
  await app.register(setUpRoute, inner);
}
