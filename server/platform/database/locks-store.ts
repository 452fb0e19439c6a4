import type pg from 'pg';
import { MappingError } from '../../../wire/errors.ts';
import { limits } from '../../limits.ts';
import { type Database, poolOf, withinTransaction } from './connect.ts';
import { asTransaction } from './current-work.ts';

/** A transaction, and the connection that it is on, for COPY. */
export interface BoundedTransaction {
  transaction: Database;
  client: pg.PoolClient;
}

/**
 * Creates or deletes many tables one after the other, in transactions of which none holds many more locks than
 * `limits.locksPerTransaction`: PostgreSQL keeps the locks of all transactions in one table of fixed size, and while it is full, the
 * transactions of everyone fail.
 * @param work creates or deletes one of them, with all that it needs to be usable
 * @throws what `work` throws; earlier transactions remain committed
 */
export async function inBoundedTransactions<Each>(
  database: Database,
  things: Iterable<Each>,
  work: (each: Each, opened: BoundedTransaction) => Promise<void>,
): Promise<void> {
  const client = await poolOf(database).connect();
  const opened = { transaction: withinTransaction(client), client };
  let isOpen = false;
  let failure: Error | undefined;
  try {
    for (const each of things) {
      if (!isOpen) await client.query('begin');
      isOpen = true;
      await asTransaction(() => work(each, opened));
      if ((await countLocks(client)) < limits.locksPerTransaction) continue;
      await client.query('commit');
      isOpen = false;
    }
    if (isOpen) await client.query('commit');
  } catch (error) {
    failure = error as Error;
    throw error;
  } finally {
    // A failed transaction ends with its connection.
    client.release(failure);
  }
}

/** The locks of this transaction. */
async function countLocks(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::integer as count from pg_locks where pid = pg_backend_pid()',
  );
  return rows[0]?.count ?? 0;
}

/**
 * Refuses work that would take more than a part of the room for locks.
 * @param needed locks that it holds at the same time
 * @throws MappingError `database:too-few-locks` with the setting that is needed
 */
export async function refuseTooFewLocks(
  client: pg.ClientBase,
  { what, needed, part }: { what: string; needed: number; part: number },
): Promise<void> {
  // Connections of PostgreSQL itself have room besides, which is left out.
  const { rows } = await client.query<{ each: number; connections: number }>(
    `select current_setting('max_locks_per_transaction')::integer as each,
      current_setting('max_connections')::integer + current_setting('max_prepared_transactions')::integer as connections`,
  );
  const { each = 0, connections = 1 } = rows[0] ?? {};
  const room = Math.floor(each * connections * part);
  if (needed <= room) return;
  const wanted = Math.max(limits.locksPerConnection, Math.ceil(needed / part / connections));
  throw new MappingError(
    'database:too-few-locks',
    `${what} needs ${needed} locks at the same time, and may take ${room}. Set max_locks_per_transaction of PostgreSQL to ${wanted}, restart it, and try again.`,
  );
}
