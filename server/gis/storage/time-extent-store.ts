import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { findField } from '../layer/field.ts';
import type { HostedLayer } from '../layer/layer.ts';
import { readRows } from './feature-rows-store.ts';
import { asCompilable, tableOf } from './feature-store.ts';

/**
 * From the first instant of a layer's features to the last, epoch milliseconds; null without time fields or
 * values.
 */
export async function readTimeExtent(
  database: Database,
  layer: HostedLayer,
): Promise<[number, number] | null> {
  const { timeInfo, fields } = layer;
  const names = timeInfo ? [timeInfo.startTimeField, timeInfo.endTimeField ?? timeInfo.startTimeField] : [];
  const columns = names.flatMap((name) => findField(fields, name)?.column ?? []);
  if (columns.length < 2) return null;
  const both = sql.join(columns.map((column) => sql.ref(column)));
  const query = sql`select min(least(${both})), max(greatest(${both})) from ${tableOf(layer)}`;
  const [row] = await readRows(database, asCompilable(query, database));
  const [first, last] = (row ?? []) as (number | null)[];
  return typeof first === 'number' && typeof last === 'number' ? [first, last] : null;
}
