import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/rig/test-database.ts';
import { type Database, inTransaction } from './connect.ts';
import { prepared } from './prepared.ts';

let rig: TestDatabase;

beforeAll(async () => {
  rig = await createTestDatabase();
  await sql`create table pet (name text, legs int)`.execute(rig.database);
});
afterAll(() => rig.drop());

const legsOf = async (database: Database, name: string) => {
  const { rows } = await sql<{
    legs: number;
  }>`select legs from pet where name = ${name} ${prepared}`.execute(database);
  return rows[0]?.legs;
};

/** Uses of the prepared statements of a connection. */
const usesOf = async (database: Database) => {
  const { rows } = await sql<{ uses: number }>`select generic_plans + custom_plans as uses
    from pg_prepared_statements where statement like 'select legs from pet%'`.execute(database);
  return rows.map(({ uses }) => uses);
};

test('prepares a marked statement once, and others not', async () => {
  await inTransaction(rig.database, async (transaction) => {
    for (let time = 0; time < 8; time += 1) await legsOf(transaction, 'cat');
    await sql`select legs from pet where name = ${'cat'}`.execute(transaction);
    expect(await usesOf(transaction)).toEqual([8]);
  });
});

test('sees every change at once, also of the table', async () => {
  await inTransaction(rig.database, async (transaction) => {
    await sql`insert into pet values ('cat', 4)`.execute(transaction);
    for (let time = 0; time < 8; time += 1) expect(await legsOf(transaction, 'cat')).toBe(4);
    await sql`update pet set legs = 3`.execute(transaction);
    expect(await legsOf(transaction, 'cat')).toBe(3);
    await sql`alter table pet add column owner text, add unique (name)`.execute(transaction);
    await sql`insert into pet values ('bird', 2, 'ada')`.execute(transaction);
    expect(await legsOf(transaction, 'bird')).toBe(2);
  });
});
