import type { Envelope, Geometry } from '../geometry/geometry.ts';
import type { AttributeValue, Field } from '../layer/field.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { limits } from '../../limits.ts';
import type { HostedLayer } from '../layer/layer.ts';
import { tableOf } from './feature-store.ts';
import {
  double,
  indexedSizes,
  largerSide,
  placeCode,
  placeCodeBits,
  placeUnit,
} from './layer-table-store.ts';
import { boxLiteral } from './spatial-condition.ts';
import type { RowRoom } from './feature-rows-store.ts';
import { fieldColumn, readWithinLimit, type SizedColumn } from './weighed-rows-store.ts';

/** A feature for a tile: values in the order of the requested fields. */
export interface TileRow {
  objectId: number;
  values: AttributeValue[];
  geometry: Geometry;
}

export interface TileQuery {
  fields: readonly Field[];
  /** The extent of the tile, in the layer's spatial reference. */
  cover: Envelope;
  /** Side of a square that is too small to see, in the same units; 0: everything is kept. */
  thinnedSize: number;
  /** What the features of the layer are taken from: geometry has no other limit than that of each feature. */
  room: RowRoom;
}

/** A range of codes: from the first, up to and excluding the second. They fit into a number: 52 bits. */
type PlaceRange = readonly [number, number];

/** Maximum number of blocks of a cover along each axis, besides those at its edges. */
const blocksAcross = 4;
const middle = 2 ** (placeCodeBits - 1);

/**
 * Ranges of codes (see `hosted.place_code`) that together contain everything in a cover, and little beyond
 * it.
 * @param unit side of the smallest cell, in the units of the cover
 * @param shift the requested cells have 2^shift such sides; no range cuts through one
 */
export function placeRanges(cover: Envelope, unit: number, shift: number): PlaceRange[] {
  const [x0, y0] = [cellOf(cover.xmin, unit), cellOf(cover.ymin, unit)];
  const [x1, y1] = [cellOf(cover.xmax, unit), cellOf(cover.ymax, unit)];
  const side = Math.max(x1 - x0, y1 - y0, 1) / blocksAcross;
  const level = Math.min(placeCodeBits, Math.max(shift, Math.ceil(Math.log2(side))));
  const block = 2 ** level;
  const starts: number[] = [];
  for (let y = Math.floor(y0 / block); y <= Math.floor(y1 / block); y += 1)
    for (let x = Math.floor(x0 / block); x <= Math.floor(x1 / block); x += 1)
      starts.push(interleave(x, y) * block * block);
  return join(
    starts.toSorted((a, b) => a - b),
    block * block,
  );
}

function cellOf(coordinate: number, unit: number): number {
  return Math.min(Math.max(Math.floor(coordinate / unit) + middle, 0), 2 * middle - 1);
}

/** Bits of x at the even positions, those of y at the odd ones. */
export function interleave(x: number, y: number): number {
  let code = 0;
  for (let bit = 0; bit < placeCodeBits; bit += 1) {
    const [a, b] = [Math.floor(x / 2 ** bit) % 2, Math.floor(y / 2 ** bit) % 2];
    code += (a + 2 * b) * 4 ** bit;
  }
  return code;
}

function join(starts: readonly number[], length: number): PlaceRange[] {
  const ranges: [number, number][] = [];
  for (const start of starts) {
    const last = ranges.at(-1);
    if (last && last[1] === start) last[1] = start + length;
    else ranges.push([start, start + length]);
  }
  return ranges;
}

/** Initial cells are this many times the thinning size wide; they become finer while there is room. */
const firstCell = 3;

/**
 * One feature of each cell of a grid, of those not larger than `largest`. The grid is as fine as the result
 * may be long, and may have bytes. Cells of a grid are quarters of the next coarser one's, so what is visible
 * from afar is visible from near as well.
 */
export async function readThinned(
  database: Database,
  layer: HostedLayer,
  query: TileQuery,
  largest: number,
): Promise<TileRow[]> {
  const unit = placeUnit(layer.wkid);
  const finest = Math.max(0, Math.floor(Math.log2(query.thinnedSize / unit)));
  let shift = Math.max(0, Math.ceil(Math.log2((query.thinnedSize * firstCell) / unit)));
  const read = async (by: number) => {
    const room = { ...query.room };
    return { ...(await readCells(database, layer, { ...query, room }, largest, by)), room };
  };
  let found = await read(shift);
  while (
    shift > finest &&
    found.isWhole &&
    found.rows.length > 0 &&
    found.rows.length * 4 <= limits.vectorTileDots
  ) {
    const finer = await read(shift - 1);
    // Of a finer grid with too many bytes only some cells would be shown.
    if (!finer.isWhole) break;
    shift -= 1;
    found = finer;
  }
  query.room.bytes = found.room.bytes;
  return found.rows.map(([objectId, x, y, ...values]) => ({
    objectId: objectId as number,
    geometry: dot(layer, x as number, y as number, Math.max(query.thinnedSize, unit * 2 ** shift)),
    values: values as AttributeValue[],
  }));
}

