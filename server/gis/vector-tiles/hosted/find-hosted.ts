import type { FastifyRequest } from 'fastify';
import type { Database } from '../../../platform/database/connect.ts';
import type { ReplicaAddress } from '../../../platform/database/replica.ts';
import type { ServiceAccess } from '../../feature-server/context.ts';
import { findToken } from '../../../platform/arcgis/read-request.ts';
import type { Parameters } from '../../../platform/arcgis/parameters.ts';
import { readMoment, unmeasuredAt } from '../../feature-server/query/historic-moment.ts';
import {
  isServiceName,
  mayReadFeatures,
  noItem,
  serviceNotFound,
  unseen,
} from '../../feature-server/rights.ts';
import type { Envelope } from '../../geometry/geometry.ts';
import type { HostedLayer, HostedService } from '../../layer/layer.ts';
import { findService, scopeOf } from '../../storage/service-store.ts';
import { measured, measureView } from '../../storage/view-extent-store.ts';
import type { PublishedTiles } from '../published/published-tiles.ts';
import { describeService, revalidate, type ServedService } from '../service-description.ts';
import { creditsOf, extentOf, type HostedTiles, type TiledService, tiledService } from './hosted-tiles.ts';

export interface HostedTileOptions {
  database: Database;
  /** For the tile thread, which has its own connections. */
  databaseUrl: string;
  /** Replicas for the features of tiles; the primary's when absent. */
  replica?: ReplicaAddress | undefined;
  /** Where tiles are stored between starts; absent: only in memory. */
  folder?: string | undefined;
  access: ServiceAccess;
}

/** The two sources of hosted tiles. */
export interface HostedSources {
  /** Cut from the features of layers. */
  cut: HostedTiles;
  /** Of archives that were published. */
  published: PublishedTiles;
}

/**
 * Finds the hosted service of a request and serves it as vector tiles, for callers who may read it.
 * @throws MappingError 498 for an invalid token; 499 or 404 for callers who may not read it, the same for an
 * unknown service
 */
export async function findHosted(
  options: HostedTileOptions,
  { cut, published }: HostedSources,
  request: FastifyRequest,
  { name, org }: { name: string; org?: string },
  parameters: Parameters,
): Promise<ServedService> {
  const { found, spatial, rights } = await findReadable(options, request, { name, org }, parameters);
  if (found.service.isTiles) return published(found.service);
  const moment = readMoment(parameters);
  const layers = spatial.map((layer) => unmeasuredAt(layer, moment, rights));
  const tiled = tiledOf(found, layers);
  return serve(tiled, cut, () => measureExtent(options.database, tiled));
}

/** Some layers of a service as tiles, or all of them. */
export interface HostedPart extends ServedService {
  /** Web Mercator metres; null without features. */
  extent(): Promise<Envelope | null>;
}

/**
 * The same for layers that a request names.
 * @param wanted their ids; undefined: all layers
 * @throws MappingError the same, and 404 for layers that the caller may not read or that have no geometry
 */
export async function findHostedPart(
  options: HostedTileOptions,
  tiles: HostedTiles,
  request: FastifyRequest,
  parameters: Parameters,
  wanted: ReadonlySet<number> | undefined,
): Promise<HostedPart> {
  const named = request.params as { name: string; org?: string };
  const { found, spatial } = await findReadable(options, request, named, parameters);
  const tiled = tiledOf(found, spatial, wanted);
  if (wanted && tiled.layers.length < wanted.size) throw serviceNotFound();
  const extent = () => measureExtent(options.database, tiled);
  return { ...serve(tiled, tiles, extent), extent };
}

/**
 * The layers with geometry of a service whose features the caller may read. They are not measured, because tiles and styles do not need
 * it: of a view, that reads its whole table.
 */
async function findReadable(
  { database, access }: HostedTileOptions,
  request: FastifyRequest,
  { name, org }: { name: string; org?: string | undefined },
  parameters: Parameters,
) {
  const unmeasured = { measured: false };
  const found = isServiceName(name) ? await findService(database, name, scopeOf(org), unmeasured) : undefined;
  const token = findToken(parameters, request.headers);
  const rights = await access({
    serviceName: found?.service.name ?? '',
    orgId: found?.service.orgId ?? '',
    itemId: found ? found.service.itemId : noItem,
    token,
  });
  if (!found || !rights.mayRead) throw unseen(rights);
  const spatial = found.layers.filter(
    (layer) => layer.geometryType !== null && mayReadFeatures(layer, rights),
  );
  return { found, spatial, rights };
}

function tiledOf(
  found: { service: HostedService; layers: readonly HostedLayer[] },
  readable: readonly HostedLayer[],
  wanted?: ReadonlySet<number>,
): TiledService {
  const tiled = tiledService(found, readable, wanted);
  if (tiled.layers.length === 0) throw serviceNotFound();
  return tiled;
}

async function measureExtent(database: Database, { layers }: TiledService): Promise<Envelope | null> {
  const measures: HostedLayer[] = [];
  for (const { layer } of layers)
    measures.push(await (layer.moment === undefined ? measureView : measured)(database, layer));
  return extentOf(measures);
}

function serve(
  tiled: TiledService,
  tiles: HostedTiles,
  extentOfTiles: () => Promise<Envelope | null>,
): ServedService {
  const { service, tag } = tiled;
  const tileTag: Required<ServedService>['tileTag'] = ({ z, x, y }) => `"${tag}-${z}-${x}-${y}"`;
  return {
    cacheControl: revalidate,
    describe: async () =>
      describeService({
        name: service.name,
        title: service.name,
        copyright: creditsOf(tiled),
        extent: await extentOfTiles(),
        itemId: service.itemId,
      }),
    style: () => tiles.style(tiled),
    tileTag,
    async tile(address) {
      const data = await tiles.tile(tiled, address);
      return data && { data, gzip: true, etag: tileTag(address) };
    },
    async sprite(file) {
      const { index, image } = await tiles.sprite(tiled, file.includes('@2x') ? 2 : 1);
      return file.endsWith('.png') ? image : Buffer.from(JSON.stringify(index));
    },
  };
}
