import type { FastifyInstance } from 'fastify';
import type { AppConfig } from '../../wire/app-config.ts';
import { auditRoutes } from '../audit/routes.ts';
import { healthRoute } from '../http/health.ts';
import { createVault } from '../integrations/credentials/vault.ts';
import { integrationRoutes } from '../integrations/routes.ts';
import { createIdentify } from '../membership/identify.ts';
import { createRequireAdministrator } from '../membership/require-administrator.ts';
import { configAdministrationRoutes } from '../organisations/administration/routes.ts';
import { createConfigCache } from '../organisations/config-cache.ts';
import { organisationRoutes } from '../organisations/routes.ts';
import { portalOrganisationOf } from '../portal/portal-address.ts';
import { projectPosition } from '../services/geometry/project-position.ts';
import type { PortalContext } from '../portal/operation.ts';
import { sharedMapRoutes } from '../shared-maps/routes.ts';
import { usageRoutes } from '../usage/routes.ts';
import { embeddedPortal } from './embedded-portal.ts';
import { ownOrigin } from './own-origin.ts';
import type { ServerOptions } from './server-options.ts';

/** Mounts `/health` and what is ours under `/api`; returns what other rooms need to know of organisations and people. */
export async function mountOwnApi(app: FastifyInstance, portal: PortalContext, options: ServerOptions) {
  const { publicUrl, secretsKey } = options;
  const { database } = portal;
  const configs = createConfigCache(database, {
    ageMilliseconds: options.configAgeMilliseconds,
    portalUrl: async (name, config) => (await portalOrganisationOf(portal, name, config))?.url,
  });
  const findConfig = async (name: string) => (await configs.find(name)).config;
  const reachLocal = options.reachLocal ?? false;
  const embedded = embeddedPortal(portal, () => [publicUrl, ownOrigin(app)]);
  const identify = createIdentify({ embedded, reachLocal, publicUrl });
  const requireAdministrator = createRequireAdministrator(identify, findConfig);
  const administration = { database, configs, identify, requireAdministrator };
  const integrations = {
    ...administration,
    findConfig,
    vault: secretsKey === undefined ? undefined : createVault(secretsKey),
    project: projectPosition,
    origin: () => ownOrigin(app),
    reachLocal,
  };
  const portalOrgOf = async (name: string, config: AppConfig) =>
    (await portalOrganisationOf(portal, name, config))?.id;
  const prefix = '/api';
  await app.register(healthRoute, { database });
  await app.register(organisationRoutes, { prefix, database, configs });
  await app.register(configAdministrationRoutes, { prefix, ...administration });
  await app.register(auditRoutes, { prefix, ...administration, portalOrgOf });
  await app.register(usageRoutes, { prefix, ...administration, findConfig });
  await app.register(sharedMapRoutes, { prefix, database, publicUrl, identify, findConfig });
  await app.register(integrationRoutes, { prefix, ...integrations });
  return { identify, findConfig, integrations };
}

/** What `mountOwnApi` leaves for the rooms mounted after it. */
export type OwnApi = Awaited<ReturnType<typeof mountOwnApi>>;
