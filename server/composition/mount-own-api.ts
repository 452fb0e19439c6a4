import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { AppConfig } from '../../wire/app-config.ts';
import { MappingError } from '../../wire/errors.ts';
import { embeddedPath, portalAddress } from '../../wire/portal-address.ts';
import { auditRoutes } from '../application/audit/routes.ts';
import { withinBudgets } from '../platform/budgets/budgets.ts';
import { healthRoute } from '../platform/http/health.ts';
import {
  dropMovedCredentials,
  sealOlderCredentials,
} from '../application/integrations/credentials/credential-store.ts';
import { forgetRemovedHealth } from '../application/integrations/health/check-store.ts';
import { createVault } from '../platform/safety/vault.ts';
import { integrationRoutes } from '../application/integrations/routes.ts';
import { limits } from '../limits.ts';
import { saveAcceptedToken, wasAccepted } from '../application/sessions/accepted-token-store.ts';
import { hasEnded, saveEndedToken } from '../application/sessions/ended-token-store.ts';
import {
  createIdentify,
  type EmbeddedPortal,
  type ForeignTokens,
  type Identify,
} from '../platform/membership/identify.ts';
import { createProveIdentity } from '../platform/membership/prove-identity.ts';
import { createRequireAdministrator } from '../platform/membership/require-administrator.ts';
import { portalCheckRoute } from '../application/organisations/administration/portal-check.ts';
import { lockConfig } from '../application/organisations/administration/replace-config.ts';
import { configAdministrationRoutes } from '../application/organisations/administration/routes.ts';
import { createConfigCache } from '../application/organisations/config-cache.ts';
import { configRoute, organisationRoutes } from '../application/organisations/routes.ts';
import { holdsIn } from '../portal/access/privileges.ts';
import { signedInRecently } from '../portal/access/recent-sign-in.ts';
import { createEmbeddedProbe, organisationAt } from '../portal/embedded-probe.ts';
import { findAccount } from '../portal/identity/account-store.ts';
import { findApp } from '../portal/identity/app-store.ts';
import { issueDerivedToken } from '../portal/identity/sessions.ts';
import { exchangeCode } from '../portal/identity/oauth2/token.ts';
import { refresh } from '../portal/identity/oauth2/refresh.ts';
import { hashOf } from '../portal/identity/random-token.ts';
import { resolveCaller } from '../portal/identity/resolve-caller.ts';
import { endSessionOf, wasIssued } from '../portal/identity/token-store.ts';
import type { PortalContext } from '../portal/operation.ts';
import { noteIfPossible } from '../platform/database/stand-in.ts';
import { findBinding } from '../platform/audit/portal-binding-store.ts';
import { portalOrganisationAt, portalOrganisationOf } from '../portal/portal-address.ts';
import { projectPosition } from '../gis/geometry/project.ts';
import { readerConfinement } from '../gis/uploads/reader/choose-confinement.ts';
import { createHostsCookie } from '../application/page-hosts/hosts-cookie.ts';
import { pageHostsRoute } from '../application/page-hosts/routes.ts';
import { createSilentPortals } from '../application/sessions/silent-portals.ts';
import { foreignTokens, type Granted, type PortalTokens } from '../application/sessions/portal-tokens.ts';
import { sessionRoutes } from '../application/sessions/routes.ts';
import { createSessionCookie } from '../application/sessions/session-cookie.ts';
import { type MayEditMap, shortAddressRoutes } from '../application/short-addresses/routes.ts';
import { countForOrganisation, currentRequester } from '../platform/budgets/requester.ts';
import { createAccessOfMap } from './access-of-map.ts';
import { createMayFollow } from './followers-of-maps.ts';
import { sharedMapRoutes } from '../application/shared-maps/routes.ts';
import { createLiveMaps, liveRoutes, presenceRoute } from '../application/map-comments/live-routes.ts';
import { commentRoutes } from '../application/map-comments/routes.ts';
import { usageRoutes } from '../application/usage/routes.ts';
import type { Connections } from './connections.ts';
import { ownOrigin } from './listen.ts';
import type { ServerOptions } from './server-options.ts';

/**
 * Mounts `/health` and our routes under `/api`; returns access to organisations and users for other rooms.
 * @param connections `reserved`: free while everything else is full
 */
