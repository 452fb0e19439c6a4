import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/rig/test-database.ts';
import type { Database } from '../platform/database/connect.ts';
import { databaseTimeouts, limits } from '../limits.ts';
import { connect, type Connections } from './connections.ts';

let rig: Awaited<ReturnType<typeof createTestDatabase>>;
let connections: Connections;

beforeAll(async () => {
  rig = await createTestDatabase();
  connections = connect(rig.url, { slowMilliseconds: 60_000, logSlowStatements: () => {} });
});
afterAll(async () => {
  await connections.close();
  await rig.drop();
});

describe('connection for client-supplied queries', () => {
  test('is read-only, whatever the query', async () => {
    const change = sql`delete from portal_item`;
    await expect(change.execute(connections.reader)).rejects.toMatchObject({ code: '25006' });
    await expect(change.execute(connections.database)).resolves.toBeDefined();
  });
});

/** In seconds, whatever unit PostgreSQL uses. */
async function settingsOf(database: Database): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting::numeric / 1000 || 's' as setting from pg_settings
    where name ~ 'timeout$' and unit = 'ms'`.execute(database);
  return Object.fromEntries(rows.map(({ name, setting }) => [name, `${Number.parseFloat(setting)}s`]));
}

describe('time limits', () => {
  test.each([
    ['database', databaseTimeouts.ordinary],
    ['reader', { ...databaseTimeouts.ordinary, statement: limits.featureQuerySeconds }],
    ['reserved', databaseTimeouts.reserved],
    ['long', databaseTimeouts.long],
  ] as const)('apply to %s', async (name, timeouts) => {
    const settings = await settingsOf(connections[name]);
    expect(settings).toMatchObject({
      statement_timeout: `${timeouts.statement}s`,
      lock_timeout: `${timeouts.lock}s`,
      idle_in_transaction_session_timeout: `${timeouts.idleInTransaction}s`,
    });
    // Available since PostgreSQL 17.
    expect(settings['transaction_timeout'] ?? `${timeouts.transaction}s`).toBe(`${timeouts.transaction}s`);
  });
});
