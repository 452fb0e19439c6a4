import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/rig/test-database.ts';
import type { Database } from '../platform/database/connect.ts';
import { ListeningClient } from '../platform/database/notification-store.ts';
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

interface Setting {
  name: string;
  setting: string;
}

const readSettings = `select name, setting::numeric / 1000 || 's' as setting from pg_settings
  where name ~ 'timeout$' and unit = 'ms'`;

/** In seconds, whatever unit PostgreSQL uses. */
const inSeconds = (rows: readonly Setting[]): Record<string, string> =>
  Object.fromEntries(rows.map(({ name, setting }) => [name, `${Number.parseFloat(setting)}s`]));

async function settingsOf(database: Database): Promise<Record<string, string>> {
  return inSeconds((await sql.raw<Setting>(readSettings).execute(database)).rows);
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

  test('apply to the connection that listens, which waits for notifications without one', async () => {
    const client = new ListeningClient(rig.url);
    try {
      await client.listen();
      const { rows } = await client.query<Setting>(readSettings);
      const { statement, lock, idleInTransaction } = databaseTimeouts.reserved;
      expect(inSeconds(rows)).toMatchObject({
        statement_timeout: `${statement}s`,
        lock_timeout: `${lock}s`,
        idle_in_transaction_session_timeout: `${idleInTransaction}s`,
        idle_session_timeout: '0s',
      });
    } finally {
      await client.end();
    }
  });
});
