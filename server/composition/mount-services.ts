import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { withinBudgets } from '../platform/budgets/budgets.ts';
import { relateView } from '../portal/content/relations/relation-store.ts';
import { findRoom } from '../portal/quotas/quota-store.ts';
import type { PortalContext } from '../portal/operation.ts';
import type { LayerTurns } from '../gis/feature-server/edit/layer-turns.ts';
import { featureServiceRoutes } from '../gis/service-routes/feature-service-routes.ts';
import { createAppendJobs } from './append-jobs.ts';
import { createReadable, createServiceAccess } from './service-access.ts';
import { createServiceJobs } from './service-jobs.ts';
import { servicesDirectory } from '../gis/directory/services-directory.ts';
import { geometryServiceRoutes } from '../gis/geometry-service/routes.ts';
import { geocodeRoutes } from '../gis/geocode/routes.ts';
import { vectorTileRoutes } from '../gis/service-routes/vector-tile-routes.ts';
import type { Connections } from './connections.ts';
import type { ServerOptions } from './server-options.ts';

/** Mounts feature services, geocoding and vector tiles; `reader` runs client-supplied queries. */
export async function mountServices(
  server: FastifyInstance,
  { database, reader, long, url, readFrom, primary }: Connections,
  portal: PortalContext,
  turns: LayerTurns,
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
      turns,
      access,
      readable: createReadable(portal),
      appendJobs: createAppendJobs(portal, long),
      jobs: createServiceJobs(portal),
      relateView,
      findRoom: (itemId) => findRoom(database, itemId),
      now: primary.now,
      relateViewIn: new URL('../portal/content/relations/relation-store.ts', import.meta.url).href,
      completeJobIn: new URL('../portal/content/publishing/job-store.ts', import.meta.url).href,
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
