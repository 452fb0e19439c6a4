import { Parameters } from '../../../platform/arcgis/parameters.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  anonymous,
  createPortalData,
  memberCaller,
  type PortalData,
} from '../../../../testing/rig/portal-data.ts';
import { limits } from '../../../limits.ts';
import { mayItem } from '../../access/item-policy.ts';
import type { Caller } from '../../caller.ts';
import { createGroup } from '../../community/create-group.ts';
import { addItem } from '../../content/items/create-item.ts';
import { all, any, negate, printQuery, type QueryTree, type TermValue } from '../grammar/query-tree.ts';
import { pageEnvelope } from '../parameters.ts';
import { readItemSearch } from './item-search.ts';
import { searchItems } from './item-search-store.ts';
import { runs } from '../../../../testing/rig/long.ts';

vi.mock('../../../limits.ts', async (load) => ({
  ...(await load<typeof import('../../../limits.ts')>()),
  limits: { ...(await load<typeof import('../../../limits.ts')>()).limits },
}));

/** Random searches by every caller, compared with a scan of all items by the policies. */

/** Up to this many matches are sorted as few; with 0 every search is treated as many. */
const few = fc.constantFrom(0, 5, 1000);
const sortAsFew = (max: number) =>
  Object.assign(limits, { searchFew: max, searchSmallPortal: max === 1000 ? 1000 : 0, searchCandidates: 3 });

const owners = ['ada', 'grace', 'linus'] as const;
const types = ['Web Map', 'Feature Service', 'PDF'] as const;
/** No word is a prefix of another, none has an English ending. */
const vocabulary = ['zorb', 'quix', 'brong', 'vlam'] as const;
const groups = ['club', 'open'] as const;

const items = fc
  .sample(
    fc.record({
      owner: fc.constantFrom(...owners),
      type: fc.constantFrom(...types),
      access: fc.constantFrom('private' as const, 'org' as const, 'public' as const),
      words: fc.uniqueArray(fc.constantFrom(...vocabulary), { maxLength: 3 }),
      tags: fc.uniqueArray(fc.constantFrom('red', 'deep blue', 'green'), { maxLength: 2 }),
      groups: fc.uniqueArray(fc.constantFrom(...groups), { maxLength: 2 }),
      views: fc.integer({ min: 0, max: 4 }),
      created: fc.integer({ min: 1, max: 5 }),
    }),
    { numRuns: 70, seed: 5 },
  )
  .map((item, index) => ({ ...item, id: `item${String(index).padStart(3, '0')}` }));
type Item = (typeof items)[number];

const callers: [string, Caller][] = [
  ['visitor', anonymous],
  ['ada', memberCaller('ada', { role: 'org_admin' })],
  ['grace', memberCaller('grace', { groupIds: ['club'] })],
  ['linus', memberCaller('linus', { groupIds: ['club', 'open'] })],
  ['sam', memberCaller('sam')],
];

let rig: PortalData;
beforeAll(async () => {
  rig = await createPortalData();
  for (const username of [...owners, 'sam']) await rig.addUser(username);
  await createGroup(rig.context, {
    id: 'club',
    title: 'C',
    owner: 'linus',
    access: 'private',
    members: ['grace'],
  });
  await createGroup(rig.context, { id: 'open', title: 'O', owner: 'linus', access: 'org' });
  for (const { id, owner, type, access, words, tags, views, created, ...item } of items) {
    await addItem(rig.context, owner, {
      id,
      title: ['x', ...words].join(' '),
      type,
      access,
      tags,
      groups: item.groups,
      num_views: views,
      created_at: created,
    });
  }
});
afterAll(() => rig.stop());

const term = (field: string | undefined, value: TermValue): QueryTree => ({
  kind: 'term',
  field,
  value,
  position: 0,
});
const phrase = (field: string, text: string) => term(field, { kind: 'phrase', text });
const bound = fc.option(fc.integer({ min: 0, max: 5 }).map(String), { nil: undefined });
const range = (field: string) =>
  fc
    .record({ from: bound, to: bound, fromIncluded: fc.boolean(), toIncluded: fc.boolean() })
    .map((parts) => term(field, { kind: 'range', ...parts }));

const { tree } = fc.letrec<{ tree: QueryTree }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(...vocabulary).map((text) => term(undefined, { kind: 'word', text, prefix: false })),
    fc.constantFrom(...owners).map((name) => phrase('owner', name)),
    fc.constantFrom(...types).map((name) => phrase('type', name)),
    fc.constantFrom('red', 'deep blue', 'green').map((name) => phrase('tags', name)),
    fc.constantFrom('public', 'org', 'shared', 'private').map((name) => phrase('access', name)),
    fc.constantFrom(...groups, 'nowhere').map((name) => phrase('group', name)),
    range('numviews'),
    range('created'),
    fc.array(tie('tree'), { minLength: 2, maxLength: 3 }).map(all),
    fc.array(tie('tree'), { minLength: 2, maxLength: 3 }).map(any),
    tie('tree').map(negate),
  ),
}));

