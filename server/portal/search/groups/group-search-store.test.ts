import { Parameters } from '../../../platform/arcgis/parameters.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  anonymous,
  createPortalData,
  memberCaller,
  type PortalData,
} from '../../../../testing/rig/portal-data.ts';
import type { Caller } from '../../caller.ts';
import { createGroup } from '../../community/create-group.ts';
import { readSimpleSearch } from '../parameters.ts';
import { groupSortFields, searchGroups } from './group-search-store.ts';

let data: PortalData;

beforeAll(async () => {
  data = await createPortalData();
  for (const username of ['ada', 'grace', 'zoe']) await data.addUser(username);
  const add = async (id: string, title: string, more: object) => {
    await createGroup(data.context, {
      id,
      title,
      owner: 'ada',
      access: 'org',
      isInvitationOnly: false,
      ...more,
    });
    data.clock.advance(1000);
  };
  await add('open', 'Trees of the city', { access: 'public', tags: ['Green Space', 'trees'] });
  await add('town', 'Roads', { tags: ['transport'], snippet: 'Where trees fell' });
  await add('team', 'Quiet trees', { access: 'private', members: ['grace'] });
  await add('own', 'Élan vital', {
    access: 'private',
    owner: 'zoe',
    isInvitationOnly: true,
    isViewOnly: true,
  });
});
afterAll(() => data.stop());

const callers = {
  visitor: anonymous,
  member: memberCaller('grace', { groupIds: ['team'] }),
  owner: memberCaller('zoe', { groupIds: ['own'] }),
  administrator: memberCaller('root', { role: 'org_admin' }),
} satisfies Record<string, Caller>;

async function find(parameters: Record<string, string>, caller: Caller): Promise<string[]> {
  const input = readSimpleSearch(new Parameters({ num: '100', ...parameters }), groupSortFields);
  const { total, rows } = await searchGroups(data.database, input, caller);
  expect(total).toBe(rows.length);
  return rows.map(({ id }) => id);
}

const all = ['own', 'open', 'team', 'town'];
// Which groups each caller finds: visitors, a member of the team, the owner of one, administrators.
const table: [q: string, visitor: string[], member: string[], owner: string[], administrator: string[]][] = [
  ['', ['open'], ['open', 'team', 'town'], ['own', 'open', 'town'], all],
  ['trees', ['open'], ['open', 'team', 'town'], ['open', 'town'], ['open', 'team', 'town']],
  ['title:trees', ['open'], ['open', 'team'], ['open'], ['open', 'team']],
  ['elan', [], [], ['own'], ['own']],
  ['id:team', [], ['team'], [], ['team']],
  ['id:TEAM', [], ['team'], [], ['team']],
  ['owner:zoe', [], [], ['own'], ['own']],
  ['owner:ZO*', [], [], ['own'], ['own']],
  ['tags:"green space"', ['open'], ['open'], ['open'], ['open']],
  ['tags:space', ['open'], ['open'], ['open'], ['open']],
  ['tags:"green"', [], [], [], []],
  ['access:private', [], ['team'], ['own'], ['own', 'team']],
  ['isinvitationonly:true', [], [], ['own'], ['own']],
  ['isViewOnly:false', ['open'], ['open', 'team', 'town'], ['open', 'town'], ['open', 'team', 'town']],
  ['-owner:ada', [], [], ['own'], ['own']],
  ['typekeywords:x', [], [], [], []],
  ['-typekeywords:x', ['open'], ['open', 'team', 'town'], ['own', 'open', 'town'], all],
  // Favourites are in no list, not even their owner's.
  ['title:favorites', [], [], [], []],
];

describe('groups found by a caller', () => {
  test.each(
    table.flatMap(([q, ...found]) =>
      Object.entries(callers).map(([who, caller], index) => ({ q, who, caller, found: found[index] })),
    ),
  )('“$q” by the $who', async ({ q, caller, found }) => {
    expect((await find({ q }, caller)).toSorted()).toEqual(found?.toSorted());
  });
});

test.each([
  [{ sortField: 'title' }, ['own', 'team', 'town', 'open']],
  [{ sortField: 'title', sortOrder: 'desc' }, ['open', 'town', 'team', 'own']],
  [{ sortField: 'created', sortOrder: 'desc' }, ['own', 'team', 'town', 'open']],
  [{ sortField: 'owner,created', sortOrder: 'asc,desc' }, ['team', 'town', 'open', 'own']],
  // In title and tags, in the title, elsewhere.
  [{ q: 'trees', sortField: 'relevance' }, ['open', 'team', 'town']],
] as [Record<string, string>, string[]][])('sorts by %o', async (parameters, expected) => {
  expect(await find(parameters, callers.administrator)).toEqual(expected);
});

test.each([
  [{ q: 'isviewonly:perhaps' }, '“isviewonly” is true or false.'],
  [{ q: 'created:yesterday' }, 'in milliseconds since 1970, or a date'],
  [{ q: 'owner:[a TO b]' }, '“owner” takes no range.'],
  [{ q: '[a TO b]' }, 'a range needs a field'],
  [{ filter: 'colour:red' }, 'there is no field “colour”.'],
])('rejects %o with a reason and its position', async (parameters, reason) => {
  const refused = await find(parameters as Record<string, string>, callers.member).catch(
    (error: unknown) => error,
  );
  expect(refused).toMatchObject({ id: 'portal:query-invalid', status: 400 });
  expect((refused as Error).message).toContain(reason);
});
