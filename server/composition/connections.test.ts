import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createTestDatabase } from '../../testing/rig/test-database.ts';
import { claimDueForeignMaps } from '../application/map-doctor/foreign-map-store.ts';
import { serverAnalyses } from '../../wire/analysis.ts';
import { type Database, databaseNow, poolOf } from '../platform/database/connect.ts';
import { ListeningClient } from '../platform/database/notification-store.ts';
import { classLimits, databaseTimeouts, limits } from '../limits.ts';
import { claimMail } from '../portal/mail/mail-store.ts';
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

test('the documents name the most connections that a process opens', () => {
  const { database, reader, reserved, long } = connections;
  const inPools = [database, reader, reserved, long].reduce(
    (sum, each) => sum + (poolOf(each).options.max ?? 0),
    0,
  );
  // The primary is watched, and comments are followed, on connections of their own.
  const ownOnes = 2;
  const { geometry, pages, tiles } = classLimits;
  // Each thread for features has one that writes and one that reads.
  const forFeatures = 2 * (geometry.concurrency + pages.concurrency + limits.concurrentReplicas);
  const inThreads = forFeatures + tiles.concurrency + limits.concurrentExports + serverAnalyses.concurrency;
  const most = inPools + ownOnes + inThreads;
  const named = (name: string, words: RegExp) =>
    words
      .exec(readFileSync(`docs/${name}.md`, 'utf8'))
      ?.slice(1)
      .map(Number);
  const inDeployment = /opens up to (\d+), and usually far fewer: (\d+) in pools[^]*? (\d+) in threads/;
  expect(named('deployment', inDeployment)).toEqual([most, inPools, inThreads]);
  expect(named('performance', /(\d+) for each process/)).toEqual([most]);
  expect(named('scale', /(\d+) of each process: 3 processes reach (\d+)/)).toEqual([most, 3 * most]);
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

test('no connection compiles its statements, which delays short ones', async () => {
  const { database, reader, reserved, long } = connections;
  for (const each of [database, reader, reserved, long]) {
    const { rows } = await sql<{ jit: string }>`show jit`.execute(each);
    expect(rows).toEqual([{ jit: 'off' }]);
  }
});

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

describe.each([
  ['ahead', 600_000],
  ['behind', -600_000],
])('a process whose clock is ten minutes %s', (_which, difference) => {
  afterEach(() => void vi.restoreAllMocks());

  /** Its clock of the database. */
  async function clock(): Promise<() => number> {
    const now = Date.now.bind(Date);
    vi.spyOn(Date, 'now').mockImplementation(() => now() + difference);
    const other = connect(rig.url, { slowMilliseconds: 60_000, logSlowStatements: () => {} });
    await other.ready;
    await other.close();
    return other.primary.now;
  }
  const after = (milliseconds: number) => sql<number>`${databaseNow} + ${milliseconds}::bigint`;

  test('takes no mail that another one is sending, and takes what is due', async () => {
    await rig.database.deleteFrom('mail_message').execute();
    const message = {
      kind: 'forgotten' as const,
      data: '{}',
      created_at: databaseNow,
      expires_at: after(60_000),
    };
    const claimed = after(limits.mailClaimSeconds * 1000);
    await rig.database
      .insertInto('mail_message')
      .values([{ ...message, next_at: claimed }])
      .execute();
    const now = await clock();
    expect(await claimMail(rig.database, now())).toEqual([]);
    await rig.database
      .updateTable('mail_message')
      .set({ next_at: after(-1000) })
      .execute();
    expect(await claimMail(rig.database, now())).toHaveLength(1);
  });

  test('checks no map that another one is checking, and checks what is due', async () => {
    await sql`insert into organisation (name, revision) values ('town', 1) on conflict do nothing`.execute(
      rig.database,
    );
    await rig.database.deleteFrom('foreign_map_check').execute();
    const map = {
      organisation: 'town',
      portal: 'https://elsewhere.example',
      item_id: 'a',
      seen_at: databaseNow,
    };
    const claimed_until = after(60_000);
    await rig.database
      .insertInto('foreign_map_check')
      .values({ ...map, claimed_until })
      .execute();
    const now = await clock();
    const due = () => ({ now: now(), before: now() - 1, until: now() + 60_000, max: 1 });
    expect(await claimDueForeignMaps(rig.database, due())).toEqual([]);
    await rig.database
      .updateTable('foreign_map_check')
      .set({ claimed_until: after(-1000) })
      .execute();
    expect(await claimDueForeignMaps(rig.database, due())).toHaveLength(1);
    expect(await claimDueForeignMaps(rig.database, due())).toEqual([]);
  });
});
