import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  anonymous,
  createPortalData,
  memberCaller,
  type PortalData,
} from '../../../../testing/rig/portal-data.ts';
import type { Caller } from '../../caller.ts';
import { createGroup } from '../../community/create-group.ts';
import { addFolder } from '../folders/folder-operations.ts';
import { insertItem, type NewItem } from '../items/item-store.ts';
import { shareWithGroups } from '../sharing/sharing-store.ts';
import { type ContentSortField, listUserItems, type UserItemsRequest } from './user-items-store.ts';

let data: PortalData;

const levels = ['public', 'org', 'shared', 'private', 'favourite'] as const;
const places = ['root', 'folder'] as const;

/**
 * Each level once in the root and once in the folder `drafts`; in the group `team`, or only in someone's
 * favourites.
 */
beforeAll(async () => {
  data = await createPortalData();
  for (const person of ['grace', 'linus']) await data.addUser(person);
  await createGroup(data.context, { id: 'team', title: 'Team', owner: 'linus', access: 'private' });
  const { favGroupId = '' } = (await data.database
    .selectFrom('portal_user')
    .select('fav_group_id as favGroupId')
    .where('username', '=', 'linus')
    .executeTakeFirstOrThrow()) as { favGroupId?: string };
  await addFolder(data.context, 'grace', { id: 'drafts', title: 'Drafts' });
  for (const [at, level] of levels.entries()) {
    for (const [of, place] of places.entries()) {
      const id = `${place}-${level}`;
      await insertItem(data.database, {
        id,
        owner: 'grace',
        type: at % 2 ? 'Web Map' : 'Feature Service',
        title: `${'edcba'[at]}${of}`,
        access: level === 'public' || level === 'org' ? level : 'private',
        folder_id: place === 'folder' ? 'drafts' : null,
        size: (at * 7) % 5,
        num_views: (at * 3) % 4,
        avg_rating: (at * 2) % 5,
        created_at: 10 + at,
        modified_at: 20 - at,
      } as NewItem);
      if (level === 'shared') await shareWithGroups(data.database, id, ['team']);
      if (level === 'favourite') await shareWithGroups(data.database, id, [favGroupId]);
    }
  }
  await insertItem(data.database, {
    id: 'not-hers',
    owner: 'linus',
    type: 'Web Map',
    title: 'Z',
    access: 'public',
    created_at: 1,
    modified_at: 1,
  } as NewItem);
});
afterAll(() => data.stop());

const list = (more: Partial<UserItemsRequest>, caller: Caller) =>
  listUserItems(
    data.database,
    { owner: 'grace', folderId: undefined, start: 1, num: 100, sort: [], ...more },
    caller,
  );

const actors: Record<string, [Caller, readonly string[]]> = {
  'a visitor': [anonymous, ['public']],
  'another member': [memberCaller('sam'), ['public', 'org']],
  'a member of the group': [memberCaller('linus', { groupIds: ['team'] }), ['public', 'org', 'shared']],
  'the owner': [memberCaller('grace'), levels],
  'an administrator': [memberCaller('ada', { role: 'org_admin' }), levels],
};
const cells = Object.entries(actors).flatMap(([actor, [caller, seen]]) =>
  (
    [
      ['the root', null, ['root']],
      ['the folder', 'drafts', ['folder']],
      ['everything', undefined, places],
    ] as const
  ).map(([where, folderId, from]) => ({ actor, caller, seen, where, folderId, from })),
);

describe('visible items of a user', () => {
  test.each(cells)('for $actor, of $where', async ({ caller, seen, folderId, from }) => {
    const { total, rows } = await list({ folderId }, caller);
    const expected = from.flatMap((place) => seen.map((level) => `${place}-${level}`));
    expect(rows.map(({ id }) => id).toSorted()).toEqual(expected.toSorted());
    expect(total).toBe(expected.length);
  });

  test.each(cells)(
    'for $actor, of $where: the total reveals no more',
    async ({ caller, seen, folderId, from }) => {
      expect(await list({ folderId, num: 0 }, caller)).toEqual({
        total: from.length * seen.length,
        rows: [],
      });
    },
  );

  test('show a map in groups as shared, and one in favourites as not shared', async () => {
    const { rows } = await list({ folderId: null }, memberCaller('grace'));
    expect(rows.filter(({ shared }) => shared).map(({ id }) => id)).toEqual(['root-shared']);
  });
});

const fields = {
  created: 'created_at',
  modified: 'modified_at',
  title: 'title',
  type: 'type',
  owner: 'owner',
  size: 'size',
  numviews: 'num_views',
  avgrating: 'avg_rating',
} as const satisfies Record<ContentSortField, string>;

describe('order and pages', () => {
  test.each(
    Object.entries(fields).flatMap(([field, column]) => [
      [field, column, false],
      [field, column, true],
    ]) as [ContentSortField, (typeof fields)[ContentSortField], boolean][],
  )('by %s (%s), descending %s', async (field, column, descending) => {
    const { rows } = await list({ sort: [{ field, descending }] }, memberCaller('grace'));
    const sign = descending ? -1 : 1;
    for (const [index, row] of rows.entries()) {
      const before = rows[index - 1];
      if (!before) continue;
      const [a, b] = [before[column], row[column]];
      expect(a === b ? before.id < row.id : (a < b ? 1 : -1) === sign).toBe(true);
    }
    expect(rows).toHaveLength(10);
  });

  test('of any size return all items, each once', async () => {
    const caller = memberCaller('grace');
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 12 }),
        fc.constantFrom(...(Object.keys(fields) as ContentSortField[])),
        fc.boolean(),
        async (num, field, descending) => {
          const sort = [{ field, descending }];
          const whole = (await list({ sort }, caller)).rows.map(({ id }) => id);
          const paged: string[] = [];
          for (let start = 1; start <= 10; start += num) {
            const { total, rows } = await list({ sort, start, num }, caller);
            expect(total).toBe(10);
            paged.push(...rows.map(({ id }) => id));
          }
          expect(paged).toEqual(whole);
        },
      ),
      { numRuns: 20 },
    );
  });

  test('beyond the end are empty, with the same total', async () => {
    expect(await list({ start: 11 }, memberCaller('grace'))).toEqual({ total: 10, rows: [] });
    expect(await list({ owner: 'nobody' }, memberCaller('grace'))).toEqual({ total: 0, rows: [] });
  });
});
