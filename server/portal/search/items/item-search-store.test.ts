import { Parameters } from '../../../platform/arcgis/parameters.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../testing/rig/test-database.ts';
import { MappingError } from '../../../../wire/errors.ts';
import type { Caller } from '../../caller.ts';
import { createGroup } from '../../community/create-group.ts';
import { createUser } from '../../community/create-user.ts';
import { insertItem, type NewItem, updateItem } from '../../content/items/item-store.ts';
import type { PortalContext } from '../../operation.ts';
import { createPortalContext } from '../../portal-context.ts';
import { readItemSearch } from './item-search.ts';
import { searchItems } from './item-search-store.ts';

let rig: Awaited<ReturnType<typeof createTestDatabase>>;
let context: PortalContext;

const anonymous: Caller = { kind: 'anonymous' };
const person = (username: string, groupIds: string[] = []): Caller => ({
  kind: 'member',
  orgId: 'mapping',
  username,
  role: username === 'ada' ? 'org_admin' : 'org_user',
  groupIds,
  tokenHash: '',
});
const ada = person('ada');

const items: (Partial<NewItem> & { id: string; title: string })[] = [
  {
    id: 'buildings',
    title: 'Buildings by number of levels',
    tags: ['Astana', 'green space'],
    snippet: 'Every building of the city',
    description: '<p>Made of <b>museum</b> plans</p>',
    categories: ['/Categories/Built/Houses'],
    west: 71,
    south: 51,
    east: 72,
    north: 52,
    num_views: 7,
    created_at: Date.UTC(2026, 0, 10),
  },
  {
    id: 'museums',
    title: 'Museums',
    tags: ['culture'],
    snippet: 'Where the buildings are old',
    num_views: 3,
  },
  {
    id: 'lodz',
    title: 'Łódź, Straße und Café',
    tags: ['Astana'],
    culture: 'de',
    num_views: 5,
    owner: 'Grace',
  },
  {
    id: 'kazakh',
    title: 'Қазақстан музейлері',
    description: 'about buildings',
    type: 'Feature Service',
    properties: JSON.stringify({
      mappingTranslations: {
        de: { title: 'Sammlungen' },
        fr: { title: 'Collections', snippet: 'Œuvres rassemblées' },
      },
    }),
  },
  { id: 'beijing', title: '北京天安门广场', type: 'Web Mapping Application', type_keywords: ['Story Map'] },
  {
    id: 'island',
    title: 'Islands',
    west: 170,
    south: -20,
    east: 179,
    north: -10,
    access: 'org',
    folder_id: 'trips',
  },
  { id: 'secret', title: 'Secret museum', tags: ['hidden'], access: 'private', folder_id: 'drafts' },
  { id: 'shared', title: 'Shared bridge', access: 'private' },
];

beforeAll(async () => {
  rig = await createTestDatabase();
  context = createPortalContext({ database: rig.database, publicUrl: 'http://localhost' });
  for (const username of ['ada', 'Grace'])
    await createUser(context, { username, fullName: username, role: 'org_user' });
  await createGroup(context, {
    id: 'bridges',
    title: 'Bridges',
    owner: 'ada',
    access: 'private',
    members: ['Grace'],
  });
  await rig.database
    .insertInto('portal_folder')
    .values(['drafts', 'trips'].map((id) => ({ id, username: 'ada', title: id, created_at: 0 })))
    .execute();
  for (const [index, item] of items.entries()) {
    await insertItem(rig.database, {
      owner: 'ada',
      type: 'Web Map',
      snippet: '',
      description: '',
      tags: [],
      type_keywords: [],
      categories: [],
      access: 'public',
      culture: 'en',
      access_information: '',
      license_info: '',
      size: 0,
      created_at: 1000 + index,
      modified_at: 2000 + index,
      ...item,
    });
  }
  await rig.database
    .insertInto('portal_item_group')
    .values([{ item_id: 'shared', group_id: 'bridges' }])
    .execute();
});
afterAll(() => rig.drop());

async function search(parameters: Partial<Record<string, string | string[]>>, caller: Caller = anonymous) {
  const input = readItemSearch(new Parameters(parameters));
  const { total, rows, facets } = await searchItems(rig.database, input, caller);
  return { total, ids: rows.map((row) => row.id), rows, facets };
}

