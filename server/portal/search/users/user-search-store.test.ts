import { Parameters } from '../../../platform/arcgis/parameters.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  anonymous,
  createPortalData,
  memberCaller,
  type PortalData,
} from '../../../../testing/rig/portal-data.ts';
import type { Caller } from '../../caller.ts';
import { readSimpleSearch } from '../parameters.ts';
import { searchUsers, userSortFields } from './user-search-store.ts';

let data: PortalData;

/** The users: visible to everyone, to the organisation, or only to themselves. */
beforeAll(async () => {
  data = await createPortalData();
  await data.addUser('ada', { role: 'org_admin', fullName: 'Ada Lovelace', email: 'ada@town.example' });
  await data.addUser('grace', {
    role: 'org_publisher',
    fullName: 'Grace Hopper',
    email: 'grace@town.example',
  });
  await data.addUser('zoe', { fullName: 'Zoë Quiet', email: 'zoe@town.example' });
  await data.addUser('hidden', { fullName: 'Hidden Person', email: 'hidden@town.example' });
  const set = (username: string, values: object) =>
    data.database.updateTable('portal_user').set(values).where('username', '=', username).execute();
  await set('ada', { access: 'public', last_sign_in_at: 1 });
  await set('grace', { access: 'org', last_sign_in_at: 9 });
  await set('zoe', { access: 'public', disabled: true, last_sign_in_at: 5 });
  await set('hidden', { access: 'private' });
});
afterAll(() => data.stop());

const callers = {
  visitor: anonymous,
  member: memberCaller('grace'),
  administrator: memberCaller('ada', { role: 'org_admin' }),
} satisfies Record<string, Caller>;

async function find(parameters: Record<string, string>, caller: Caller): Promise<string[]> {
  const found = await searchUsers(
    data.database,
    readSimpleSearch(new Parameters(parameters), userSortFields),
    caller,
  );
  expect(found.total).toBe(found.rows.length);
  return found.rows.map(({ username }) => username);
}

// Which users each caller finds: visitors, members, administrators.
const table: [q: string, visitor: string[], member: string[], administrator: string[]][] = [
  ['', ['ada', 'zoe'], ['ada', 'grace', 'zoe'], ['ada', 'grace', 'hidden', 'zoe']],
  ['hidden', [], [], ['hidden']],
  ['username:hidden', [], [], ['hidden']],
  ['fullname:Hidden', [], [], ['hidden']],
  ['zoe', ['zoe'], ['zoe'], ['zoe']],
  ['lastname:hopper', [], ['grace'], ['grace']],
  ['username:GRACE', [], ['grace'], ['grace']],
  ['access:private', [], [], ['hidden']],
  ['orgid:mapping', [], ['ada', 'grace', 'zoe'], ['ada', 'grace', 'hidden', 'zoe']],
  ['orgid:elsewhere', [], [], []],
  // Email addresses: one's own, and all for administrators.
  ['email:ada@town.example', [], [], ['ada']],
  ['email:grace@town.example', [], ['grace'], ['grace']],
  ['email:hidden@town.example', [], [], ['hidden']],
  // Fields hidden from visitors.
  ['role:org_admin', [], ['ada'], ['ada']],
  ['disabled:true', [], ['zoe'], ['zoe']],
  ['disabled:false', [], ['ada', 'grace'], ['ada', 'grace', 'hidden']],
  ['-disabled:true', ['ada', 'zoe'], ['ada', 'grace'], ['ada', 'grace', 'hidden']],
  ['-role:org_admin', ['ada', 'zoe'], ['grace', 'zoe'], ['grace', 'hidden', 'zoe']],
  ['-email:ada@town.example', ['ada', 'zoe'], ['ada', 'grace', 'zoe'], ['grace', 'hidden', 'zoe']],
];

describe('users found by a caller', () => {
  test.each(
    table.flatMap(([q, ...found]) =>
      Object.entries(callers).map(([who, caller], index) => ({ q, who, caller, found: found[index] })),
    ),
  )('“$q” by a $who', async ({ q, caller, found }) => {
    expect(await find({ q, num: '100' }, caller)).toEqual(found);
  });

  test.each(Object.entries(callers))('“disabled:perhaps” is rejected for a %s', async (_, caller) => {
    await expect(find({ q: 'disabled:perhaps' }, caller)).rejects.toMatchObject({ status: 400 });
  });
});

test.each([
  ['visitor', 'role', ['ada', 'zoe']],
  ['visitor', 'lastlogin', ['ada', 'zoe']],
  ['member', 'role', ['ada', 'grace', 'zoe']],
  ['member', 'lastlogin', ['ada', 'grace', 'zoe']],
  ['administrator', 'lastlogin', ['hidden', 'ada', 'zoe', 'grace']],
  ['administrator', 'fullname', ['ada', 'grace', 'hidden', 'zoe']],
] as const)('the order of a %s by %s reveals only what they are shown', async (who, sortField, expected) => {
  expect(await find({ sortField, num: '100' }, callers[who])).toEqual(expected);
});
