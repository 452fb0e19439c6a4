import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { PoolClient } from 'pg';
import { type Database, poolOf } from '../../platform/database/connect.ts';
import type { Geometry } from '../geometry/geometry.ts';
import type { AttributeValue } from '../layer/field.ts';
import type { HostedLayer } from '../layer/layer.ts';
import { readRowsOf, toQueryError } from './feature-rows-store.ts';
import { type FeatureRow, tableOf } from './feature-store.ts';

/** Rows whose sizes are read at once, and bytes of the rows that are read together. */
const [maxRows, maxBytes] = [2000, 8_000_000];

/** Reads whole layers as they are at one point in time, a few rows at a time. */
export interface LayerSnapshot {
  /** Features by object id. */
  rows(layer: HostedLayer, conditions: readonly RawBuilder<SqlBool>[]): AsyncGenerator<FeatureRow[]>;
  /** Bytes of the longest text of each field; 0 for fields of other types. */
  textLengths(layer: HostedLayer): Promise<number[]>;
}

/** @throws MappingError 400 or 503 where the data do not allow it, or the layer was replaced */
export async function inSnapshot<Result>(
  database: Database,
  work: (snapshot: LayerSnapshot) => Promise<Result>,
): Promise<Result> {
  const client = await poolOf(database).connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    const result = await work({
      rows: (layer, conditions) => readInSteps(database, client, layer, conditions),
      textLengths: (layer) => readTextLengths(database, client, layer),
    });
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    // An unfinished transaction ends with its connection.
    client.release(true);
    throw toQueryError(error);
  }
}

/**
 * Two cursors in step: the first reads only the sizes of rows, which decide how many of them the second reads
 * together, so that memory stays constant for features of any size.
 */
async function* readInSteps(
  database: Database,
  client: PoolClient,
  layer: HostedLayer,
  conditions: readonly RawBuilder<SqlBool>[],
): AsyncGenerator<FeatureRow[]> {
  const wide = [
    ...(layer.geometryType ? [sql`shape`] : []),
    ...layer.fields.flatMap(({ type, column }) => (type === 'esriFieldTypeString' ? [sql.ref(column)] : [])),
  ];
  const weight = sql.join(
    [sql`200`, ...wide.map((each) => sql`coalesce(octet_length(${each}), 0)`)],
    sql` + `,
  );
  const columns = [
    sql`objectid`,
    layer.geometryType ? sql`shape` : sql`null::bytea`,
    ...layer.fields.map(({ column }) => sql.ref(column)),
  ];
  const where = conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
  const declare = async (name: string, selected: RawBuilder<unknown>) => {
    const query = sql`declare ${sql.id(name)} no scroll cursor for select ${selected} from ${tableOf(layer)}
      where ${where} order by objectid`.compile(database);
    await client.query(query.sql, [...query.parameters]);
  };
  await declare('sizes', weight);
  await declare('features', sql.join(columns));
  const fetch = (name: string, count: number) => readRowsOf(client, `fetch forward ${count} from ${name}`);
  for (;;) {
    const sizes = (await fetch('sizes', maxRows)).map(([size]) => size as number);
    for (const count of steps(sizes)) yield (await fetch('features', count)).map(asFeature);
    if (sizes.length < maxRows) break;
  }
  await client.query('close sizes; close features');
}

/** How many of the following rows to read together, each time. */
export function steps(sizes: readonly number[]): number[] {
  const counts: number[] = [];
  let bytes = Infinity;
  for (const size of sizes) {
    bytes += size;
    if (bytes > maxBytes) {
      counts.push(0);
      bytes = size;
    }
    counts[counts.length - 1] = (counts.at(-1) ?? 0) + 1;
  }
  return counts;
}

function asFeature([objectId, geometry, ...values]: unknown[]): FeatureRow {
  return {
    objectId: objectId as number,
    geometry: geometry as Geometry | null,
    values: values as AttributeValue[],
  };
}

async function readTextLengths(
  database: Database,
  client: PoolClient,
  layer: HostedLayer,
): Promise<number[]> {
  const longest = layer.fields.map(({ type, column }) =>
    type === 'esriFieldTypeString' ? sql`coalesce(max(octet_length(${sql.ref(column)})), 0)` : sql`0`,
  );
  const query = sql`select ${sql.join(longest)} from ${tableOf(layer)}`.compile(database);
  const [row] = await readRowsOf(client, query.sql, query.parameters);
  return (row ?? []) as number[];
}
