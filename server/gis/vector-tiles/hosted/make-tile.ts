import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { PbfWriter } from 'pbf';
import { limits } from '../../../limits.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { Geometry, Envelope } from '../../geometry/geometry.ts';
import { projectGeometry, projectorBetween, projectEnvelope } from '../../geometry/project.ts';
import type { HostedLayer } from '../../layer/layer.ts';
import { readTileRows } from '../../storage/tile-store.ts';
import type { RowRoom } from '../../storage/feature-rows-store.ts';
import type { TileAddress } from '../tiles/read-tile.ts';
import { classProperty } from './drawing/hosted-style.ts';
import { readDrawing, shownFields } from './drawing/read-drawing.ts';
import { worldHalf } from '../service-description.ts';
import { TileCutter, tileBuffer, tileExtent, type TileFrame } from './tile-cutter.ts';
import { TileLayer } from './tile-layer.ts';

/** Pixels of a drawn tile. */
const tilePixels = 512;

function frameOf({ z, x, y }: TileAddress): TileFrame {
  const side = (2 * worldHalf) / 2 ** z;
  return { left: x * side - worldHalf, top: worldHalf - y * side, side };
}

/** The envelope of a tile with its buffer in a layer's spatial reference; null if the tile lies outside its area. */
function coverOf({ left, top, side }: TileFrame, wkid: number): Envelope | null {
  const more = (side * tileBuffer) / tileExtent;
  const cover = { xmin: left - more, ymin: top - side - more, xmax: left + side + more, ymax: top + more };
  return projectEnvelope(cover, projectorBetween(3857, wkid));
}

interface CutFeature {
  id: number;
  properties: Record<string, string | number>;
  geometry: Geometry;
}

/** Features of one layer of a tile, in the layer's spatial reference. */
interface CutLayer {
  name: string;
  wkid: number;
  features: readonly CutFeature[];
}

/** Projects, clips and simplifies features and packs them into a vector tile (MVT 2); no bytes when nothing is left. */
function cutTile(address: TileAddress, layers: readonly CutLayer[]): Uint8Array {
  const cutter = new TileCutter(frameOf(address));
  const tile = new PbfWriter();
  for (const { name, wkid, features } of layers) {
    const projector = projectorBetween(wkid, 3857);
    const layer = new TileLayer(name);
    for (const { id, properties, geometry } of features) {
      const projected = projectGeometry(geometry, projector);
      if (projected && cutter.cut(projected)) layer.add(id, properties, cutter);
    }
    if (layer.length > 0) tile.writeBytesField(3, layer.finish());
  }
  return tile.finish();
}

/** From this zoom on nothing is thinned: a pixel is less than a metre. */
const wholeFrom = 17;
/** Pixels below which features are thinned. */
const thinnedPixels = 1.5;

const pack = promisify(gzip);
/** A third of the default's time, for 2 % more bytes. */
const level = 4;

/** A layer under its name in tiles. */
export interface NamedLayer {
  name: string;
  layer: HostedLayer;
}

/** Reads the features of a tile and cuts it; gzipped, without bytes when it is empty. */
export async function makeTile(
  database: Database,
  layers: readonly NamedLayer[],
  address: TileAddress,
): Promise<Uint8Array> {
  const cut: CutLayer[] = [];
  // All layers are in memory together. Each has an equal part of what those before it have left.
  let left = limits.vectorTileBytes;
  for (const [index, named] of layers.entries()) {
    const part = Math.floor(left / (layers.length - index));
    const room = { bytes: part };
    cut.push(await readLayer(database, named, address, room));
    left -= part - room.bytes;
  }
  const tile = cutTile(address, cut);
  return tile.length === 0 ? tile : pack(tile, { level });
}

async function readLayer(
  database: Database,
  { name, layer }: NamedLayer,
  address: TileAddress,
  room: RowRoom,
): Promise<CutLayer> {
  const drawing = readDrawing(layer);
  const cover = coverOf(frameOf(address), layer.wkid);
  if (!cover) return { name, wkid: layer.wkid, features: [] };
  const shown = shownFields(layer, drawing.labels);
  const rows = await readTileRows(database, layer, {
    fields: [...drawing.fields, ...shown],
    cover,
    thinnedSize: address.z >= wholeFrom ? 0 : ((cover.xmax - cover.xmin) / tilePixels) * thinnedPixels,
    room,
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
