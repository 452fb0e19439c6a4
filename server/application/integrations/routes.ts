import type { FastifyInstance } from 'fastify';
import { type IntegrationSetUp, missingEntries } from '../../../wire/integrations/integration-config.ts';
import type { IntegrationOptions } from './call.ts';
import { listCredentialNames } from './credentials/credential-store.ts';
import { serverKinds } from '../../../integration-kinds/servers.ts';
import { credentialRoutes } from './credentials/routes.ts';
import type { ServerKind } from './define-server-kind.ts';
import { healthRoutes } from './health/routes.ts';

/**
 * `GET /api/{org}/integrations/set-up`: what each integration still lacks, for everyone, so that opening an
 * incomplete integration shows that instead of prompting for a sign-in. Only names: no values, and nothing of
 * complete ones.
 */
export async function setUpRoute(
  app: FastifyInstance,
  { database, findConfig }: IntegrationOptions,
): Promise<void> {
  app.get<{ Params: { org: string } }>(
    '/:org/integrations/set-up',
    async (request, reply): Promise<IntegrationSetUp> => {
      const { org } = request.params;
      const { integrations } = await findConfig(org);
      const names = await listCredentialNames(database, org);
      const missing = integrations
        .filter(({ enabled }) => enabled)
        .map((integration) => [integration.id, missingEntries(integration, names.get(integration.id) ?? [])])
        .filter(([, entries]) => entries?.length);
      reply.header('cache-control', 'no-store');
      return { missing: Object.fromEntries(missing) as IntegrationSetUp['missing'] };
    },
  );
}

/** All routes of `/api/{org}/integrations`. */
export async function integrationRoutes(app: FastifyInstance, options: IntegrationOptions): Promise<void> {
  // The options contain the prefix already, and it applies to everything registered here.
  const inner = { ...options, prefix: '' };
  await app.register(credentialRoutes, inner);
  await app.register(healthRoutes, inner);
  await app.register(setUpRoute, inner);
  for (const { routes } of Object.values<ServerKind>(serverKinds))
    if (routes) await app.register(routes, inner);
}
