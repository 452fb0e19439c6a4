import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../../testing/rig/test-database.ts';
import type { Database } from '../../platform/database/connect.ts';
import { saveConfig } from '../organisations/organisation-store.ts';
import { countActiveMember, countUsage, forgetMembers, readUsage } from './usage-store.ts';

let rig: Awaited<ReturnType<typeof createTestDatabase>>;
let database: Database;
const [monday, tuesday, wednesday] = ['2026-03-02', '2026-03-03', '2026-03-04'] as const;

beforeAll(async () => {
  rig = await createTestDatabase();
  database = rig.database;
});
afterAll(() => rig.drop());
beforeEach(async () => {
  await database.deleteFrom('organisation').execute();
  await database.deleteFrom('usage_key').execute();
  for (const name of ['town', 'village']) await saveConfig(database, name, {}, 'test');
});

const read = async (organisation = 'town', from: string = monday, until: string = wednesday) => {
  const rows = await readUsage(database, organisation, from, until);
  return rows.map(({ day, kind, count }) => `${day} ${kind} ${count}`).toSorted();
};

describe('counts', () => {
  test('are kept by organisation, day and kind', async () => {
    await countUsage(database, 'town', monday, 'maps');
    await countUsage(database, 'town', tuesday, 'maps');
    await countUsage(database, 'town', tuesday, 'maps');
    await countUsage(database, 'village', tuesday, 'maps');
    expect(await read()).toEqual([`${monday} maps 1`, `${tuesday} maps 2`]);
    expect(await read('village')).toEqual([`${tuesday} maps 1`]);
    expect(await read('town', tuesday, tuesday)).toEqual([`${tuesday} maps 2`]);
  });

  test('include all of many concurrent events', async () => {
    await Promise.all(Array.from({ length: 20 }, () => countUsage(database, 'town', monday, 'maps')));
    expect(await read()).toEqual([`${monday} maps 20`]);
  });

  test('of shared maps are derived from the maps, by UTC day', async () => {
    const share = (sid: string, at: string) =>
      database
        .insertInto('shared_map')
        .values({
          sid,
          organisation: 'town',
          title: 'M',
          web_map: '{}',
          access: 'public',
          owner: '',
          created_at: Date.parse(at),
          modified_at: 0,
        } as never)
        .execute();
    await share('a', '2026-03-02T00:00:00.000Z');
    await share('b', '2026-03-02T23:59:59.999Z');
    await share('c', '2026-03-03T00:00:00.000Z');
    await share('d', '2026-03-01T23:59:59.999Z');
    expect(await read()).toEqual([`${monday} shares 2`, `${tuesday} shares 1`]);
  });
});

describe('users', () => {
  test('are counted once a day, also when two requests arrive at the same time', async () => {
    await Promise.all(Array.from({ length: 8 }, () => countActiveMember(database, 'town', monday, 'ada')));
    await countActiveMember(database, 'town', monday, 'grace');
    await countActiveMember(database, 'town', tuesday, 'ada');
    expect(await read()).toEqual([`${monday} people 2`, `${tuesday} people 1`]);
  });

  test('of two organisations cannot be linked', async () => {
    await countActiveMember(database, 'town', monday, 'ada');
    await countActiveMember(database, 'village', monday, 'ada');
    const marks = await database.selectFrom('usage_person').select('mark').execute();
    expect(new Set(marks.map(({ mark }) => Buffer.from(mark).toString('hex'))).size).toBe(2);
  });

  test('of a day that is over cannot be identified', async () => {
    await countActiveMember(database, 'town', monday, 'ada');
    await countActiveMember(database, 'town', tuesday, 'grace');
    const days = async (table: 'usage_key' | 'usage_person') =>
      (await database.selectFrom(table).select('day').execute()).map(({ day }) => day);
    // The first request of a day deletes a key; hashes, which may be many, are left for the periodic sweep.
    expect([await days('usage_key'), await days('usage_person')]).toEqual([[tuesday], [monday, tuesday]]);
    await forgetMembers(database, Date.parse(tuesday));
    expect(await days('usage_person')).toEqual([tuesday]);
    // The count is kept.
    expect(await read()).toContain(`${monday} people 1`);
  });

  test('have another pseudonym the next day', async () => {
    const mark = async (day: string) => {
      await countActiveMember(database, 'town', day, 'ada');
      const rows = await database.selectFrom('usage_person').select('mark').where('day', '=', day).execute();
      return Buffer.from(rows[0]?.mark ?? []).toString('hex');
    };
    const first = await mark(monday);
    expect(first).toHaveLength(32);
    expect(await mark(tuesday)).not.toBe(first);
  });
});

test('deletes the counts with their organisation', async () => {
  await countUsage(database, 'town', monday, 'maps');
  await countActiveMember(database, 'town', monday, 'ada');
  await database.deleteFrom('organisation').where('name', '=', 'town').execute();
  expect(await read()).toEqual([]);
  expect(await database.selectFrom('usage_person').selectAll().execute()).toEqual([]);
});