describe('free text', () => {
  test.each([
    // Word forms, and title before snippet before description.
    ['building', ['buildings', 'museums', 'kazakh']],
    ['BUILDINGS', ['buildings', 'museums', 'kazakh']],
    // Prefixes of words, but only from three letters on.
    ['muse', ['museums', 'buildings']],
    ['mu', []],
    ['mu*', ['museums', 'buildings']],
    // Accents, special letters, other scripts.
    ['lodz', ['lodz']],
    ['strasse cafe', ['lodz']],
    ['МУЗЕЙЛЕРІ', ['kazakh']],
    ['天安门', ['beijing']],
    // All words are required; phrases are adjacent.
    ['building levels', ['buildings']],
    ['"number of levels"', ['buildings']],
    ['"levels number"', []],
    // Owner and type are found as words too.
    ['grace', ['lodz']],
    ['feature service', ['kazakh']],
    // Exclusions match exactly as written.
    ['museum -buildings', []],
    ['museum -levels', ['museums']],
    ['museum -buil', ['museums', 'buildings']],
    ['levels OR cafe', ['buildings', 'lodz']],
    // Titles and summaries in other languages.
    ['sammlungen', ['kazakh']],
    ['collections музейлері', ['kazakh']],
    ['title:samm* snippet:oeuvres', ['kazakh']],
    // Punctuation restricts nothing.
    ['cafe & !', ['lodz']],
    ['Café: Straße', ['lodz']],
  ])('%s', async (q, ids) => {
    expect((await search({ q })).ids.sort()).toEqual([...ids].sort());
  });

  test('ranks a match in the title first, then tags, snippet, description', async () => {
    expect((await search({ q: 'building' })).ids).toEqual(['buildings', 'museums', 'kazakh']);
    expect((await search({ q: 'building', sortField: 'relevance', sortOrder: 'asc' })).ids[0]).toBe(
      'buildings',
    );
  });
});

describe('fields', () => {
  test.each([
    ['title:museums', ['museums']],
    ['title:muse*', ['museums']],
    ['snippet:building', ['buildings', 'museums']],
    ['description:museum', ['buildings']],
    ['tags:astana', ['buildings', 'lodz']],
    ['tags:green', ['buildings']],
    ['tags:"green space"', ['buildings']],
    ['tags:"green"', []],
    ['tags:(culture OR "green space")', ['museums', 'buildings']],
    ['type:"Web Map" lodz', ['lodz']],
    ['type:web beijing', []],
    ['type:"web mapping application"', ['beijing']],
    ['type:application', ['beijing']],
    ['type:"Nothing"', []],
    ['typekeywords:"Story Map"', ['beijing']],
    ['categories:"/Categories/Built"', ['buildings']],
    ['categories:houses', ['buildings']],
    ['owner:GRACE', ['lodz']],
    ['owner:gr*', ['lodz']],
    ['owner:nobody', []],
    ['id: lodz AND access: public', ['lodz']],
    ['culture:de', ['lodz']],
    ['numviews:[5 TO 7]', ['buildings', 'lodz']],
    ['num-views:{5 TO *]', ['buildings']],
    ['avgrating:[0.5 TO *]', []],
    ['created:2026-01-10', ['buildings']],
    ['created:[2026-01-01 TO 2026-02-01]', ['buildings']],
    ['modified:[0000000000000002000 TO 2001]', ['buildings', 'museums']],
    ['orgid:mapping title:museums', ['museums']],
    ['-orgid:mapping', []],
    ['orgid:other', []],
    ['NOT type:"Web Map" -title:музейлері', ['beijing']],
    ['title:*', ['buildings', 'museums', 'lodz', 'kazakh', 'beijing']],
  ])('%s', async (q, ids) => {
    expect((await search({ q })).ids.sort()).toEqual([...ids].sort());
  });

  test.each([
    ['ownerfolder:drafts', ada, ['secret']],
    ['owner:ada ownerfolder:root title:museums', ada, ['museums']],
    ['ownerfolder:root', person('Grace'), ['lodz']],
    // The folders of other users' public items are not revealed.
    ['ownerfolder:trips', person('Grace'), []],
    ['ownerfolder:trips', ada, ['island']],
    ['ownerfolder:trips', anonymous, []],
    ['ownerfolder:root', anonymous, []],
  ])('%s of %o', async (q, caller, ids) => {
    expect((await search({ q }, caller)).ids).toEqual(ids);
  });

  test.each([
    'created:yesterday',
    'numviews:many',
    'title:[a TO b]',
    'access:all',
    'shape:[1 TO 2]',
    'numviews:1e999',
  ])('rejects %s', async (q) => {
    await expect(search({ q })).rejects.toMatchObject({ id: 'portal:query-invalid', status: 400 });
  });
});

