import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { connectDatabase, type Database } from '../../server/database/connect.ts';
import { migrate } from '../../server/database/migrate.ts';

/** An empty database of this version for one test file; `drop` removes it. */
export async function createTestDatabase(): Promise<{
  url: string;
  database: Database;
  drop(): Promise<void>;
}> {
  const server = inject('databaseServerUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await administer(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const database = connectDatabase(url.href);
  await migrate(database);
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
