import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { limits } from '../../limits.ts';
import type { Geometry } from '../geometry/geometry.ts';
import type { AttributeValue } from '../layer/field.ts';
import type { HostedLayer } from '../layer/layer.ts';
import { readRows } from './feature-rows-store.ts';
import { asCompilable, tableOf } from './feature-store.ts';
import { double, indexedSizes, largerSide } from './place-code-condition.ts';
import { boxLiteral } from './spatial-condition.ts';
import { readThinned } from './thinned-store.ts';
import type { TileQuery, TileRow } from './tile-query.ts';

/**
 * Features of a tile, large ones first, so that small ones are drawn above them. Features smaller than
 * `thinnedSize`, and points, are thinned to one per spot; when there are more visible features than a tile
 * may contain, the smaller ones are thinned too. The cost depends on what is drawn, not on the table: a tile
 * of the whole country is cut as quickly as one of a street.
 */
export async function readTileRows(
  database: Database,
  layer: HostedLayer,
  question: TileQuery,
): Promise<TileRow[]> {
  const { thinnedSize } = question;
  if (thinnedSize <= 0)
    return withoutSize(await readLarge(database, layer, question, limits.vectorTileFeatures));
  if (layer.geometryType === 'esriGeometryPoint') return readThinned(database, layer, question, Infinity);
  const limit = limits.vectorTileThinned;
  const whole = await readLarge(database, layer, question, limit);
  const smallest = whole.length < limit ? thinnedSize : (whole.at(-1)?.size ?? thinnedSize);
  const thinned = await readThinned(database, layer, question, smallest);
  // Of several features as large as the last one, some may be included already.
  const there = new Set(whole.map(({ objectId }) => objectId));
  return [...withoutSize(whole), ...thinned.filter(({ objectId }) => !there.has(objectId))];
}

type SizedRow = TileRow & { size: number };

const withoutSize = (rows: readonly SizedRow[]): TileRow[] =>
  rows.map(({ objectId, values, geometry }) => ({ objectId, values, geometry }));

async function readLarge(
  database: Database,
  layer: HostedLayer,
  { fields, cover, thinnedSize }: TileQuery,
  limit: number,
): Promise<SizedRow[]> {
  const columns = [sql`objectid`, sql`shape`, largerSide, ...fields.map(({ column }) => sql.ref(column))];
  const query = sql`select ${sql.join(columns)} from ${tableOf(layer)}
    where box && ${boxLiteral(cover)} and ${largerThan(layer, thinnedSize)}
    order by ${largerSide} desc, objectid limit ${limit}`;
  const rows = await readRows(database, asCompilable(query, database));
  return rows.map(([objectId, geometry, size, ...values]) => ({
    objectId: objectId as number,
    geometry: geometry as Geometry,
    size: size as number,
    values: values as AttributeValue[],
  }));
}

/** Names the index of large features that contains all of them, if there is one. */
function largerThan({ wkid }: HostedLayer, thinnedSize: number): RawBuilder<unknown> {
  if (thinnedSize <= 0) return sql`true`;
  const indexed = indexedSizes(wkid).findLast((size) => size <= thinnedSize);
  const exact = sql`${largerSide} >= cast(${thinnedSize} as double precision)`;
  return indexed === undefined ? exact : sql`${largerSide} >= ${double(indexed)} and ${exact}`;
}
