import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { SharedWork } from '../../../budgets/shared-work.ts';
import type { Database } from '../../../database/connect.ts';
import { limits } from '../../../limits.ts';
import { type Field, findField } from '../../layer/field.ts';
import type { HostedLayer, HostedService } from '../../layer/layer.ts';
import { type Envelope, joinEnvelopes } from '../../geometry/geometry.ts';
import { projectEnvelope, projectorBetween } from '../../geometry/project.ts';
import { readTileRows } from '../../storage/tile-store.ts';
import { LeastRecentlyUsed } from '../tiles/least-recently-used.ts';
import type { TileAddress } from '../tiles/tile-address.ts';
import type { CutFeature, CutLayer } from './cut-tile.ts';
import { classProperty, type TiledLayer } from './drawing/hosted-style.ts';
import { readDrawing } from './drawing/read-drawing.ts';
import { tileCutter } from './tile-cutter.ts';
import { coverOf, frameOf, tilePixels } from './tile-frame.ts';

/** From this zoom on nothing is thinned: a pixel is less than a metre. */
const wholeFrom = 17;
/** Pixels below which a feature is a speck. */
const speckPixels = 1.5;

const pack = promisify(gzip);

/** A service's layers as tiles show them, and a tag that changes with every edit and every change of their look. */
export interface TiledService {
  service: HostedService;
  layers: readonly TiledLayer[];
  tag: string;
  /** Web Mercator metres; null without features. */
  extent: Envelope | null;
}

export interface HostedTiles {
  /** The tile packed with gzip; undefined when nothing is there. */
  tile(tiled: TiledService, address: TileAddress): Promise<Buffer | undefined>;
  close(): Promise<void>;
}

/** What of a service goes into tiles: its layers with geometry, each under a name of its own. */
export function tiledService(service: HostedService, layers: readonly HostedLayer[]): TiledService {
  const spatial = layers.filter(({ geometryType }) => geometryType !== null);
  const names = spatial.map(({ name }) => name);
  const hash = createHash('sha256');
  for (const { tableName, editedAt, drawingInfo, minScale, maxScale } of spatial)
    hash.update(JSON.stringify([tableName, editedAt, drawingInfo, minScale, maxScale]));
  const extents = spatial.map(({ extent, wkid }) =>
    extent ? projectEnvelope(extent, projectorBetween(wkid, 3857)) : null,
  );
  return {
    service,
    layers: spatial.map((layer, index) => ({
      name: names.indexOf(layer.name) === index ? layer.name : `${layer.name} (${layer.layerId})`,
      layer,
      drawing: readDrawing(layer),
    })),
    tag: hash.digest('base64url').slice(0, 22),
    extent: extents.reduce(joinEnvelopes, null),
  };
}

/** Cuts tiles from the tables of hosted layers and keeps them until the layer is edited. */
export function hostedTiles(database: Database): HostedTiles {
  const cutter = tileCutter();
  const kept = new LeastRecentlyUsed<Buffer>(limits.vectorTilesBytes, (tile) => tile.length + 200);
  const underWay = new SharedWork<Buffer>();

  async function make({ layers }: TiledService, address: TileAddress): Promise<Buffer> {
    const cut: CutLayer[] = [];
    for (const tiled of layers) cut.push(await readLayer(database, tiled, address));
    const tile = await cutter.cut(address, cut);
    return tile.length === 0 ? Buffer.alloc(0) : pack(tile);
  }

  return {
    async tile(tiled, address) {
      const key = `${tiled.service.id}/${tiled.tag}/${address.z}/${address.x}/${address.y}`;
      let tile = kept.get(key);
      if (!tile) {
        tile = await underWay.join(key, () => make(tiled, address));
        kept.set(key, tile);
      }
      return tile.length === 0 ? undefined : tile;
    },
    close: () => cutter.close(),
  };
}

async function readLayer(
  database: Database,
  { name, layer, drawing }: TiledLayer,
  address: TileAddress,
): Promise<CutLayer> {
  const cover = coverOf(frameOf(address), layer.wkid);
  if (!cover) return { name, wkid: layer.wkid, features: [] };
  const shown = shownFields(layer, drawing.labels);
  const rows = await readTileRows(database, layer, {
    fields: [...drawing.fields, ...shown],
    cover,
    speck: address.z >= wholeFrom ? 0 : ((cover.xmax - cover.xmin) / tilePixels) * speckPixels,
  });
  const features = rows.flatMap(({ objectId, values, geometry }): CutFeature[] => {
    const drawnAs = drawing.classOf(values.slice(0, drawing.fields.length));
    if (drawnAs === undefined) return [];
    const properties: CutFeature['properties'] = { [classProperty]: drawnAs };
    for (const [index, field] of shown.entries()) {
      const value = values[drawing.fields.length + index];
      if (value !== null && value !== undefined) properties[field.name] = value;
    }
    return [{ id: objectId, properties, geometry }];
  });
  return { name, wkid: layer.wkid, features };
}

/** The attributes of a tile's features: what labels show, and what the feature is called. */
function shownFields(layer: HostedLayer, labels: readonly { field: Field }[]): Field[] {
  const display = findField(layer.fields, layer.displayField);
  return [...new Set([...labels.map(({ field }) => field), ...(display ? [display] : [])])];
}
