import { randomBytes } from 'node:crypto';
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
  await administer(server, `create database ${name}${template ? ` template ${template}` : ''}`);
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

async function administer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(statement);
  await client.end();
}
