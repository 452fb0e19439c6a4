import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../database/connect.ts';
import type { Envelope, Geometry } from '../geometry/geometry.ts';
import type { AttributeValue, Field } from '../layer/field.ts';
import type { HostedLayer } from '../layer/layer.ts';
import { readRows } from './feature-rows-store.ts';
import { asCompilable, tableOf } from './feature-store.ts';
import { boxLiteral } from './spatial-condition.ts';

/** A feature for a tile: values in the order of the wanted fields. */
export interface TileRow {
  objectId: number;
  values: AttributeValue[];
  geometry: Geometry;
}

export interface TileQuestion {
  fields: readonly Field[];
  /** What the tile covers, in the layer's spatial reference. */
  cover: Envelope;
  /** Side of a square that is too small to see, in the same units; 0: everything is kept. */
  speck: number;
  /** Most features of one answer. */
  limit: number;
}

/**
 * Features of a tile, large ones first, so that small ones are drawn upon them. What is smaller than a speck, and points,
 * are thinned to one a speck: a tile of the whole world stays as small as one of a street.
 */
export async function readTileRows(
  database: Database,
  layer: HostedLayer,
  question: TileQuestion,
): Promise<TileRow[]> {
  if (question.speck <= 0) return readWhole(database, layer, question);
  if (layer.geometryType === 'esriGeometryPoint') return readSpecks(database, layer, question, sql`true`);
  const { speck } = question;
  const visible = sql`(${width} >= ${float(speck)} or ${height} >= ${float(speck)})`;
  const whole = await readWhole(database, layer, question, visible);
  const specks = await readSpecks(database, layer, question, sql`not ${visible}`);
  return [...whole, ...specks];
}

const width = sql`((box[0])[0] - (box[1])[0])`;
const height = sql`((box[0])[1] - (box[1])[1])`;
const middleX = sql`(((box[0])[0] + (box[1])[0]) / 2)`;
const middleY = sql`(((box[0])[1] + (box[1])[1]) / 2)`;

async function readWhole(
  database: Database,
  layer: HostedLayer,
  { fields, cover, limit }: TileQuestion,
  condition: RawBuilder<unknown> = sql`true`,
): Promise<TileRow[]> {
  const columns = [sql`objectid`, sql`shape`, ...fields.map(({ column }) => sql.ref(column))];
  const rows = await readRows(
    database,
    asCompilable(
      sql`select ${sql.join(columns)} from ${tableOf(layer)} where box && ${boxLiteral(cover)} and ${condition}
        order by greatest(${width}, ${height}) desc, objectid limit ${limit}`,
      database,
    ),
  );
  return rows.map(([objectId, geometry, ...values]) => ({
    objectId: objectId as number,
    geometry: geometry as Geometry,
    values: values as AttributeValue[],
  }));
}

/** One feature a cell; when there are still too many, the cells grow. */
async function readSpecks(
  database: Database,
  layer: HostedLayer,
  question: TileQuestion,
  condition: RawBuilder<unknown>,
): Promise<TileRow[]> {
  const { fields, cover, speck, limit } = question;
  for (let cell = speck; ; cell *= 2) {
    const names = fields.map(({ column }) => sql.ref(column));
    const rows = await readRows(
      database,
      asCompilable(
        sql`select distinct on (cell_x, cell_y) ${sql.join([sql`objectid`, sql`x`, sql`y`, ...names])}
          from (select *, ${middleX} as x, ${middleY} as y, floor(${middleX} / ${float(cell)}) as cell_x,
            floor(${middleY} / ${float(cell)}) as cell_y from ${tableOf(layer)}
            where box && ${boxLiteral(cover)} and ${condition}) as small
          order by cell_x, cell_y, objectid limit ${limit + 1}`,
        database,
      ),
    );
    if (rows.length > limit) continue;
    return rows.map(([objectId, x, y, ...values]) => ({
      objectId: objectId as number,
      geometry: dot(layer, x as number, y as number, cell),
      values: values as AttributeValue[],
    }));
  }
}

/** What a feature too small to see is drawn as: something of its kind that can just be seen. */
function dot({ geometryType }: HostedLayer, x: number, y: number, cell: number): Geometry {
  const plain = { hasZ: false, hasM: false };
  const r = cell / 2;
  if (geometryType === 'esriGeometryPolygon') {
    const coordinates = Float64Array.of(x - r, y - r, x - r, y + r, x + r, y + r, x + r, y - r, x - r, y - r);
    return { kind: 'polygon', ...plain, coordinates, parts: [5] };
  }
  if (geometryType === 'esriGeometryPolyline')
    return { kind: 'polyline', ...plain, coordinates: Float64Array.of(x - r, y, x + r, y), parts: [2] };
  return { kind: 'point', ...plain, coordinates: Float64Array.of(x, y), parts: [] };
}

function float(value: number): RawBuilder<unknown> {
  return sql`cast(${value} as double precision)`;
}
