import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  anonymous,
  createPortalData,
  memberCaller,
  type PortalData,
} from '../../../../testing/rig/portal-data.ts';
import { limits } from '../../../limits.ts';
import type { Caller } from '../../caller.ts';
import { findItem, insertItem, type NewItem } from '../items/item-store.ts';
import { createViewCounter, type ViewCounter } from './view-counter.ts';
import { forgetViews } from './view-store.ts';

let data: PortalData;
let counter: ViewCounter;
let id = '';
let items = 0;

beforeAll(async () => {
  data = await createPortalData();
  await data.addUser('owner');
});
afterAll(() => data.stop());
beforeEach(async () => {
  counter = createViewCounter(data.clock.now);
  id = await addItem();
});

async function addItem(): Promise<string> {
  const added = `item${(items += 1)}`;
  const times = { created_at: 1, modified_at: 1 };
  await insertItem(data.database, {
    id: added,
    owner: 'owner',
    type: 'Web Map',
    title: 'Parks',
    ...times,
  } as NewItem);
  return added;
}

interface Visit {
  caller?: Caller;
  ip?: string;
}

const visit = ({ caller = anonymous, ip = '10.0.0.1' }: Visit = {}, item = id) =>
  counter.note(item, caller, ip);
async function views(item = id) {
  await counter.store(data.database);
  return (await findItem(data.database, item))?.num_views;
}
const stored = (item = id) =>
  data.database.selectFrom('portal_item_view').selectAll().where('item_id', '=', item).execute();

describe('are one view or several:', () => {
  test.each<[string, Visit, Visit, number]>([
    [
      'the same member from two places',
      { caller: memberCaller('grace') },
      { caller: memberCaller('grace'), ip: '10.0.0.2' },
      1,
    ],
    ['two members at one address', { caller: memberCaller('grace') }, { caller: memberCaller('linus') }, 2],
    ['a member and a visitor at one address', { caller: memberCaller('grace') }, {}, 2],
    ['the same visitor', {}, {}, 1],
    ['visitors of two addresses', {}, { ip: '10.0.0.2' }, 2],
    ['addresses of one IPv6 network', { ip: '2001:db8::1' }, { ip: '2001:db8::2' }, 1],
    ['a member named like a network', { caller: memberCaller('network 10.0.0.1') }, {}, 2],
  ])('%s', async (_, first, second, expected) => {
    visit(first);
    visit(second);
    expect(await views()).toBe(expected);
  });

  test('the networks of one IPv6 connection, up to four', async () => {
    for (let network = 0; network < 9; network += 1) visit({ ip: `2001:db8:0:a${network}::1` });
    expect(await views()).toBe(4);
  });

  test('openings by one viewer in two processes', async () => {
    const other = createViewCounter(data.clock.now);
    visit();
    other.note(id, anonymous, '10.0.0.1');
    await Promise.all([counter.store(data.database), other.store(data.database)]);
    await other.store(data.database);
    expect(await views()).toBe(1);
  });
});

test('counts views of items separately', async () => {
  const other = await addItem();
  visit();
  expect([await views(), await views(other)]).toEqual([1, 0]);
});

test.each<[string, Visit]>([
  ['network', {}],
  ['member', { caller: memberCaller('grace') }],
])('counts a limited number of items per day of one %s', async (_, visitor) => {
  for (let item = 0; item < limits.viewsPerDay; item += 1) visit(visitor, `unknown${item}`);
  visit(visitor);
  visit({ ip: '10.0.0.9' });
  expect(await views()).toBe(1);
  data.clock.advance(86_400_000);
  visit(visitor);
  expect(await views()).toBe(2);
});

test('keeps views of an item that is being changed for the next time', async () => {
  visit();
  await data.database.transaction().execute(async (transaction) => {
    await sql`select from portal_item where id = ${id} for update`.execute(transaction);
    await counter.store(data.database);
  });
  expect(await stored()).toEqual([]);
  expect(await views()).toBe(1);
});

test('keeps views while the database is away', async () => {
  visit();
  const away = {
    ...data.database,
    getExecutor: () => {
      throw new Error('away');
    },
  };
  await expect(counter.store(away as never)).rejects.toThrow('away');
  expect(await views()).toBe(1);
});

test('stores nothing that identifies the viewer, and nothing longer than a day', async () => {
  visit({ caller: memberCaller('grace') });
  visit();
  await views();
  expect(JSON.stringify(await stored())).not.toMatch(/grace|10\.0\.0\.1/);
  expect(await stored()).toHaveLength(2);
  data.clock.advance(86_400_000);
  visit({ caller: memberCaller('grace') });
  expect(await views()).toBe(3);
  await forgetViews(data.database, data.clock.now());
  expect(await stored()).toHaveLength(1);
});

test('deletes all views of earlier days in parts', async () => {
  const number = limits.viewsDeletedPerBatch * 2 + 1;
  await sql`insert into portal_item_view (item_id, viewer, day)
    select ${id}, n::text, 1 from generate_series(1, ${number}) as n`.execute(data.database);
  const statements: number[] = [];
  const watched = data.database.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      statements.push(Number(result.numAffectedRows));
      return result;
    },
  });
  await forgetViews(watched, data.clock.now());
  expect(statements).toEqual([limits.viewsDeletedPerBatch, limits.viewsDeletedPerBatch, 1]);
});