describe('filter', () => {
  test.each([
    ['title:museums', ['museums']],
    ['title:"cafe"', []],
    ['title:"lodz, STRASSE und cafe"', ['lodz']],
    ['tags:green', []],
    ['tags:"Green Space" OR tags:culture', ['buildings', 'museums']],
  ])('%s', async (filter, ids) => {
    expect((await search({ filter })).ids.sort()).toEqual([...ids].sort());
  });

  test.each([
    ['type:s', 100, (at: number) => `type:s${at}`],
    ['-group:s', 100, (at: number) => `-group:s${at}`],
    ['group:s', 10, (at: number) => `group:s${at}`],
    ['access:shared', 10, () => 'access:shared'],
    ['access:private', 10, () => 'access:private'],
  ])('takes %s %i times, and no more', async (_name, most, term) => {
    const q = (times: number) => Array.from({ length: times }, (_, at) => term(at)).join(' ');
    await expect(search({ q: q(most + 1) })).rejects.toMatchObject({
      id: 'portal:query-invalid',
      status: 400,
    });
    expect((await search({ q: q(most) })).total).toBeGreaterThanOrEqual(0);
  });

  test('takes access:public and access:org, which are columns of the item, more often', async () => {
    const alternatives = Array.from(
      { length: 10 },
      (_, at) => `(group:s${at} AND access:public) OR access:org`,
    );
    expect((await search({ q: alternatives.join(' OR ') })).total).toBeGreaterThanOrEqual(0);
  });

  test('rejects an unknown field', async () => {
    await expect(search({ filter: 'shape:round' })).rejects.toMatchObject({ status: 400 });
  });
});

describe('place, categories, order and pages', () => {
  test.each([
    ['71.5,51.5,71.6,51.6', anonymous, ['buildings']],
    ['0,0,1,1', anonymous, []],
    ['175,-15,-175,-12', ada, ['island']],
  ] as const)('bbox %s', async (bbox, caller, ids) => {
    expect((await search({ bbox }, caller)).ids).toEqual(ids);
  });

  test.each(['1,2,3', '1,2,3,x', '0,5,1,4', '1,2,3,4,5'])('rejects bbox %s', async (bbox) => {
    await expect(search({ bbox })).rejects.toMatchObject({ id: 'portal:invalid-bbox', status: 400 });
  });

  test('matches lists of categories: any of a list, every list', async () => {
    expect((await search({ categories: '["/Categories/Built","/Categories/None"]' })).ids).toEqual([
      'buildings',
    ]);
    expect((await search({ categories: '/Categories/None,/Categories/Built/Houses' })).ids).toEqual([
      'buildings',
    ]);
    expect((await search({ categories: ['/Categories/Built', '/Categories/None'] })).ids).toEqual([]);
  });

  test('sorts by any order, with stable pages', async () => {
    expect((await search({ sortField: 'numViews', sortOrder: 'desc', num: '2' })).ids).toEqual([
      'buildings',
      'lodz',
    ]);
    expect((await search({ sortField: 'num-views,title', sortOrder: 'asc,desc', num: '2' })).ids).toEqual([
      'beijing',
      'kazakh',
    ]);
    expect((await search({ sortField: 'title' })).ids).toEqual([
      'buildings',
      'lodz',
      'museums',
      'kazakh',
      'beijing',
    ]);
    expect((await search({})).ids[0]).toBe('beijing');
  });

  test('numbers pages from 1 and returns the total', async () => {
    expect(await search({ sortField: 'created', num: '2', start: '3' })).toMatchObject({
      ids: ['kazakh', 'beijing'],
      total: 5,
    });
    expect(await search({ sortField: 'created', num: '2', start: '5' })).toMatchObject({ total: 5 });
    expect(await search({ num: '0' })).toMatchObject({ ids: [], total: 5 });
    expect(await search({ start: '50' })).toMatchObject({ ids: [], total: 5 });
    expect(await search({ start: '999999999' })).toMatchObject({ ids: [], total: 5 });
  });

  test.each([
    { num: '-1' },
    { start: 'x' },
    { sortField: 'colour' },
    { sortField: 'title', sortOrder: 'up' },
  ])('rejects %o', async (parameters) => {
    await expect(search(parameters)).rejects.toMatchObject({ status: 400 });
  });
});

