import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/rig/test-database.ts';
import { connectDatabase, type Database, inReadTransaction, poolOf } from './connect.ts';
import { asWork } from './current-work.ts';
import { explainFailure } from './explain-failure.ts';

let rig: TestDatabase;
let database: Database;
let control: Database;

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
});
afterAll(async () => {
  await database.destroy();
  await control.destroy();
  await rig.drop();
});
beforeEach(() => sql`truncate saved`.execute(rig.database));

const unknown = { id: 'database:outcome-unknown', status: 503, retryAfterSeconds: undefined };
const insert = (each: Database) => sql`insert into saved values (1)`.execute(each);
const inOne = () => database.transaction().execute(insert);
const failure = async (work: Promise<unknown>) => explainFailure(await work.catch((error: unknown) => error));

/** Ends a process, and waits until it has: until then the pool would give its connection to another statement. */
const terminate = (pid: number) => sql`select pg_terminate_backend(${pid}, 60000)`.execute(rig.database);
const cancel = (pid: number) => sql`select pg_cancel_backend(${pid})`.execute(rig.database);

/** The process that waits for the lock, once it does. */
async function waiting(): Promise<number> {
  const read = async () => {
    // Other files of this run have databases in the same PostgreSQL, and advisory locks.
    const { rows } = await sql<{ pid: number }>`select pid from pg_locks
      where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`.execute(
      rig.database,
    );
    return rows[0]?.pid;
  };
  await expect.poll(read).toBeDefined();
  return (await read()) as number;
}

/** Runs a test while COMMIT cannot end. */
async function whileHeld<Result>(run: () => Promise<Result>): Promise<Result> {
  const client = await poolOf(rig.database).connect();
  await client.query('select pg_advisory_lock(1)');
  try {
    return await run();
  } finally {
    await client.query('select pg_advisory_unlock(1)');
    client.release();
  }
}

async function count(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from saved`.execute(rig.database);
  return rows[0]?.count ?? 0;
}

describe('COMMIT', () => {
  test.each([
    ['lost', terminate],
    ['cancelled by others', cancel],
  ])('that was %s leaves open whether it saved', async (_what, end) => {
    const answer = await whileHeld(async () => {
      const saving = failure(inOne());
      await end(await waiting());
      return saving;
    });
    expect(answer).toMatchObject(unknown);
    expect(answer?.message).not.toContain('Nothing was saved');
  });

  test('that a constraint refused saved nothing', async () => {
    const refused = sql`create function refuse_at_commit() returns trigger language plpgsql as
      $$begin raise 'too late' using errcode = '55P03'; end$$`;
    await refused.execute(rig.database);
    await sql`create constraint trigger refuse after insert on saved deferrable initially deferred
      for each row execute function refuse_at_commit()`.execute(rig.database);
    const answer = await failure(inOne());
    await sql`drop function refuse_at_commit cascade`.execute(rig.database);
    expect(answer).toMatchObject({ id: 'database:busy' });
    expect(await count()).toBe(0);
  });

  test('on a connection that was lost before was never sent', async () => {
    const answer = database.transaction().execute(async (transaction) => {
      await insert(transaction);
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction);
      await terminate(rows[0]!.pid);
      // The connection notices its end before COMMIT is sent.
      await expect(sql`select 1`.execute(transaction)).rejects.toThrow('terminat');
    });
    expect(await failure(answer)).toMatchObject({ id: 'database:unreachable' });
  });

  test('of what only reads can be repeated', async () => {
    const answer = inReadTransaction(database, async (transaction) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction);
      await terminate(rows[0]!.pid);
    });
    expect(await failure(answer)).toMatchObject({ id: 'database:unreachable' });
  });

  test('is not cancelled when its work is aborted', async () => {
    const controller = new AbortController();
    const answer = whileHeld(async () => {
      const saving = asWork({ signal: controller.signal }, inOne);
      saving.catch(() => {});
      await waiting();
      controller.abort(new Error('left'));
      // After a cancellation, which would have the only connection first.
      await sql`select 1`.execute(control);
      return { saving };
    });
    await (
      await answer
    ).saving;
    expect(await count()).toBe(1);
  });

  test('is not sent after its work was aborted between two statements', async () => {
    const controller = new AbortController();
    const left = new Error('left');
    const answer = asWork({ signal: controller.signal }, () =>
      database.transaction().execute(async (transaction) => {
        await insert(transaction);
        controller.abort(left);
      }),
    );
    await expect(answer).rejects.toBe(left);
    expect(await count()).toBe(0);
  });
});

describe('statement outside of a transaction', () => {
  test.each([
    ['by itself', sql`insert into saved values (1)`],
    [
      'in a common table expression',
      sql`with made as (insert into saved values (1) returning n) select n from made`,
    ],
  ])('that writes %s and was lost leaves open whether it saved', async (_what, statement) => {
    const answer = await whileHeld(async () => {
      const saving = failure(statement.execute(database));
      await terminate(await waiting());
      return saving;
    });
    expect(answer).toMatchObject(unknown);
  });

  test('that only reads saved nothing', async () => {
    const answer = await whileHeld(async () => {
      const reading = failure(sql`select pg_advisory_xact_lock(1)`.execute(database));
      await terminate(await waiting());
      return reading;
    });
    expect(answer).toMatchObject({ id: 'database:unreachable' });
  });
});
