import { sql, type Transaction } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { decodeWkb } from '../geometry/wkb.ts';
import type { AttributeValue, Field } from '../layer/field.ts';
import type { HostedLayer } from '../layer/layer.ts';
import { type FeatureKey, keyCondition } from './edit-store.ts';
import { type FeatureRow, tableOf } from './feature-store.ts';

/** One feature as a transaction in the middle of its edits sees it, with all its values; undefined when there is none. */
export async function readWholeFeature(
  transaction: Transaction<Tables>,
  layer: HostedLayer,
  key: FeatureKey,
): Promise<FeatureRow | undefined> {
  const columns = layer.fields.map((field, index) => sql`${value(field)} as ${sql.id(`v${index}`)}`);
  const shape = layer.geometryType === null ? sql`null::bytea` : sql`shape`;
  const { rows } = await sql<Record<string, AttributeValue> & { id: number; geometry: Buffer | null }>`
    select objectid as id, ${shape} as geometry, ${sql.join(columns)} from ${tableOf(layer)}
    where ${keyCondition(key)}`.execute(transaction);
  const [row] = rows;
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
  return type === 'esriFieldTypeDate' ? sql`cast(extract(epoch from ${ref}) * 1000 as float8)` : ref;
}
