import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/rig/test-database.ts';
import { connectDatabase, type Database, poolOf } from './connect.ts';
import { asWork } from './current-work.ts';

let rig: TestDatabase;
let database: Database;

beforeAll(async () => {
  rig = await createTestDatabase();
  database = connectDatabase(rig.url, { poolSize: 2, control: rig.database });
});
afterAll(async () => {
  await database.destroy();
  await rig.drop();
});

/** Running statements of the database under test. */
async function underWay(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from pg_stat_activity
    where datname = current_database() and state = 'active' and pid <> pg_backend_pid()
      and query like '%pg_sleep%'`.execute(rig.database);
  return rows[0]?.count ?? 0;
}

const endless = sql`select pg_sleep(600)`;
const left = new Error('left');

describe('aborted statement', () => {
  test.each<[string, (database: Database) => Promise<unknown>]>([
    ['by itself', (each) => endless.execute(each)],
    ['in a transaction', (each) => each.transaction().execute((transaction) => endless.execute(transaction))],
    ['without Kysely', (each) => poolOf(each).query('select pg_sleep(600)')],
  ])('%s is cancelled, and its connection is free', async (_what, run) => {
    const controller = new AbortController();
    const answer = asWork({ signal: controller.signal }, () => run(database));
    await expect.poll(underWay).toBe(1);
    controller.abort(left);
    await expect(answer).rejects.toMatchObject({ code: '57014' });
    await expect.poll(underWay).toBe(0);
    await expect.poll(() => poolOf(database).totalCount - poolOf(database).idleCount).toBe(0);
    await expect(sql`select 1`.execute(database)).resolves.toBeDefined();
  });

  test('is the last of its transaction, which is rolled back', async () => {
    const controller = new AbortController();
    const answer = asWork({ signal: controller.signal }, () =>
      database.transaction().execute(async (transaction) => {
        await sql`create table half_done ()`.execute(transaction);
        controller.abort(left);
        await sql`create table other_half ()`.execute(transaction);
      }),
    );
    await expect(answer).rejects.toBe(left);
    const { rows } = await sql<{ name: string | null }>`select to_regclass('half_done') as name`.execute(
      database,
    );
    expect(rows[0]?.name).toBeNull();
  });

  test('does not start when it was aborted before', async () => {
    await expect(
      asWork({ signal: AbortSignal.abort(left) }, () => sql`select 1`.execute(database)),
    ).rejects.toBe(left);
  });

  test('uses a connection of its own only when it may', async () => {
    const { signal } = new AbortController();
    const taken: string[] = [];
    const takeConnection = async () => {
      taken.push('taken');
      return () => void taken.push('given back');
    };
    await asWork({ signal, takeConnection }, () => sql`select 1`.execute(database));
    await expect(
      asWork({ signal, takeConnection }, () => sql`select nothing`.execute(database)),
    ).rejects.toThrow('nothing');
    expect(taken).toEqual(['taken', 'given back', 'taken', 'given back']);
  });
});
