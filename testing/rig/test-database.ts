import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { inject } from 'vitest';
import { connectDatabase, type Database } from '../../server/platform/database/connect.ts';
import { migrate } from '../../server/platform/database/migrate.ts';

export interface TestDatabase {
  url: string;
  database: Database;
  drop(): Promise<void>;
}

/**
 * A database of this version without rows for one test file; `drop` removes it.
 * @param server where, when not in the PostgreSQL of this run
 * @param options `empty`: without tables, as created by an operator
 */
export async function createTestDatabase(
  server: string = inject('databaseServerUrl'),
  options: { empty?: boolean } = {},
): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const template =
    server === inject('databaseServerUrl') && !options.empty ? inject('templateDatabase') : undefined;
  // Copying files takes half the time of writing all pages to the log.
  const copied = template ? ` template ${template} strategy file_copy` : '';
  await administer(server, `create database ${name}${copied}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const database = connectDatabase(url.href);
  if (!options.empty && !template) await migrate(database);
  return {
    url: url.href,
    database,
    async drop() {
      await database.destroy();
      await administer(server, `drop database ${name} with (force)`);
    },
  };
}

/** Number of locks that connections to this database wait for. */
export async function locksWaitedFor(database: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(database);
  return rows[0]?.count ?? 0;
}

/** Resolves when this many locks are waited for, or the work is done without. */
export async function waitsOrEnds(database: Database, work: Promise<unknown>, locks = 1): Promise<void> {
  const progress = { ended: false };
  const end = () => (progress.ended = true);
  work.then(end, end);
  while (!progress.ended && (await locksWaitedFor(database)) < locks) await setImmediate();
}

async function administer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(statement);
  await client.end();
}
