import { type RawBuilder, sql, type SqlBool, type Transaction } from 'kysely';
import { MappingError } from '../../../wire/errors.ts';
import { limits } from '../../limits.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { TooHeavy } from '../../platform/threads/too-heavy.ts';
import { decodeWkb } from '../geometry/wkb.ts';
import type { AttributeValue, Field } from '../layer/field.ts';
import type { HostedLayer } from '../layer/layer.ts';
import { type FeatureKey, keyCondition } from './edit-store.ts';
import { leastValue, type RowRoom } from './feature-rows-store.ts';
import { type FeatureRow, tableOf } from './feature-store.ts';

/** How much of the features of a request is read. */
export interface WholeLimit {
  onLoop?: boolean | undefined;
  /** What all of them are taken from. */
  room: RowRoom;
}

/** The id of the error of features that are too large together. */
export const tooMuchReturned = 'services:too-much';

/**
 * One feature with all its values as seen by a transaction in the middle of its edits; undefined when it does
 * not exist.
 * @throws TooHeavy on the event loop, and MappingError `services:too-much` (400) elsewhere, when the feature has no room
 */
export async function readWholeFeature(
  transaction: Transaction<Tables>,
  layer: HostedLayer,
  key: FeatureKey,
  { onLoop = false, room }: WholeLimit,
): Promise<FeatureRow | undefined> {
  const columns = layer.fields.map(
    (field, index) => sql`case when fits then ${value(field)} end as ${sql.id(`v${index}`)}`,
  );
  const shape = layer.geometryType === null ? sql`null::bytea` : sql`case when fits then shape end`;
  const size = sizeOf(layer);
  const { rows } = await sql<WholeRow>`
    select objectid as id, size, fits, ${shape} as geometry, ${sql.join(columns)}
    from ${tableOf(layer)} cross join lateral (
      select ${size} as size, ${size} <= ${sql.lit(room.bytes)} and ${isLight(layer, onLoop)} as fits offset 0) as weighed
    where ${keyCondition(key)}`.execute(transaction);
  const [row] = rows;
  if (!row) return undefined;
  if (!row.fits) throw onLoop ? new TooHeavy() : tooMuch();
  room.bytes -= row.size;
  return {
    objectId: row.id,
    geometry: row.geometry && decodeWkb(row.geometry),
    values: layer.fields.map((_field, index) => row[`v${index}`] ?? null),
  };
}

interface WholeRow {
  id: number;
  size: number;
  fits: boolean;
  geometry: Buffer | null;
  [value: `v${number}`]: AttributeValue;
}

/** Bytes of a feature, which PostgreSQL knows without reading its values. */
function sizeOf({ fields, geometryType }: HostedLayer): RawBuilder<number> {
  const texts = fields.filter(({ type }) => type === 'esriFieldTypeString').map(({ column }) => column);
  const wide = geometryType === null ? texts : ['shape', ...texts];
  const bytes = wide.map((column) => sql`coalesce(octet_length(${sql.ref(column)}), 0)`);
  return sql<number>`(${sql.join([sql.lit(leastValue * fields.length), ...bytes], sql` + `)})`;
}

/** Whether the geometry of a feature may be decoded where it is read. */
function isLight({ geometryType }: HostedLayer, onLoop: boolean): RawBuilder<SqlBool> {
  if (!onLoop || geometryType === null) return sql<SqlBool>`true`;
  return sql<SqlBool>`coalesce(octet_length(shape), 0) <= ${sql.lit(limits.loopShapeBytes)}`;
}

function tooMuch(): MappingError {
  const message = `The edited features have more than ${limits.responseBytes} bytes together. Send fewer edits at a time, or omit returnServiceEditsOption.`;
  return new MappingError(tooMuchReturned, message, { status: 400 });
}

/** Dates come as epoch milliseconds. */
function value({ type, column }: Field) {
  const ref = sql.ref(column);
  if (type === 'esriFieldTypeDateOnly' || type === 'esriFieldTypeTimeOnly') return sql`cast(${ref} as text)`;
  return type === 'esriFieldTypeDate' ? sql`cast(extract(epoch from ${ref}) * 1000 as float8)` : ref;
}
