import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  anonymous,
  createPortalData,
  memberCaller,
  type PortalData,
} from '../../../../testing/rig/portal-data.ts';
import type { Caller } from '../../caller.ts';
import type { PortalCall } from '../../operation.ts';
import { findItem, insertItem, type NewItem } from '../items/item-store.ts';
import { countView } from './view-store.ts';

let data: PortalData;
let id = '';
let items = 0;

beforeAll(async () => {
  data = await createPortalData();
  await data.addUser('owner');
});
afterAll(() => data.stop());
beforeEach(async () => {
  id = `item${(items += 1)}`;
  const times = { created_at: 1, modified_at: 1 };
  await insertItem(data.database, {
    id,
    owner: 'owner',
    type: 'Web Map',
    title: 'Parks',
    ...times,
  } as NewItem);
});

interface Visit {
  caller?: Caller;
  ip?: string;
  agent?: string;
}

const visit = ({ caller = anonymous, ip = '10.0.0.1', agent = 'Browser' }: Visit = {}, item = id) =>
  countView(
    {
      context: data.context,
      caller,
      request: { ip, headers: { 'user-agent': agent } } as PortalCall['request'],
    },
    item,
  );
const views = async (item = id) => (await findItem(data.database, item))?.num_views;

test.each<[string, Visit, Visit, number]>([
  [
    'the same member from two places',
    { caller: memberCaller('grace') },
    { caller: memberCaller('grace'), ip: '10.0.0.2', agent: 'Other' },
    1,
  ],
  ['two members at one address', { caller: memberCaller('grace') }, { caller: memberCaller('linus') }, 2],
  ['a member and a visitor at one address', { caller: memberCaller('grace') }, {}, 2],
  ['the same visitor', {}, {}, 1],
  ['visitors of two addresses', {}, { ip: '10.0.0.2' }, 2],
  ['two browsers at one address', {}, { agent: 'Other' }, 2],
  ['a member named like a visitor', { caller: memberCaller('visitor 10.0.0.1 Browser') }, {}, 2],
])('%s', async (_, first, second, expected) => {
  await visit(first);
  await visit(second);
  expect(await views()).toBe(expected);
});

test('counts one view of many concurrent tabs', async () => {
  await Promise.all(Array.from({ length: 12 }, () => visit({ caller: memberCaller('grace') })));
  expect(await views()).toBe(1);
});

test('counts views of items separately', async () => {
  const other = id;
  id = `${id}x`;
  await insertItem(data.database, {
    id,
    owner: 'owner',
    type: 'Web Map',
    title: 'B',
    created_at: 1,
    modified_at: 1,
  } as NewItem);
  await visit();
  expect([await views(), await views(other)]).toEqual([1, 0]);
});

test('stores nothing that identifies the viewer, and nothing longer than a day', async () => {
  await visit({ caller: memberCaller('grace') });
  const kept = () =>
    data.database.selectFrom('portal_item_view').selectAll().where('item_id', '=', id).execute();
  expect(JSON.stringify(await kept())).not.toMatch(/grace|10\.0\.0\.1|Browser/);
  expect(await kept()).toHaveLength(1);
  data.clock.advance(86_400_000);
  await visit({ caller: memberCaller('grace') });
  expect(await views()).toBe(2);
  expect(await kept()).toHaveLength(1);
});

test('deletes the views of earlier days once a day, however many requests there are', async () => {
  const context = () => ({ ...data.context });
  const request = { ip: '10.0.0.1', headers: {} } as PortalCall['request'];
  await countView({ context: context(), caller: anonymous, request }, id);
  await data.database.insertInto('portal_item_view').values({ item_id: id, viewer: 'x', day: 1 }).execute();
  await countView({ context: context(), caller: anonymous, request }, id);
  const left = () => data.database.selectFrom('portal_item_view').selectAll().where('day', '=', 1).execute();
  expect(await left()).toHaveLength(1);
  data.clock.advance(86_400_000);
  await countView({ context: context(), caller: anonymous, request }, id);
  expect(await left()).toEqual([]);
});
