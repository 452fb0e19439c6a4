import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Database } from '../../../database/connect.ts';
import { type Field, findField } from '../../layer/field.ts';
import type { HostedLayer } from '../../layer/layer.ts';
import { readTileRows } from '../../storage/tile-store.ts';
import type { TileAddress } from '../tiles/tile-address.ts';
import { type CutFeature, type CutLayer, cutTile } from './cut-tile.ts';
import { classProperty } from './drawing/hosted-style.ts';
import { readDrawing } from './drawing/read-drawing.ts';
import { coverOf, frameOf, tilePixels } from './tile-frame.ts';

/** From this zoom on nothing is thinned: a pixel is less than a metre. */
const wholeFrom = 17;
/** Pixels below which features are thinned. */
const speckPixels = 1.5;

const pack = promisify(gzip);

/** A layer under its name in tiles. */
export interface NamedLayer {
  name: string;
  layer: HostedLayer;
}

/** Reads the features of a tile and cuts it; packed with gzip, without bytes when nothing is there. */
export async function makeTile(
  database: Database,
  layers: readonly NamedLayer[],
  address: TileAddress,
): Promise<Uint8Array> {
  const cut: CutLayer[] = [];
  for (const named of layers) cut.push(await readLayer(database, named, address));
  const tile = cutTile(address, cut);
  return tile.length === 0 ? tile : pack(tile);
}

async function readLayer(
  database: Database,
  { name, layer }: NamedLayer,
  address: TileAddress,
): Promise<CutLayer> {
  const drawing = readDrawing(layer);
  const cover = coverOf(frameOf(address), layer.wkid);
  if (!cover) return { name, wkid: layer.wkid, features: [] };
  const shown = shownFields(layer, drawing.labels);
  const rows = await readTileRows(database, layer, {
    fields: [...drawing.fields, ...shown],
    cover,
    thinnedSize: address.z >= wholeFrom ? 0 : ((cover.xmax - cover.xmin) / tilePixels) * speckPixels,
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
