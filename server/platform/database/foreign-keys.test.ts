import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/rig/test-database.ts';
import { poolOf } from './connect.ts';

let rig: TestDatabase;
beforeAll(async () => {
  rig = await createTestDatabase();
});
afterAll(() => rig.drop());

/** Few rows, which expire within minutes. */
const small = ['portal_code', 'portal_sign_in_step', 'portal_used_challenge'];

test('every foreign key has an index, so that a deletion does not read whole tables', async () => {
  const { rows } = await poolOf(rig.database).query<{ key: string }>(
    `
    select conrelid::regclass || ' (' || pg_get_constraintdef(oid) || ')' as key from pg_constraint
    where contype = 'f' and conrelid::regclass::text <> all($1) and not exists (
      select from pg_index where indrelid = conrelid and indkey[0] = any(conkey))`,
    [small],
  );
  expect(rows.map(({ key }) => key)).toEqual([]);
});
