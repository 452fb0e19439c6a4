import type { FastifyInstance } from 'fastify';
import { type Budgets, withinBudgets } from '../platform/budgets/budgets.ts';
import { mapCheckRoutes } from '../application/map-doctor/routes.ts';
import { readSaved } from '../application/organisations/administration/replace-config.ts';
import { findConfig, listAdministered } from '../application/organisations/organisation-store.ts';
import {
  countSharedMaps,
  listOrganisationsSharedIn,
  passOn,
} from '../application/shared-maps/shared-map-store.ts';
import {
  listOrganisationsAddressedIn,
  passOnShortAddresses,
} from '../application/short-addresses/short-address-store.ts';
import type { Database } from '../platform/database/connect.ts';
import { createVault } from '../platform/safety/vault.ts';
import type { ServiceHosting, CreatedService } from '../portal/hosting.ts';
import type { FormerSharer, PortalContext } from '../portal/operation.ts';
import { portalOrganisationOf } from '../portal/portal-address.ts';
import { createPortalContext } from '../portal/portal-context.ts';
import { portalRoutes } from '../portal/routes.ts';
import { parameterError } from '../platform/arcgis/parameters.ts';
import { analysisThreads, planAnalysis } from '../gis/analysis/analysis-service.ts';
import { exportFormats } from '../gis/exports/export-format.ts';
import { exportThreads, mustExport, planExport } from '../gis/exports/export-service.ts';
import { joinEnvelopes, type Envelope } from '../gis/geometry/geometry.ts';
import { projectEnvelope, projectorBetween } from '../gis/geometry/project.ts';
import { deleteServicesOf } from '../gis/storage/delete-service-store.ts';
import { findService } from '../gis/storage/service-store.ts';
import { createEmptyService } from '../gis/uploads/create-empty-service.ts';
import { generateCollection, previewFile } from '../gis/uploads/read-once.ts';
import { publishFile, type PublishedLayer } from '../gis/uploads/publish-file.ts';
import { publishTiles } from '../gis/uploads/publish-tiles.ts';
import { findStyle } from '../gis/vector-tiles/hosted/find-style.ts';
import type { TileSet } from '../gis/tile-archive/tile-set.ts';
import type { Connections } from './connections.ts';
import type { OwnApi } from './mount-own-api.ts';
import { serviceRights } from './service-access.ts';
import type { ServerOptions } from './server-options.ts';

/** The embedded portal's context, which our own API needs as well. */
export function createPortal(
  { database, reserved, long, url, readFrom }: Connections,
  budgets: Budgets,
  options: ServerOptions & Required<Pick<ServerOptions, 'now'>>,
): PortalContext {
  const portal: PortalContext = createPortalContext({
    database,
    reserved,
    budgets,
    publicUrl: options.publicUrl,
    ...(options.portal && { portal: options.portal }),
    now: options.now,
    uploadBytes: options.uploadBytes,
    hosting: createServiceHosting({ database, long, url, readFrom }, () => portal),
    administeredBy: (groupIds) => listAdministered(database, groupIds),
    passOnSharedMaps: (transaction, former) => passOnSharedMaps(portal, transaction, former),
    countSharedMaps: (sharer) => countSharedMaps(database, sharer),
    vault: options.secretsKey === undefined ? undefined : createVault(options.secretsKey),
    allowedPrivateHosts: options.allowedPrivateHosts,
    smtp: options.smtp,
  });
  return portal;
}

/** In every organisation on the user's portal: on other portals, another person may have the same username. */
async function passOnSharedMaps(
  portal: PortalContext,
  transaction: Database,
  { username, orgId, to }: FormerSharer,
): Promise<number> {
  let count = 0;
  const names = [
    ...(await listOrganisationsSharedIn(transaction, username)),
    ...(await listOrganisationsAddressedIn(transaction, username)),
  ];
  // In one order, so that two of these wait for each other instead of deadlocking.
  for (const name of [...new Set(names)].toSorted()) {
    const saved = await findConfig(transaction, name);
    const within = { ...portal, database: transaction };
    const home = saved && (await portalOrganisationOf(within, name, readSaved(saved.config)));
    if (home?.id !== orgId) continue;
    const given = { organisation: name, owner: username, to };
    count += await passOn(transaction, { ...given, now: portal.now() });
    await passOnShortAddresses(transaction, given);
  }
  return count;
}

/** Mounts the embedded portal, with the map doctor's results for its maps. */
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

/**
 * Connects the portal's items with the services they represent.
 * @param connections `long`: for publishing; `url` and `readFrom`: for the threads of exports and analyses
 */
function createServiceHosting(
  { database, long, url, readFrom }: Pick<Connections, 'database' | 'long' | 'url' | 'readFrom'>,
  portal: () => PortalContext,
): ServiceHosting {
  const exports = exportThreads({ databaseUrl: url, replica: readFrom });
  const analyses = analysisThreads(url, long);
  return {
    async findOwnerOf(orgId, name) {
      return (await findService(database, name, { orgId }, { measured: false }))?.service.itemId;
    },
    deleteServicesOf,
    preview: previewFile,
    generate: generateCollection,
    publish: (file, choices, service, { signal, onProgress, finish }) =>
      publishFile(long, {
        file,
        choices,
        service,
        signal,
        onProgress,
        finish: (transaction, layers) => finish(transaction, made(layers)),
      }),
    publishTiles: (file, service, { signal, onProgress, finish }) =>
      publishTiles(long, {
        file,
        service,
        signal,
        onProgress,
        finish: (transaction, { bounds, attribution }) =>
          finish(transaction, { layers: [], extent: degrees(bounds), credits: attribution }),
      }),
    findStyle: (tilesUrl, caller) =>
      findStyle({ database, publicUrl: portal().publicUrl }, tilesUrl, (service) =>
        serviceRights(portal(), caller, service),
      ),
    createEmpty: (service, layers, finish) =>
      createEmptyService(database, service, layers, (transaction, created) =>
        finish(transaction, made(created)),
      ),
    async prepareExport(itemId, wanted) {
      const format = exportFormats.find((name) => name.toLowerCase() === wanted.format.toLowerCase());
      if (!format) throw parameterError('exportFormat', `Choose one of ${exportFormats.join(', ')}.`);
      const plan = await planExport(database, itemId, { ...wanted, format });
      return (
        plan && {
          layerCount: plan.layers.length,
          featureCount: plan.featureCount,
          write: (place, job) => exports.write(plan, place, job),
        }
      );
    },
    mustExport,
    async prepareAnalysis(wanted) {
      const plan = await planAnalysis(database, wanted);
      return (service, { finish, ...job }) =>
        analyses.run(plan, {
          ...job,
          service,
          finish: (transaction, layers, facts) => finish(transaction, made(layers), facts),
        });
    },
    async close() {
      await Promise.all([exports.close(), analyses.close()]);
    },
  };
}

/** Tiles that do not say where they are may be anywhere. */
function degrees(bounds: TileSet['bounds']): CreatedService['extent'] {
  const [west, south, east, north] = bounds ?? [-180, -90, 180, 90];
  return { west, south, east, north };
}

function made(layers: readonly PublishedLayer[]): CreatedService {
  const extent = layers
    .map(({ extent: own, wkid }) => own && projectEnvelope(own, projectorBetween(wkid, 4326)))
    .reduce<Envelope | null>(joinEnvelopes, null);
  return {
    layers,
    extent: extent
      ? { west: extent.xmin, south: extent.ymin, east: extent.xmax, north: extent.ymax }
      : undefined,
  };
}