describe('searches reveal nothing the caller may not see', () => {
  test.each([
    ['anonymous', anonymous, ['beijing', 'buildings', 'kazakh', 'lodz', 'museums']],
    [
      'Grace',
      person('Grace', ['bridges']),
      ['beijing', 'buildings', 'island', 'kazakh', 'lodz', 'museums', 'shared'],
    ],
    ['an outsider', person('otto'), ['beijing', 'buildings', 'island', 'kazakh', 'lodz', 'museums']],
    [
      'the administrator',
      ada,
      ['beijing', 'buildings', 'island', 'kazakh', 'lodz', 'museums', 'secret', 'shared'],
    ],
  ])('%s', async (_, caller, ids) => {
    const found = await search({ countFields: 'tags,access', num: '100' }, caller);
    expect(found.ids.sort()).toEqual(ids);
    expect(found.total).toBe(ids.length);
    const tags = found.facets?.[0]?.fieldValues.map(({ value }) => value);
    expect(tags?.includes('hidden')).toBe(ids.includes('secret'));
  });

  test('neither by words nor by total', async () => {
    expect(await search({ q: 'secret OR tags:hidden OR id:secret', num: '0' })).toMatchObject({ total: 0 });
  });

  test('find nothing by a group the caller may not see', async () => {
    expect((await search({ q: 'group:bridges' }, person('Grace', ['bridges']))).ids).toEqual(['shared']);
    expect((await search({ q: 'group:bridges OR lodz' }, anonymous)).ids).toEqual(['lodz']);
  });

  test('find what is in any of many groups, as alternatives', async () => {
    const others = Array.from({ length: 400 }, (_, index) => `group:other${index}`);
    const q = `(${others.join(' OR ')} OR group:bridges OR group:*)`;
    const grace = person('Grace', ['bridges']);
    expect((await search({ q: q.replace(' OR group:*', '') }, grace)).ids).toEqual(['shared']);
    expect((await search({ filter: `${others.join(' OR ')} OR id:lodz` }, grace)).ids).toEqual(['lodz']);
    expect((await search({ q }, anonymous)).ids).toEqual([]);
  });

  test('distinguish private from shared items', async () => {
    expect((await search({ q: 'access:private' }, ada)).ids).toEqual(['secret']);
    expect((await search({ q: 'access:shared' }, ada)).ids).toEqual(['shared']);
    const found = await search({ countFields: 'access', countSize: '2' }, ada);
    expect(found.facets).toEqual([
      {
        fieldName: 'access',
        fieldValues: [
          { value: 'public', count: 5 },
          { value: 'org', count: 1 },
        ],
      },
    ]);
    expect(found.rows.filter((row) => row.shared).map((row) => row.id)).toEqual(['shared']);
  });
});

test('finds a changed item by its new words', async () => {
  await updateItem(rig.database, 'museums', { title: 'Galleries', num_views: 3 });
  expect((await search({ q: 'title:museums' })).ids).toEqual([]);
  expect((await search({ q: 'gallery' })).ids).toEqual(['museums']);
  const properties = JSON.stringify({ mappingTranslations: { nl: { title: 'Verzameling' } } });
  await updateItem(rig.database, 'museums', { title: 'Museums', properties });
  expect((await search({ q: 'verzameling' })).ids).toEqual(['museums']);
  await updateItem(rig.database, 'museums', { properties: null });
  expect((await search({ q: 'verzameling' })).ids).toEqual([]);
});

test('answers any query or rejects it with 400', { timeout: 60_000 }, async () => {
  const piece = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 8 }),
    fc.constantFrom(
      'title:',
      'tags:',
      'type:',
      'owner:',
      'group:',
      'created:',
      'numviews:',
      'access:',
      'id:',
      'categories:',
    ),
    fc.constantFrom(
      'a',
      '*',
      '"',
      '(',
      ')',
      '-',
      ' OR ',
      ' AND ',
      '[1 TO 2]',
      '{* TO 5}',
      "'",
      '\\',
      '%',
      ':*',
      '&',
      '|',
      '<->',
      '99999999999999999999',
    ),
  );
  const parameters = fc.record({
    q: fc.array(piece, { maxLength: 8 }).map((parts) => parts.join('').replaceAll('\0', '')),
    filter: fc.array(piece, { maxLength: 3 }).map((parts) => parts.join('').replaceAll('\0', '')),
    categories: fc.array(piece, { maxLength: 2 }).map((parts) => parts.join('').replaceAll('\0', '')),
  });
  let answered = 0;
  await fc.assert(
    fc.asyncProperty(parameters, async (given) => {
      const found = await search(given).catch(refused);
      if (found) answered += 1;
      expect(found?.ids ?? []).not.toContain('secret');
    }),
    { numRuns: 600 },
  );
  expect(answered).toBeGreaterThan(50);
});

/** Only a 400 is allowed as an error. */
function refused(error: unknown): undefined {
  if (!(error instanceof MappingError) || error.status !== 400) throw error;
}
