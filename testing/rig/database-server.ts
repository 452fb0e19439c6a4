import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedDatabase } from '../../server/database/embedded/start.ts';
import { startDebianPostgresql } from './debian/postgresql.ts';

declare module 'vitest' {
  interface ProvidedContext {
    databaseServerUrl: string;
  }
}

/**
 * One PostgreSQL for a whole Vitest run (`globalSetup`); every test file makes databases of its own in it. The embedded one,
 * or with TEST_DATABASE_URL another: its address, or `debian` for a fresh cluster of Debian's own.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given === 'debian') {
    const debian = await startDebianPostgresql();
    if ('missing' in debian) throw new Error(debian.missing);
    project.provide('databaseServerUrl', debian.url);
    return () => debian.stop();
  }
  if (given) {
    project.provide('databaseServerUrl', given);
    return async () => {};
  }
  const dataDir = await mkdtemp(path.join(tmpdir(), 'mapping-test-'));
  // The database account must be able to enter the folder when the tests run as root.
  await chmod(dataDir, 0o755);
  const server = await startEmbeddedDatabase(dataDir);
  project.provide('databaseServerUrl', server.url);
  return async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
