import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startDatabase, type TestDatabaseServer } from '../../../testing/rig/start-database.ts';
import { createBudget } from '../budgets/budget.ts';
import { connectDatabase, type Database, poolOf } from './connect.ts';
import { deleteAllExpired } from './expired-rows-store.ts';

/** A primary whose second node does not exist, so that no COMMIT is ever acknowledged. */
let server: TestDatabaseServer;
let database: Database;
let control: Database;
let watcher: pg.Client;

/** Whether COMMIT waits for the second node already: the settings reach the processes of PostgreSQL one after the other. */
async function commitsWait(): Promise<boolean> {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  const progress = { hasEnded: false, hasWaited: false };
  const inserting = client.query('insert into saved values (0)').then(() => (progress.hasEnded = true));
  while (!progress.hasEnded) {
    const [pid] = await waiting();
    if (pid === undefined) continue;
    progress.hasWaited = true;
    await watcher.query('select pg_cancel_backend($1)', [pid]);
    await inserting;
  }
  await client.end();
  return progress.hasWaited;
}

beforeAll(async () => {
  const started = await startDatabase('embedded');
  if ('missing' in started) throw new Error(started.missing);
  server = started;
  watcher = new pg.Client({ connectionString: server.url });
  await watcher.connect();
  await watcher.query('create table saved (n int)');
  await watcher.query(`alter system set synchronous_standby_names = 'nobody'`);
  await watcher.query('select pg_reload_conf()');
  await watcher.query('set synchronous_commit = local');
  await vi.waitUntil(commitsWait, { timeout: 20_000 });
  control = connectDatabase(server.url, { poolSize: 1 });
  database = connectDatabase(server.url, { poolSize: 1, control });
});
afterAll(async () => {
  await database?.destroy();
  await control?.destroy();
  await watcher?.end();
  await server?.stop();
});
beforeEach(async () => {
  await watcher.query('truncate saved');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => void vi.useRealTimers());

const unknown = { id: 'database:outcome-unknown', status: 503, retryAfterSeconds: undefined };
const insert = (each: Database) => sql`insert into saved values (1)`.execute(each);
const inOne = () => database.transaction().execute(insert);
const alone = () => insert(database);

async function waiting(): Promise<number[]> {
  const { rows } = await watcher.query<{ pid: number }>(
    `select pid from pg_stat_activity where wait_event = 'SyncRep'`,
  );
  return rows.map(({ pid }) => pid);
}

async function count(): Promise<number> {
  const { rows } = await watcher.query<{ count: string }>('select count(*) as count from saved');
  return Number(rows[0]?.count);
}

/** Runs work in a class with a deadline of a minute. */
function within(work: () => Promise<unknown>) {
  const budget = createBudget({ name: 'content', concurrency: 1, queue: 0, deadlineMs: 60_000 });
  const answer = budget.run(undefined, work);
  answer.catch(() => {});
  return { answer, places: () => budget.count().used };
}

describe.each([
  ['a transaction', inOne],
  ['a statement by itself', alone],
])('%s that waits for a second node which never answers', (_what, save) => {
  test('may have saved at its deadline, and gives its connection back', async () => {
    const { answer, places } = within(save);
    await expect.poll(waiting).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(65_000);
    await expect(answer).rejects.toMatchObject(unknown);
    await expect.poll(waiting).toEqual([]);
    await expect.poll(places).toBe(0);
    expect(await count()).toBe(1);
    await expect(sql`select 1`.execute(database)).resolves.toBeDefined();
    expect(poolOf(database).waitingCount).toBe(0);
  });

  test.each([
    ['by others', 'pg_cancel_backend'],
    ['with its connection', 'pg_terminate_backend'],
  ])('may have saved when its wait is ended %s', async (_how, end) => {
    const answer = save();
    answer.catch(() => {});
    await expect.poll(waiting).toHaveLength(1);
    const [pid] = await waiting();
    await watcher.query(`select ${end}($1)`, [pid]);
    await expect(answer).rejects.toMatchObject(unknown);
    expect(await count()).toBe(1);
  });
});

test('the deletion of what has expired does not wait for a second node', async () => {
  await watcher.query(
    'create table ended_token as select number as until from generate_series(1, 3) as number',
  );
  await deleteAllExpired(database, 'ended_token', sql`until <= 2`, 1);
  const { rows } = await watcher.query<{ until: number }>('select until from ended_token');
  expect(rows).toEqual([{ until: 3 }]);
});