/** Whether a query matches an item; undefined where it restricts nothing (a range open at both ends). */
function says(query: QueryTree, item: Item, caller: Caller): boolean | undefined {
  switch (query.kind) {
    case 'everything':
      return undefined;
    case 'not': {
      const part = says(query.part, item, caller);
      return part === undefined ? undefined : !part;
    }
    case 'and':
    case 'or': {
      const parts = query.parts.map((part) => says(part, item, caller)).filter((part) => part !== undefined);
      if (parts.length === 0) return undefined;
      return query.kind === 'and' ? parts.every(Boolean) : parts.some(Boolean);
    }
    case 'term':
      return query.value.kind === 'range'
        ? within(query.value, query.field === 'numviews' ? item.views : item.created)
        : has(query.field, query.value.text, item, caller);
  }
}

function within({ from, to, fromIncluded, toIncluded }: TermValue & { kind: 'range' }, value: number) {
  if (from === undefined && to === undefined) return undefined;
  const [low, high] = [Number(from ?? -Infinity), Number(to ?? Infinity)];
  return (fromIncluded ? value >= low : value > low) && (toIncluded ? value <= high : value < high);
}

function has(field: string | undefined, text: string, item: Item, caller: Caller): boolean {
  switch (field) {
    case 'owner':
      return item.owner === text;
    case 'type':
      return item.type === text;
    case 'tags':
      return item.tags.some((tag) => tag === text);
    case 'access':
      return (item.access === 'private' && item.groups.length > 0 ? 'shared' : item.access) === text;
    case 'group': {
      // An invisible group finds nothing: 'open' is visible to the organisation, 'club' to its members.
      const seen =
        caller.kind === 'member' &&
        (text === 'open' || caller.role === 'org_admin' || caller.groupIds.includes(text));
      return seen && item.groups.some((group) => group === text);
    }
    default:
      return item.words.some((word) => word === text);
  }
}

const expected = (query: QueryTree, caller: Caller) =>
  items.filter(
    (item) =>
      mayItem(caller, 'see', { ...item, org_id: 'mapping', groupIds: item.groups }) &&
      (says(query, item, caller) ?? true),
  );
const search = async (parameters: Record<string, string>, caller: Caller) =>
  searchItems(rig.database, readItemSearch(new Parameters(parameters)), caller);

function counted(item: Item, field: string): string[] {
  if (field === 'tags') return item.tags;
  if (field === 'owner') return [item.owner];
  if (field === 'type') return [item.type];
  return [item.access === 'private' && item.groups.length > 0 ? 'shared' : item.access];
}

describe.each(callers)('%s', (_who, caller) => {
  test('finds exactly the visible matches, as q and as filter', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(tree, few, async (query, max) => {
        sortAsFew(max);
        const ids = expected(query, caller).map(({ id }) => id);
        for (const name of ['q', 'filter']) {
          const found = await search({ [name]: printQuery(query), num: '100', sortField: 'created' }, caller);
          expect(found.rows.map(({ id }) => id).sort()).toEqual(ids);
          expect(found.total).toBe(ids.length);
          const best = await search({ [name]: printQuery(query), num: '100' }, caller);
          expect(best.rows.map(({ id }) => id).sort()).toEqual(ids);
        }
      }),
      { numRuns: runs(20, 100) },
    );
  });

  test('pages through all results, in the requested order', { timeout: 60_000 }, async () => {
    const order = fc.record({
      field: fc.constantFrom('numViews' as const, 'created' as const),
      descending: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(
        tree,
        order,
        fc.integer({ min: 1, max: 30 }),
        few,
        async (query, { field, descending }, num, max) => {
          sortAsFew(max);
          const sign = descending ? -1 : 1;
          const key = field === 'numViews' ? 'views' : 'created';
          const sorted = expected(query, caller).toSorted(
            (a, b) => sign * (a[key] - b[key] || (a.id < b.id ? -1 : 1)),
          );
          const seen: string[] = [];
          for (let start = 1; start > 0;) {
            const page = {
              q: printQuery(query),
              sortField: field,
              sortOrder: descending ? 'desc' : 'asc',
              start: String(start),
              num: String(num),
            };
            const { rows, total } = await search(page, caller);
            expect(total).toBe(sorted.length);
            seen.push(...rows.map(({ id }) => id));
            start = pageEnvelope({ start, num }, total).nextStart;
          }
          expect(seen).toEqual(sorted.map(({ id }) => id));
        },
      ),
      { numRuns: runs(8, 40) },
    );
  });

  test('counts its results by type and access', async () => {
    await fc.assert(
      fc.asyncProperty(tree, async (query) => {
        const found = await search(
          { q: printQuery(query), countFields: 'type,tags,owner,access', num: '0' },
          caller,
        );
        const visible = expected(query, caller);
        expect(found.facets).toHaveLength(4);
        for (const { fieldName, fieldValues } of found.facets ?? []) {
          const values = visible.flatMap((item) => counted(item, fieldName));
          const counts = Object.groupBy(values, (value) => value);
          expect(Object.fromEntries(fieldValues.map(({ value, count }) => [value, Number(count)]))).toEqual(
            Object.fromEntries(Object.entries(counts).map(([value, each]) => [value, each?.length])),
          );
        }
        expect(found.rows).toEqual([]);
      }),
      { numRuns: runs(8, 40) },
    );
  });
});

test.each(['constructor', 'hasownproperty'])(
  'does not read property names of the language as fields: %s',
  async (name) => {
    expect((await search({ q: `${name}:zorb` }, anonymous)).rows).toEqual([]);
    await expect(search({ filter: `${name}:zorb` }, anonymous)).rejects.toMatchObject({ status: 400 });
  },
);
