import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/rig/test-database.ts';
import { limits } from '../../limits.ts';
import { poolOf } from './connect.ts';
import { inBoundedTransactions, refuseTooFewLocks } from './locks-store.ts';

let rig: TestDatabase;

beforeAll(async () => {
  rig = await createTestDatabase();
  await sql`create table step (number int, locks int)`.execute(rig.database);
});
afterAll(() => rig.drop());
beforeEach(() => sql`truncate step`.execute(rig.database));

/** A fifth of the locks of a transaction at each step. */
const perStep = limits.locksPerTransaction / 5;
const steps = Array.from({ length: 12 }, (_none, number) => number);

async function take(number: number, { transaction }: { transaction: typeof rig.database }) {
  await sql`select pg_advisory_xact_lock(n) from generate_series(${number * perStep}::integer,
    ${(number + 1) * perStep - 1}::integer) n`.execute(transaction);
  await sql`insert into step select ${number}, count(*) from pg_locks where pid = pg_backend_pid()`.execute(
    transaction,
  );
}

const transactions = async () => {
  const { rows } = await sql<{ steps: number; locks: number }>`
    select count(*)::integer as steps, max(locks) as locks from step group by xmin order by min(number)`.execute(
    rig.database,
  );
  return rows;
};

describe('work on many tables', () => {
  test('is committed whenever it holds many locks', async () => {
    await inBoundedTransactions(rig.database, steps, take);
    const made = await transactions();
    expect(made.reduce((sum, each) => sum + each.steps, 0)).toBe(steps.length);
    expect(made.length).toBeGreaterThan(1);
    for (const { locks } of made) expect(locks).toBeLessThan(limits.locksPerTransaction + perStep);
  });

  test('that fails leaves what was committed before, and nothing of the step that failed', async () => {
    const failing = async (number: number, opened: Parameters<typeof take>[1]) => {
      await take(number, opened);
      if (number === 7) throw new Error('step 7');
    };
    await expect(inBoundedTransactions(rig.database, steps, failing)).rejects.toThrow('step 7');
    expect((await transactions()).map((each) => each.steps)).toEqual([5]);
    const { rows } = await sql`select from pg_locks where locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())`.execute(rig.database);
    expect(rows).toEqual([]);
  });
});

describe('room for locks', () => {
  const check = async (needed: number) => {
    const client = await poolOf(rig.database).connect();
    try {
      return await refuseTooFewLocks(client, { what: 'A backup of this', needed, part: 0.5 });
    } finally {
      client.release();
    }
  };

  test('that suffices is not mentioned', async () => {
    await expect(check(1000)).resolves.toBeUndefined();
  });

  test('that does not is named, with the setting that does', async () => {
    const { rows } = await sql<{ connections: number }>`select
      current_setting('max_connections')::integer as connections`.execute(rig.database);
    const wanted = (5000 * (rows[0]?.connections ?? 0)) / 2;
    await expect(check(wanted)).rejects.toThrow(
      new RegExp(`A backup of this needs ${wanted} locks .*max_locks_per_transaction of PostgreSQL to 5000,`),
    );
  });
});