export async function mountOwnApi(
  app: FastifyInstance,
  portal: PortalContext,
  { reserved, replica, primary: { now } }: Connections,
  options: ServerOptions,
) {
  const { publicUrl } = options;
  const { database, budgets } = portal;
  const configs = createConfigCache(reserved, {
    ageMilliseconds: options.configAgeMilliseconds,
    portalUrl: async (name, config) => (await portalOrganisationAt(portal, name, config))?.url,
    integrationsUrl: options.pages?.url,
  });
  const findConfig = async (name: string) => (await configs.find(name)).config;
  const allowedPrivateHosts = options.allowedPrivateHosts ?? false;
  const embedded = embeddedPortal(portal, () => [publicUrl, ownOrigin(app)]);
  const tokens: ForeignTokens = {
    hasEnded: (address, token) => hasEnded(database, address, token),
    wasAccepted: (address, token) => wasAccepted(database, address, token),
    noteAccepted: async (address, token) => {
      const organisation = currentRequester()?.path;
      if (organisation === undefined) return;
      await noteIfPossible(() =>
        saveAcceptedToken(database, { organisation, portal: address, token }, portal.now()),
      );
    },
  };
  const identify = countedIdentify(createIdentify({ embedded, allowedPrivateHosts, publicUrl, tokens }));
  const requireAdministrator = createRequireAdministrator(identify, findConfig);
  const signIn = {
    publicUrl,
    allowedPrivateHosts,
    embedded: createEmbeddedProbe(portal, embedded.isAt),
  };
  const silent = createSilentPortals(portal.now);
  const tokensOf = (address: string) =>
    embedded.isAt(address) ? embeddedTokens(portal) : foreignTokens(address, { allowedPrivateHosts, silent });
  const bindings = {
    of: (name: string) => findBinding(database, name),
    at: async (name: string, config: AppConfig) =>
      (await portalOrganisationAt(portal, name, config))?.id ?? null,
    mayBind: async (token: string, orgId: string) =>
      holdsIn(await resolveCaller(portal, token), 'portal:admin:manageSecurity', orgId),
  };
  const administration = { database, configs, identify, requireAdministrator, signIn, tokensOf, bindings };
  const integrations = {
    ...administration,
    findConfig,
    lockConfig,
    vault: portal.vault,
    project: projectPosition,
    origin: () => ownOrigin(app),
    publicUrl,
    allowedPrivateHosts,
    pages: options.pages?.url,
    proveIdentity: createProveIdentity({ embedded, allowedPrivateHosts, publicUrl }),
    cityworksTokenHosts: options.cityworksTokenHosts ?? new Set<string>(),
  };
  const portalOrgOf = async (name: string, config: AppConfig) =>
    (await portalOrganisationOf(portal, name, config))?.id;
  if (integrations.vault) await sealOlderCredentials(database, integrations.vault, findConfig);
  const prefix = '/api';
  const sessionsAt = '/api/session';
  const accessOf = (...types: readonly ('Web Map' | 'Web Scene')[]) =>
    createAccessOfMap(portal, { embedded, allowedPrivateHosts, publicUrl, types });
  const comments = {
    database,
    identify,
    accessOf: accessOf('Web Map', 'Web Scene'),
    findConfig,
    isHosted: ({ portal: { url } }: AppConfig) => embedded.isAt(portalAddress(url, publicUrl)),
    now,
  };
  const maps = createLiveMaps(database);
  // Without a key, the cookies of this process are valid until it ends.
  const sealer = integrations.vault ?? createVault(randomBytes(32).toString('base64'));
  const hostsCookie = createHostsCookie(sealer, publicUrl);
  await app.register(healthRoute, {
    database: reserved,
    replica,
    isUntried: () => readerConfinement.staysUntried,
  });
  await app.register(configRoute, { prefix, configs });
  await app.register(async (api) => {
    withinBudgets(api, budgets, 'content');
    await api.register(organisationRoutes, { prefix, database });
    await api.register(configAdministrationRoutes, {
      prefix,
      ...administration,
      onReplaced: async (transaction, { organisation, config, author }) => {
        await dropMovedCredentials(transaction, organisation, config, author);
        await forgetRemovedHealth(transaction, organisation, config);
      },
    });
    await api.register(auditRoutes, { prefix, ...administration, portalOrgOf, budget: budgets.content });
    await api.register(usageRoutes, { prefix, ...administration, findConfig, now });
    await api.register(pageHostsRoute, { prefix, cookie: hostsCookie, findConfig, now: portal.now });
    await api.register(sharedMapRoutes, {
      prefix,
      database,
      documents: portal.documents,
      publicUrl,
      identify,
      findConfig,
      now,
    });
    // They lead to a web map's own address.
    const accessOfWebMap = accessOf('Web Map');
    const mayEditMap: MayEditMap = async (...map) => (await accessOfWebMap(...map)) === 'change';
    await api.register(commentRoutes, { prefix, ...comments });
    await api.register(presenceRoute, { prefix, ...comments, maps });
    await api.register(shortAddressRoutes, { prefix, database, publicUrl, identify, mayEditMap, findConfig });
  });
  const { databaseUrl } = options;
  const log = (error: unknown) => app.log.warn(error, 'the streams of an organisation were not checked');
  const mayFollow = createMayFollow(portal, { embedded, publicUrl, findConfig, log });
  await app.register(liveRoutes, {
    prefix,
    ...comments,
    maps,
    databaseUrl,
    mayFollow,
    budget: budgets.content,
  });
  await app.register(async (api) => {
    withinBudgets(api, budgets, 'vendors');
    await api.register(integrationRoutes, { prefix, ...integrations });
    await api.register(portalCheckRoute, { prefix, ...administration });
    await api.register(sessionRoutes, {
      prefix: sessionsAt,
      findConfig,
      publicUrl,
      now: portal.now,
      cookie: createSessionCookie(sealer, publicUrl, sessionsAt),
      tokensOf,
      // The embedded portal's own record is read by every request.
      noteToken: async (address, token) =>
        embedded.isAt(address) ? undefined : tokens.noteAccepted(address, token),
      endToken: async (address, token) =>
        embedded.isAt(address) ? undefined : saveEndedToken(database, address, token, portal.now()),
    });
  });
  const openedHosts = (header: string | undefined, organisation: string) =>
    hostsCookie.read(header, organisation, portal.now());
  return { identify, findConfig, integrations, openedHosts };
}

