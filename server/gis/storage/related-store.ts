import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import type { Geometry } from '../geometry/geometry.ts';
import type { AttributeValue, Field } from '../layer/field.ts';
import type { HostedLayer } from '../layer/layer.ts';
import { readRows } from './feature-rows-store.ts';
import { asCompilable, sortBy, type SortTerm, tableOf } from './feature-store.ts';
import { fieldColumn, readPageOf } from './weighed-rows-store.ts';

export interface RelatedQuery {
  objectIds: readonly number[];
  /** Key columns on both sides. */
  key: Field;
  relatedKey: Field;
  /** Over the columns of the related layer. */
  condition: RawBuilder<SqlBool> | null;
  fields: readonly Field[];
  geometry: boolean;
  orderBy: readonly SortTerm[];
  /** Records to skip in the order of the requested features. */
  offset: number;
  limit: number;
  /** Whether this runs on the event loop: heavy work is refused with `TooHeavy`. */
  onLoop?: boolean | undefined;
  /** Bytes that the event loop may read. */
  loopBytes?: number | undefined;
}

export interface RelatedRow {
  /** The feature it is related to. */
  sourceId: number;
  values: AttributeValue[];
  geometry: Geometry | null;
}

/** Records of `related` by the features of `layer` they belong to. */
export async function readRelated(
  database: Database,
  layer: HostedLayer,
  related: HostedLayer,
  query: RelatedQuery,
): Promise<RelatedRow[]> {
  const wantsShape = query.geometry && related.geometryType !== null;
  const columns = [
    { sql: sql`source_id`, wide: false },
    wantsShape ? { sql: sql`shape`, wide: true } : { sql: sql`null::bytea`, wide: false },
    ...query.fields.map(fieldColumn),
  ];
  const rest = sql`from ${sources(layer, query)}
    join ${tableOf(related)} on ${sql.ref(query.relatedKey.column)} = source_key
    ${query.condition ? sql`where ${query.condition}` : sql``}
    order by ${sql.join([sql`source_id`, ...sortBy(query.orderBy), sql`objectid`])} limit ${query.limit} offset ${query.offset}`;
  const rows = await readPageOf(database, { columns, rest }, query);
  return rows.map(([sourceId, shape, ...values]) => ({
    sourceId: sourceId as number,
    geometry: shape as Geometry | null,
    values: values as AttributeValue[],
  }));
}

/** Number of records of each feature. */
export async function countRelated(
  database: Database,
  layer: HostedLayer,
  related: HostedLayer,
  query: RelatedQuery,
): Promise<[number, number][]> {
  const statement = sql`select source_id, count(*) from ${sources(layer, query)}
    join ${tableOf(related)} on ${sql.ref(query.relatedKey.column)} = source_key
    ${query.condition ? sql`where ${query.condition}` : sql``}
    group by source_id order by source_id`;
  return (await readRows(database, asCompilable(statement, database))) as [number, number][];
}

/** The requested features under names that no column of a layer has. */
function sources(layer: HostedLayer, { objectIds, key }: RelatedQuery): RawBuilder<unknown> {
  return sql`(select objectid as source_id, ${sql.ref(key.column)} as source_key from ${tableOf(layer)}
    where objectid = any(cast(${[...objectIds]} as bigint[]))) as source`;
}
