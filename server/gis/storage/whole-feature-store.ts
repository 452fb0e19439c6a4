import { sql, type Transaction } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';
import { TooHeavy } from '../../platform/threads/too-heavy.ts';
import { decodeWkb } from '../geometry/wkb.ts';
import type { AttributeValue, Field } from '../layer/field.ts';
import type { HostedLayer } from '../layer/layer.ts';
import { type FeatureKey, keyCondition } from './edit-store.ts';
import { type FeatureRow, tableOf } from './feature-store.ts';

/**
 * One feature with all its values as seen by a transaction in the middle of its edits; undefined when it does
 * not exist.
 * @param max maximum bytes of its geometry
 * @throws TooHeavy when it has more
 */
export async function readWholeFeature(
  transaction: Transaction<Tables>,
  layer: HostedLayer,
  key: FeatureKey,
  max = Infinity,
): Promise<FeatureRow | undefined> {
  const columns = layer.fields.map((field, index) => sql`${value(field)} as ${sql.id(`v${index}`)}`);
  const shape =
    layer.geometryType === null
      ? sql`null::bytea`
      : sql`case when octet_length(shape) <= cast(${max} as float8) then shape end`;
  const size = layer.geometryType === null ? sql`0` : sql`octet_length(shape)`;
  const { rows } = await sql<
    Record<string, AttributeValue> & { id: number; geometry: Buffer | null; size: number | null }
  >`
    select objectid as id, ${shape} as geometry, ${size} as size, ${sql.join(columns)} from ${tableOf(layer)}
    where ${keyCondition(key)}`.execute(transaction);
  const [row] = rows;
  if (row && (row.size ?? 0) > max) throw new TooHeavy();
  return (
    row && {
      objectId: row.id,
      geometry: row.geometry && decodeWkb(row.geometry),
      values: layer.fields.map((_field, index) => row[`v${index}`] ?? null),
    }
  );
}

/** Dates come as epoch milliseconds. */
function value({ type, column }: Field) {
  const ref = sql.ref(column);
  if (type === 'esriFieldTypeDateOnly' || type === 'esriFieldTypeTimeOnly') return sql`cast(${ref} as text)`;
  return type === 'esriFieldTypeDate' ? sql`cast(extract(epoch from ${ref}) * 1000 as float8)` : ref;
}
