import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { withinBudgets } from '../platform/budgets/budgets.ts';
import { isInside, mayItem } from '../portal/access/item-policy.ts';
import { holds, holdsIn } from '../portal/access/privileges.ts';
import { findItem, findSeen } from '../portal/content/items/item-store.ts';
import { relateView } from '../portal/content/relations/relation-store.ts';
import { resolveCaller } from '../portal/identity/resolve-caller.ts';
import type { PortalContext } from '../portal/operation.ts';
import type { AccessRequest, ReadableServices, ServiceRights } from '../gis/feature-server/context.ts';
import { featureServiceRoutes } from '../gis/feature-server/routes.ts';
import { createAppendJobs } from './append-jobs.ts';
import { createServiceJobs } from './service-jobs.ts';
import { servicesDirectory } from '../gis/directory/services-directory.ts';
import { geometryServiceRoutes } from '../gis/geometry-service/routes.ts';
import { geocodeRoutes } from '../gis/geocode/routes.ts';
import { vectorTileRoutes } from '../gis/vector-tiles/routes.ts';
import type { Connections } from './connections.ts';
import type { ServerOptions } from './server-options.ts';

/** Mounts feature services, geocoding and vector tiles; `reader` runs client-supplied queries. */
export async function mountServices(
  server: FastifyInstance,
  { database, reader, long, url, readFrom }: Connections,
  portal: PortalContext,
  { basemaps = [], dataDir }: Pick<ServerOptions, 'basemaps' | 'dataDir'>,
): Promise<void> {
  const { budgets } = portal;
  const access = createServiceAccess(portal);
  await server.register(async (app) => {
    servicesDirectory(app);
    await app.register(featureServiceRoutes, {
      database,
      publicUrl: portal.publicUrl,
      databaseUrl: url,
      replica: readFrom,
      reader,
      budgets,
      access,
      readable: createReadable(portal),
      appendJobs: createAppendJobs(portal, long),
      jobs: createServiceJobs(portal),
      relateView,
      relateViewIn: new URL('../portal/content/relations/relation-store.ts', import.meta.url).href,
      listOtherServices: async () => basemaps.map(({ name }) => ({ name, type: 'VectorTileServer' })),
    });
    await app.register(geometryServiceRoutes, { budgets });
    await app.register(async (places) => {
      withinBudgets(places, budgets, 'geocoding');
      await places.register(geocodeRoutes, { database: reader, name: 'Places' });
    });
    await app.register(async (tiles) => {
      withinBudgets(tiles, budgets, 'tiles');
      await tiles.register(
        vectorTileRoutes({
          services: basemaps,
          hosted: {
            database: reader,
            databaseUrl: url,
            replica: readFrom,
            folder: dataDir === undefined ? undefined : path.join(dataDir, 'tiles'),
            access,
          },
        }),
      );
    });
  });
}

/**
 * The portal item of a hosted service controls access: users who see the item may read. Members of its
 * organisation, and those of a group it is shared with, may edit what the service allows when their role may
 * edit features. A public service is read by everyone, and visitors add features where a layer allows it. A service without an item is the operator's own: everyone reads, administrators of its
 * organisation edit. A service whose item was deleted belongs to them.
 */
function createServiceAccess(portal: PortalContext) {
  return async ({ orgId, itemId, token }: AccessRequest): Promise<ServiceRights> => {
    const caller = await resolveCaller(portal, token);
    const username = caller.kind === 'member' ? caller.username : null;
    const mayAdminister = holdsIn(caller, 'features:user:fullEdit', orgId);
    if (itemId === null) {
      const isOutside = !isInside(caller, orgId, []);
      return { mayRead: true, mayEdit: mayAdminister, mayAdminister, isOutside, caller: username };
    }
    const item = await portal.budgets.small.run(undefined, () => findItem(portal.database, itemId));
    if (!item) return { mayRead: mayAdminister, mayEdit: mayAdminister, mayAdminister, caller: username };
    const mayRead = mayItem(caller, 'see', item);
    const inside = isInside(caller, orgId, item.groupIds);
    const mayEdit = mayRead && inside && holds(caller, 'features:user:edit');
    const mayChange = mayRead && mayItem(caller, 'change', item);
    return {
      mayRead,
      mayEdit,
      mayAdminister: mayChange,
      isOutside: !inside && !mayChange,
      caller: username,
    };
  };
}

/** `mayRead` of many services at once. */
function createReadable(portal: PortalContext): ReadableServices {
  return async (services, token) => {
    const caller = await resolveCaller(portal, token);
    const ids = services.flatMap(({ itemId }) => itemId ?? []);
    const seen = await findSeen(portal.database, ids, caller);
    return services.map(({ orgId, itemId }) =>
      itemId === null ? true : (seen.get(itemId) ?? holdsIn(caller, 'features:user:fullEdit', orgId)),
    );
  };
}
