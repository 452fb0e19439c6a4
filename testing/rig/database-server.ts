import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { connectDatabase } from '../../server/platform/database/connect.ts';
import { migrate } from '../../server/platform/database/migrate.ts';
import { startDatabase, type TestDatabaseServer } from './start-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    databaseServerUrl: string;
    /** A database of this version without rows: copying takes a tenth of the time of creating one. */
    templateDatabase: string;
  }
}

/**
 * One PostgreSQL for a whole Vitest run (`globalSetup`); every test file creates databases of its own in it.
 * The embedded one, or with TEST_DATABASE_URL another: its address, or `debian` for a fresh cluster of
 * Debian's own.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await startServer(process.env['TEST_DATABASE_URL']);
  const template = await makeTemplate(url);
  project.provide('databaseServerUrl', url);
  project.provide('templateDatabase', template);
  return async () => {
    await ask(url, `drop database ${template} with (force)`);
    await stop();
  };
}

async function startServer(given: string | undefined): Promise<TestDatabaseServer> {
  if (given && given !== 'debian') return { url: given, stop: async () => {} };
  const server = await startDatabase(given ? 'debian' : 'embedded');
  if ('missing' in server) throw new Error(`PostgreSQL did not start: ${server.missing}`);
  // Nothing of it outlives the run, so nothing waits for the disk.
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes'])
    await ask(server.url, `alter system set ${setting} = off`);
  // Its files may be in memory (`data-folder.ts`).
  await ask(server.url, `alter system set max_wal_size = '256MB'`);
  await ask(server.url, 'select pg_reload_conf()');
  return server;
}

async function makeTemplate(server: string): Promise<string> {
  const name = `template_${randomBytes(6).toString('hex')}`;
  await ask(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const database = connectDatabase(url.href);
  await migrate(database);
  await database.destroy();
  return name;
}

async function ask(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(statement);
  await client.end();
}