/** After each feature it continues at the first one beyond that one's cell: what is between is never read. */
async function readCells(
  database: Database,
  layer: HostedLayer,
  { fields, cover, room }: TileQuery,
  largest: number,
  shift: number,
): Promise<{ rows: unknown[][]; isWhole: boolean }> {
  const table = tableOf(layer);
  const code = placeCode(layer.wkid);
  const ranges = placeRanges(cover, placeUnit(layer.wkid), shift);
  const small = Number.isFinite(largest)
    ? sql`${largerSide} <= cast(${largest} as double precision)`
    : sql`true`;
  const x = sql`((box[0])[0] + (box[1])[0]) / 2`;
  const y = sql`((box[0])[1] + (box[1])[1]) / 2`;
  // The same field may be requested twice: for its class and for its label.
  const values = fields.map(({ column }, index) => sql`${sql.ref(column)} as ${sql.ref(`value${index}`)}`);
  const found = sql.join([sql`objectid`, sql`box`, sql`${code} as place`, ...values]);
  const columns = [
    ...[sql`objectid`, x, y].map((column) => ({ sql: column, wide: false })),
    ...fields.map((field, index) => ({ ...fieldColumn(field), sql: sql.ref(`value${index}`) })),
  ];
  const levels = sql.lit(2 * shift);
  // In the order of places one corner of the tile would have all the bytes. Multiplied so, neighbouring numbers are far apart.
  const order = columns.some(({ wide }) => wide)
    ? sql`order by objectid::bigint * 2654435761 % 4294967296`
    : sql``;
  const rest = sql`from (
    with recursive cell as (
      select first.*, range.beyond
      from unnest(cast(${ranges.map(([from]) => from)} as bigint[]), cast(${ranges.map(([, to]) => to)} as bigint[]))
        as range (start, beyond)
      cross join lateral (select ${found} from ${table}
        where ${code} >= range.start and ${code} < range.beyond and ${small} order by ${code} limit 1) as first
      union all
      select next.*, cell.beyond from cell
      cross join lateral (select ${found} from ${table}
        where ${code} >= ((cell.place >> ${levels}) + 1) << ${levels} and ${code} < cell.beyond and ${small}
        order by ${code} limit 1) as next
    )
    select * from cell) as cell where box && ${boxLiteral(cover)} ${order}`;
  return readWithinLimit(database, { columns, rest }, { room, skips: true });
}

/** The shape of a feature too small to see: something of its kind that is just visible. */
function dot({ geometryType }: HostedLayer, x: number, y: number, side: number): Geometry {
  const plain = { hasZ: false, hasM: false };
  const r = side / 2;
  if (geometryType === 'esriGeometryPolygon') {
    const coordinates = Float64Array.of(x - r, y - r, x - r, y + r, x + r, y + r, x + r, y - r, x - r, y - r);
    return { kind: 'polygon', ...plain, coordinates, parts: [5] };
  }
  if (geometryType === 'esriGeometryPolyline')
    return { kind: 'polyline', ...plain, coordinates: Float64Array.of(x - r, y, x + r, y), parts: [2] };
  return { kind: 'point', ...plain, coordinates: Float64Array.of(x, y), parts: [] };
}

/** The texts of dots have this part of the room, however large the other features are. */
const dotsPart = 4;

/**
 * Features of a tile, large ones first, so that small ones are drawn above them. Features smaller than
 * `thinnedSize`, and points, are thinned to one per spot; when there are more visible features than a tile
 * may contain, the smaller ones are thinned too, and when they have more bytes, those that have no room. The
 * cost depends on what is drawn, not on the table: a tile of the whole country is cut as quickly as one of a
 * street.
 */
export async function readTileRows(
  database: Database,
  layer: HostedLayer,
  query: TileQuery,
): Promise<TileRow[]> {
  const { thinnedSize, room } = query;
  // Features of a moment have no indexes for thinning: what has no room is left out.
  if (thinnedSize <= 0 || layer.moment !== undefined)
    return (await readLarge(database, layer, { ...query, thinnedSize: 0 }, limits.vectorTileFeatures)).rows;
  if (layer.geometryType === 'esriGeometryPoint') return readThinned(database, layer, query, Infinity);
  const forDots = query.fields.some((field) => fieldColumn(field).wide)
    ? Math.ceil(room.bytes / dotsPart)
    : 0;
  room.bytes -= forDots;
  const { rows: whole, smallest } = await readLarge(database, layer, query, limits.vectorTileThinned);
  room.bytes += forDots;
  const thinned = await readThinned(database, layer, query, smallest ?? thinnedSize);
  // Some features of the size of the last one may be included already.
  const there = new Set(whole.map(({ objectId }) => objectId));
  return [...whole, ...thinned.filter(({ objectId }) => !there.has(objectId))];
}

/** @returns also the size of the smallest feature when there are more: infinite when some have no room, of whatever size */
async function readLarge(
  database: Database,
  layer: HostedLayer,
  { fields, cover, thinnedSize, room }: TileQuery,
  limit: number,
): Promise<{ rows: TileRow[]; smallest: number | undefined }> {
  const columns: SizedColumn[] = [
    { sql: sql`objectid`, wide: false },
    { sql: sql`shape`, wide: true },
    { sql: largerSide, wide: false },
    ...fields.map(fieldColumn),
  ];
  const rest = sql`from ${tableOf(layer)}
    where box && ${boxLiteral(cover)} and ${largerThan(layer, thinnedSize)}
    order by ${largerSide} desc, objectid limit ${limit}`;
  const { rows, isWhole } = await readWithinLimit(database, { columns, rest }, { room, skips: true });
  return {
    rows: rows.map(([objectId, geometry, , ...values]) => ({
      objectId: objectId as number,
      geometry: geometry as Geometry,
      values: values as AttributeValue[],
    })),
    smallest: isWhole ? (rows[limit - 1]?.[2] as number | undefined) : Infinity,
  };
}

/** Names the index of large features that contains all of them, if there is one. */
function largerThan({ wkid }: HostedLayer, thinnedSize: number): RawBuilder<unknown> {
  if (thinnedSize <= 0) return sql`true`;
  const indexed = indexedSizes(wkid).findLast((size) => size <= thinnedSize);
  const exact = sql`${largerSide} >= cast(${thinnedSize} as double precision)`;
  return indexed === undefined ? exact : sql`${largerSide} >= ${double(indexed)} and ${exact}`;
}
