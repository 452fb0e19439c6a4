import type { FastifyInstance } from 'fastify';
import { withinBudgets } from '../budgets/route-budget.ts';
import type { Database } from '../database/connect.ts';
import type { PortalContext } from '../portal/operation.ts';
import { featureServiceRoutes } from '../services/feature-server/routes.ts';
import { geocodeRoutes } from '../services/geocode/routes.ts';
import { type VectorTileService, vectorTileRoutes } from '../services/vector-tiles/routes.ts';
import { createServiceAccess } from './service-access.ts';

/** Mounts feature services, places and vector tiles; `reader` answers what strangers word. */
export async function mountServices(
  app: FastifyInstance,
  { database, reader, url }: { database: Database; reader: Database; url: string },
  portal: PortalContext,
  basemaps: VectorTileService[] = [],
): Promise<void> {
  const { budgets } = portal;
  const access = createServiceAccess(portal);
  await app.register(featureServiceRoutes, {
    database,
    publicUrl: portal.publicUrl,
    databaseUrl: url,
    reader,
    budgets,
    access,
    listOtherServices: async () => basemaps.map(({ name }) => ({ name, type: 'VectorTileServer' })),
  });
  await app.register(async (places) => {
    withinBudgets(places, budgets, 'geocoding');
    await places.register(geocodeRoutes, { database: reader, name: 'Places' });
  });
  await app.register(async (tiles) => {
    withinBudgets(tiles, budgets, 'tiles');
    await tiles.register(
      vectorTileRoutes({ services: basemaps, hosted: { database: reader, databaseUrl: url, access } }),
    );
  });
}