/** What `mountOwnApi` provides for the rooms mounted after it. */
export type OwnApi = Awaited<ReturnType<typeof mountOwnApi>>;

/** The token endpoint of the portal of this process. */
function embeddedTokens(portal: PortalContext): PortalTokens {
  return {
    async grant(parameters, agent) {
      const app = await findApp(portal.database, parameters['client_id'] ?? '');
      if (!app) throw new MappingError('portal:unknown-app', 'Invalid client_id.', { status: 400 });
      const granted =
        parameters['grant_type'] === 'authorization_code'
          ? exchangeCode(portal, app, parameters, agent)
          : refresh(portal, app, parameters['refresh_token'] ?? '');
      return (await granted) as Granted;
    },
    revoke: (token) => endSessionOf(portal.database, hashOf(token)),
  };
}

/**
 * The embedded portal as our own API calls it: in the database, at every request, so that what one process
 * ends is over in all of them with the next request.
 *
 * @param origins addresses of this server: the public one, and where the process listens
 */
function embeddedPortal(portal: PortalContext, origins: () => readonly string[]): EmbeddedPortal {
  const hosts = () => origins().map((origin) => new URL(origin).host);
  return {
    isAt: (address) => embeddedPath(address, hosts()) !== undefined,
    async find(token, address) {
      const caller = await resolveCaller(portal, token).catch(noCallerForInvalidToken);
      if (caller?.kind !== 'member') return undefined;
      // Users of other organisations are visitors here, whatever groups they are in.
      if (caller.orgId !== (await organisationAt(portal, address))) return undefined;
      const { username, groupIds } = caller;
      const account = await findAccount(portal.database, username);
      return {
        username,
        fullName: account?.fullName || username,
        // No one can be added to a user's favourites, nor could anyone else administer an organisation with them.
        groupIds: groupIds.filter((id) => id !== account?.favGroupId),
        signedInRecently: signedInRecently(caller, portal.now()),
      };
    },
    async prove(token, audience) {
      const caller = await resolveCaller(portal, token);
      const made = await issueDerivedToken(portal, caller, {
        minutes: limits.identityTokenMinutes,
        audience,
      });
      return made.token;
    },
    issued: (token) => wasIssued(portal.database, hashOf(token)),
  };
}

function noCallerForInvalidToken(error: unknown): undefined {
  if (error instanceof MappingError && error.id === 'portal:invalid-token') return undefined;
  throw error;
}

/** Counts each request for the organisation of its address once its sender is known: a member, or anyone else. */
function countedIdentify(identify: Identify): Identify {
  return async (config, presented, options) => {
    try {
      const member = await identify(config, presented, options);
      await countForOrganisation(member?.username);
      return member;
    } catch (error) {
      await countForOrganisation(undefined);
      throw error;
    }
  };
}
