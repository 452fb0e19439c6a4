import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../database/connect.ts';
import { limits } from '../../limits.ts';
import type { Geometry } from '../geometry/geometry.ts';
import type { AttributeValue } from '../layer/field.ts';
import type { HostedLayer } from '../layer/layer.ts';
import { readRows } from './feature-rows-store.ts';
import { asCompilable, tableOf } from './feature-store.ts';
import { double, indexedSizes, largerSide } from './place-code-condition.ts';
import { boxLiteral } from './spatial-condition.ts';
import { readSpecks } from './speck-store.ts';
import type { TileQuestion, TileRow } from './tile-question.ts';

/**
 * Features of a tile, large ones first, so that small ones are drawn upon them. What is smaller than a speck, and points,
 * are thinned to one a spot; when more can be seen than a tile holds, so are the smaller ones of these. The cost
 * follows what is drawn and not what is there: a tile of the whole country is cut as quickly as one of a street.
 */
export async function readTileRows(
  database: Database,
  layer: HostedLayer,
  question: TileQuestion,
): Promise<TileRow[]> {
  const { speck } = question;
  if (speck <= 0) return withoutSize(await readLarge(database, layer, question, limits.vectorTileFeatures));
  if (layer.geometryType === 'esriGeometryPoint') return readSpecks(database, layer, question, Infinity);
  const limit = limits.vectorTileThinned;
  const whole = await readLarge(database, layer, question, limit);
  const smallest = whole.length < limit ? speck : (whole.at(-1)?.size ?? speck);
  const specks = await readSpecks(database, layer, question, smallest);
  // Of several features as large as the last one, some may be there already.
  const there = new Set(whole.map(({ objectId }) => objectId));
  return [...withoutSize(whole), ...specks.filter(({ objectId }) => !there.has(objectId))];
}

type SizedRow = TileRow & { size: number };

const withoutSize = (rows: readonly SizedRow[]): TileRow[] =>
  rows.map(({ objectId, values, geometry }) => ({ objectId, values, geometry }));

async function readLarge(
  database: Database,
  layer: HostedLayer,
  { fields, cover, speck }: TileQuestion,
  limit: number,
): Promise<SizedRow[]> {
  const columns = [sql`objectid`, sql`shape`, largerSide, ...fields.map(({ column }) => sql.ref(column))];
  const query = sql`select ${sql.join(columns)} from ${tableOf(layer)}
    where box && ${boxLiteral(cover)} and ${largerThan(layer, speck)}
    order by ${largerSide} desc, objectid limit ${limit}`;
  const rows = await readRows(database, asCompilable(query, database));
  return rows.map(([objectId, geometry, size, ...values]) => ({
    objectId: objectId as number,
    geometry: geometry as Geometry,
    size: size as number,
    values: values as AttributeValue[],
  }));
}

/** Names the index of large features that holds them all, where there is one. */
function largerThan({ wkid }: HostedLayer, speck: number): RawBuilder<unknown> {
  if (speck <= 0) return sql`true`;
  const indexed = indexedSizes(wkid).findLast((size) => size <= speck);
  const exact = sql`${largerSide} >= cast(${speck} as double precision)`;
  return indexed === undefined ? exact : sql`${largerSide} >= ${double(indexed)} and ${exact}`;
}
