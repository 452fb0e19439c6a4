import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/rig/test-database.ts';
import { createBudget } from '../budgets/budget.ts';
import { connectDatabase, type Database, poolOf } from '../database/connect.ts';
import { type ThreadPool, threadPool } from './thread-pool.ts';

let rig: TestDatabase;
let database: Database;
let control: Database;
let folder: string;
let threads: ThreadPool<SharedArrayBuffer, string>;

const moduleAt = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);

/** Saves a row when it is let; then waits, and returns when it is let once more. */
const script = `
import { workerData } from 'node:worker_threads';
import { threadDatabase } from ${moduleAt('../database/connect.ts')};
import { performTask } from ${moduleAt('perform-task.ts')};
import { sql } from ${JSON.stringify(import.meta.resolve('kysely'))};
const database = threadDatabase(workerData.url);
export const run = (given) => performTask(given, async (gates) => {
  const gate = new Int32Array(gates);
  await database.transaction().execute(async (transaction) => {
    await sql\`insert into saved values (1)\`.execute(transaction);
    Atomics.store(gate, 0, 1);
    Atomics.notify(gate, 0);
    // Reads no message meanwhile.
    Atomics.wait(gate, 1, 0);
  });
  Atomics.store(gate, 2, 1);
  Atomics.notify(gate, 2);
  Atomics.wait(gate, 3, 0);
  return 'saved';
}, () => []);
`;

beforeAll(async () => {
  rig = await createTestDatabase();
  control = connectDatabase(rig.url, { poolSize: 1 });
  database = connectDatabase(rig.url, { poolSize: 2, control });
  await sql`create table saved (n int)`.execute(rig.database);
  // COMMIT waits in this trigger while the test holds the lock, as it waits for a second node.
  await sql`create function wait_at_commit() returns trigger language plpgsql as
    $$begin perform pg_advisory_xact_lock(1); return null; end$$`.execute(rig.database);
  await sql`create constraint trigger wait after insert on saved deferrable initially deferred
    for each row execute function wait_at_commit()`.execute(rig.database);
  folder = await mkdtemp(path.join(tmpdir(), 'mapping-threads-'));
  await writeFile(path.join(folder, 'saving.mjs'), script);
});
afterAll(async () => {
  await database.destroy();
  await control.destroy();
  await rig.drop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await sql`truncate saved`.execute(rig.database);
  threads = threadPool({
    script: pathToFileURL(path.join(folder, 'saving.mjs')),
    settings: { url: rig.url },
    threads: 1,
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(async () => {
  vi.useRealTimers();
  await threads.close();
});

const unknown = { id: 'database:outcome-unknown', status: 503, retryAfterSeconds: undefined };
const late = { id: 'busy:content-took-too-long', status: 503, retryAfterSeconds: 5 };

/** Runs work in a class with a deadline of a minute. */
function within(work: (signal: AbortSignal) => Promise<unknown>) {
  const budget = createBudget({ name: 'content', concurrency: 1, queue: 0, deadlineMs: 60_000 });
  const answer = budget.run(undefined, work);
  answer.catch(() => {});
  return answer;
}

const passDeadline = () => vi.advanceTimersByTimeAsync(60_000);

async function count(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from saved`.execute(rig.database);
  return rows[0]?.count ?? 0;
}

/** Makes COMMIT wait until it is released, or the test has ended. */
async function holdCommits() {
  const client = await poolOf(rig.database).connect();
  await client.query('select pg_advisory_lock(1)');
  const isWaiting = async () => {
    const { rows } = await sql`select from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`.execute(rig.database);
    return rows.length > 0;
  };
  const release = async () => void (await client.query('select pg_advisory_unlock_all()'));
  onTestFinished(async () => {
    await release();
    client.release();
  });
  return { waiting: () => expect.poll(isWaiting).toBe(true), release };
}

describe('a task in a thread', () => {
  function save() {
    const gates = new SharedArrayBuffer(16);
    const gate = new Int32Array(gates);
    const pass = (index: number) => {
      Atomics.store(gate, index, 1);
      Atomics.notify(gate, index);
    };
    let task: Promise<string> | undefined;
    return {
      answer: within((signal) => (task = threads.run(gates, signal))),
      ended: () => Promise.allSettled([task]),
      written: () => Atomics.waitAsync(gate, 0, 0).value,
      commit: () => pass(1),
      committed: () => Atomics.waitAsync(gate, 2, 0).value,
      finish: () => pass(3),
    };
  }

  test('that commits at its deadline goes on, and is answered by what it returns', async () => {
    const held = await holdCommits();
    const { answer, written, commit, finish } = save();
    await written();
    commit();
    await held.waiting();
    await passDeadline();
    // A task that commits nothing would be ended with its thread after one.
    await vi.advanceTimersByTimeAsync(4000);
    await held.release();
    finish();
    expect(await answer).toBe('saved');
    expect(await count()).toBe(1);
  });

  test('whose COMMIT takes too long may have saved', async () => {
    const held = await holdCommits();
    const { answer, written, commit } = save();
    await written();
    commit();
    await held.waiting();
    await passDeadline();
    await vi.advanceTimersByTimeAsync(5000);
    await expect(answer).rejects.toMatchObject(unknown);
  });

  test('that committed before its deadline and does not end may have saved', async () => {
    const { answer, written, commit, committed } = save();
    await written();
    commit();
    await committed();
    await passDeadline();
    await vi.advanceTimersByTimeAsync(6000);
    await expect(answer).rejects.toMatchObject(unknown);
    expect(await count()).toBe(1);
  });

  test('that has not sent COMMIT at its deadline sends none, and is late', async () => {
    const { answer, written, commit, finish, ended } = save();
    await written();
    await passDeadline();
    commit();
    finish();
    await expect(answer).rejects.toMatchObject(late);
    await ended();
    expect(await count()).toBe(0);
  });
});

describe('work of this thread', () => {
  const insert = sql`insert into saved values (1)`;

  test.each([
    ['in a transaction', () => database.transaction().execute((each) => insert.execute(each))],
    ['by one statement', () => insert.execute(database)],
  ])('that saved %s before its deadline may have saved', async (_what, save) => {
    const saved = Promise.withResolvers<void>();
    const answer = within(async (signal) => {
      await save();
      saved.resolve();
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      return sql`select 1`.execute(database);
    });
    await saved.promise;
    await passDeadline();
    await expect(answer).rejects.toMatchObject(unknown);
    expect(await count()).toBe(1);
  });

  test('whose only statement is cancelled at its deadline is late', async () => {
    const held = await holdCommits();
    const answer = within(() => insert.execute(database));
    await held.waiting();
    await passDeadline();
    await expect(answer).rejects.toMatchObject(late);
    await held.release();
    expect(await count()).toBe(0);
  });
});
