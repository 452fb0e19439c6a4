import { type RawBuilder, sql } from 'kysely';
import { limits } from '../../limits.ts';
import type { Database } from './connect.ts';
import { withoutSecondNode } from './stand-in.ts';
import type { Tables } from './tables.ts';

/**
 * Deletes a part of the rows that have expired, for requests that add a row to the same table: none of them waits for the rows of a
 * busy month, nor for another request that deletes. Whoever reads the table must not take those that are left for valid.
 * @param expired the condition
 * @returns their number
 */
export async function deleteSomeExpired(
  database: Database,
  table: keyof Tables,
  expired: RawBuilder<unknown>,
  batchSize: number = limits.expiredRowsPerBatch,
): Promise<number> {
  const rows = sql.table(table);
  const { numAffectedRows = 0n } = await sql`delete from ${rows} where ctid in (
    select ctid from ${rows} where ${expired} limit ${batchSize} for update skip locked)`.execute(database);
  return Number(numAffectedRows);
}

/**
 * Deletes all of them, each part in a statement of its own: not in a transaction. It does not wait for a second node: a row that
 * is there again after a failover is deleted again.
 */
export async function deleteAllExpired(
  database: Database,
  table: keyof Tables,
  expired: RawBuilder<unknown>,
  batchSize: number = limits.expiredRowsPerBatch,
): Promise<void> {
  for (let deleted = batchSize; deleted === batchSize;)
    deleted = await deleteSomeExpired(database, table, sql`(${expired}) and ${withoutSecondNode}`, batchSize);
}
