import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from '../../../testing/rig/test-database.ts';
import { deleteAllExpired, deleteSomeExpired } from './expired-rows-store.ts';

let test: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

const expired = sql`until <= 10 or until is null`;

it('deletes a part, or part after part, of the rows that have expired, without waiting for locked ones', async () => {
  const { database } = test;
  await database.insertInto('organisation').values({ name: 'delft', revision: 1 }).execute();
  await sql`insert into ended_token (token_hash, asked_by, until) select number, 'delft', number from generate_series(1, 15) as number`.execute(
    database,
  );
  const left = async () =>
    (await database.selectFrom('ended_token').select('until').orderBy('until').execute()).map(
      ({ until }) => until,
    );
  const holder = await database.startTransaction().execute();
  await sql`select from ended_token where until = 1 for update`.execute(holder);
  expect(await deleteSomeExpired(database, 'ended_token', expired, 4)).toBe(4);
  expect(await left()).toHaveLength(11);
  await deleteAllExpired(database, 'ended_token', expired, 2);
  expect(await left()).toEqual([1, 11, 12, 13, 14, 15]);
  await holder.rollback().execute();
  await deleteAllExpired(database, 'ended_token', expired, 2);
  expect(await left()).toEqual([11, 12, 13, 14, 15]);
});
