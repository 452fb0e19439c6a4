import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { readOperation } from '../../platform/arcgis/schema.ts';
import { limits } from '../../limits.ts';
import type { CallingApp } from '../caller.ts';
import { presentUser } from '../community/present-user.ts';
import { findUser } from '../community/user-store.ts';
import type { Operation, PortalContext } from '../operation.ts';
import { checkPortalId, portalNotFound } from './portal-organisations.ts';
import { presentStorage } from '../quotas/get-storage.ts';

const schema = z.object({ culture: z.string().optional() });

/**
 * `portals/self`: describes the portal and the caller. `user` is present only with a valid token; clients
 * take its absence as not signed in.
 */
export const getPortal: Operation = async (call) => {
  checkPortalId(call);
  const { context, caller, parameters } = call;
  const { portal } = context;
  const { culture = portal.culture } = readOperation(schema, parameters);
  const user = caller.kind === 'member' ? await findUser(context.database, caller.username) : undefined;
  const categories = portal.categorySchema.length > 0;
  return {
    id: portal.id,
    name: portal.name,
    description: portal.description,
    access: 'public',
    created: portal.created,
    modified: portal.modified,
    urlKey: portal.urlKey,
    customBaseUrl: '',
    portalHostname: portalAddress(context).replace(/^https?:\/\//, ''),
    portalName: portal.name,
    portalMode: 'singletenant',
    isPortal: true,
    currentVersion,
    supportsOAuth: true,
    allSSL: false,
    culture,
    region: portal.region,
    units: portal.units,
    thumbnail: null,
    canSearchPublic: true,
    canSharePublic: true,
    commentsEnabled: true,
    isReadOnly: false,
    supportsHostedServices: true,
    // Applications of ArcGIS, such as Hub, store none here.
    portalProperties: {},
    // Not in ArcGIS: users get links instead of emails, see their sessions, transfer content when they are
    // deleted, and see what uses their quota.
    accountLinks: true,
    accountSessions: true,
    accountSecondFactor: true,
    // Whether users can confirm their email address, and get notices and links for a forgotten password there.
    accountMail: context.mail !== undefined,
    accountHandover: true,
    // Not in ArcGIS either: organisations of this portal that allow each other's users in groups.
    partnerships: true,
    // Open invitations to a group can be listed and revoked.
    groupInvitations: true,
    contentStorage: true,
    // `analyze` responds with a preview for every format and jobs can be cancelled; `createService` takes layers.
    uploadPreviews: true,
    createsLayers: true,
    // Secrets of registered applications are shown once; `resetSecret` replaces them.
    appRegistration: true,
    // Whether the organisation allows old applications tokens in addresses; set by its administrators
    // (`portals/self/update`).
    implicitGrant: portal.implicitGrant,
    // Whether members need a second factor to sign in; set in the same way.
    requireSecondFactor: portal.requireSecondFactor,
    // Whether ArcGIS Pro, Field Maps, Survey123 and QField may sign users in; set in the same way.
    nativeApps: portal.nativeApps,
    recycleBinEnabled: false,
    basemapGalleryGroupQuery: portal.basemapGroupQuery,
    vectorBasemapGalleryGroupQuery: portal.basemapGroupQuery,
    useVectorBasemaps: true,
    defaultBasemap: portal.defaultBasemap,
    defaultVectorBasemap: portal.defaultBasemap,
    useDefault3dBasemap: false,
    defaultExtent: portal.defaultExtent && presentExtent(portal.defaultExtent),
    featuredGroups: portal.featuredGroups,
    featuredItemsGroupQuery: '',
    homePageFeaturedContent: portal.homePageContentGroupQuery,
    homePageFeaturedContentCount: 12,
    hasCategorySchema: categories,
    hasClassificationSchema: false,
    // Clients that create elevation layers fail without it.
    helperServices: {
      defaultElevationLayers: [],
      geometry: { url: `${context.publicUrl}/server/rest/services/Utilities/Geometry/GeometryServer` },
      ...portal.helperServices,
    },
    authorizedCrossOriginDomains: [],
    maxTokenExpirationMinutes: limits.refreshTokenMinutes,
    ...(caller.kind === 'anonymous' && caller.app && { appInfo: presentApp(caller.app) }),
    ...(user && {
      user: { ...presentUser(user, caller), ...(await presentStorage(call, user)) },
    }),
  };
};

/** An application that called with its own token, as ArcGIS describes it. */
function presentApp({ clientId, itemId, owner, orgId, title }: CallingApp) {
  return { appId: clientId, itemId, appOwner: owner, orgId, appTitle: title, privileges: [] };
}

function presentExtent([[xmin, ymin], [xmax, ymax]]: readonly [
  readonly [number, number],
  readonly [number, number],
]) {
  return { xmin, ymin, xmax, ymax, spatialReference: { wkid: 4326 } };
}

/** The version of the ArcGIS REST API that this portal implements; clients parse it as a number. */
const currentVersion = '2026.1';
const fullVersion = '2026.1.0';

/**
 * The portal's REST root itself: its version. An invalid token is answered with 498 here too, so clients
 * verify theirs by it.
 */
export const getRoot: Operation = async () => ({ currentVersion, fullVersion });

/** `info`: the token issuer. */
export const getInfo: Operation = async ({ context }) => ({
  currentVersion,
  fullVersion,
  ...serverInfo(context),
});

/** The address of the portal of a call, without a trailing slash. */
function portalAddress({ publicUrl, address }: Pick<PortalContext, 'publicUrl' | 'address'>): string {
  return `${publicUrl}/portal${address}`;
}

/**
 * `owningSystemUrl` and `authInfo`, of the portal and of every hosted service: the issuer of their tokens.
 */
export function serverInfo(context: Pick<PortalContext, 'publicUrl' | 'address'>) {
  const portal = portalAddress(context);
  return {
    owningSystemUrl: portal,
    authInfo: {
      isTokenBasedSecurity: true,
      tokenServicesUrl: `${portal}/sharing/rest/generateToken`,
      shortLivedTokenValidity: limits.accessTokenMinutes,
    },
  };
}

/** The version announced by hosted services; a number, as in ArcGIS Server. */
const serverVersion = { currentVersion: 11.4, fullVersion: '11.4.0' };

/**
 * `/server/rest/info`: tells clients that this portal issues the tokens of our services. They request it
 * before every edit.
 */
export async function serverInfoRoute(
  app: FastifyInstance,
  { context }: { context: PortalContext },
): Promise<void> {
  const handler = async (request: FastifyRequest<{ Params: { org?: string } }>, reply: FastifyReply) => {
    const { org } = request.params;
    const { small } = context.budgets;
    const isKnown =
      org === undefined || (await small.run(undefined, () => context.organisations.byUrlKey(org)));
    if (!isKnown) throw portalNotFound();
    void reply.header('cache-control', 'public, max-age=60');
    return { ...serverVersion, ...serverInfo({ ...context, address: org === undefined ? '' : `/${org}` }) };
  };
  for (const url of ['/server/rest/info', '/server/:org/rest/info'])
    app.route({ method: ['GET', 'POST'], url, config: { budget: 'small' }, handler });
}
