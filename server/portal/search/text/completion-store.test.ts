import { Parameters } from '../../../platform/arcgis/parameters.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createPortalData, memberCaller, type PortalData } from '../../../../testing/rig/portal-data.ts';
import { limits } from '../../../limits.ts';
import { addItem } from '../../content/items/create-item.ts';
import { deleteItem, updateItem } from '../../content/items/item-store.ts';
import { freeItemTerms } from '../fields/search-fields-condition.ts';
import { parseQuery } from '../grammar/parse.ts';
import { readItemSearch } from '../items/item-search.ts';
import { itemSearchCondition } from '../items/item-search-condition.ts';
import { beginningsOf } from './words.ts';
import { findCompletions, withoutElements } from './completion-store.ts';

let rig: PortalData;
beforeAll(async () => {
  rig = await createPortalData();
  await rig.addUser('ada');
});
afterAll(() => rig.stop());

const add = (title: string, database = rig.database) =>
  addItem({ ...rig.context, database }, 'ada', { title, type: 'Web Map' });
const complete = async (...beginnings: string[]) => {
  const found = await findCompletions(rig.database, beginnings);
  return Object.fromEntries([...found].map(([beginning, words]) => [beginning, words.toSorted()]));
};

describe('completions of a prefix', () => {
  test('are those of all items, as written and as stems, and whole names and types', async () => {
    await add('Waterways of the watershed');
    expect(await complete('water', 'o:a', 'y:web', 'o:water')).toEqual({
      water: ['watersh', 'watershed', 'waterway', 'waterways'],
      'o:a': ['o:ada'],
      'y:web': ['y:web'],
      'o:water': [],
    });
  });

  test('follow a change, and stay when an item is deleted', async () => {
    const id = await add('Quarry');
    await updateItem(rig.database, id, { title: 'Quay' });
    await deleteItem(rig.database, id);
    expect(await complete('qua')).toEqual({ qua: ['quarri', 'quarry', 'quay'] });
  });

  test('are omitted when there are too many', async () => {
    const many = Array.from({ length: limits.searchCompletions + 1 }, (_, index) => `zz${index}`);
    await add(many.slice(1).join(' '));
    expect((await complete('zz'))['zz']).toHaveLength(limits.searchCompletions);
    await add(many.join(' '));
    expect(await complete('zz')).toEqual({});
  });

  test('are left to PostgreSQL where a prefix would split a word', async () => {
    const [cut] = (
      await sql<{ words: number }>`select length(to_tsvector('simple', '1e5x')) as words`.execute(
        rig.database,
      )
    ).rows;
    expect(cut?.words).toBe(2);
    expect(await complete('1e5x')).toEqual({});
  });

  test('of two concurrent writers are stored without either waiting for the other', async () => {
    await rig.database.transaction().execute(async (first) => {
      await add('Hedgehog', first);
      await rig.database.transaction().execute(async (second) => {
        await add('Ibex', second);
        await add('Hedgehog', second);
      });
      await add('Ibex', first);
    });
    expect(await complete('hedge', 'ibe')).toEqual({ hedge: ['hedgehog'], ibe: ['ibex'] });
  });
});

test('long descriptions of a script without blanks are split in pieces', async () => {
  const split = vi.spyOn(Intl.Segmenter.prototype, 'segment');
  await addItem(rig.context, 'ada', {
    title: '地图',
    type: 'Web Map',
    description: '地图服务数据库查询'.repeat(5000),
  });
  const longest = Math.max(...split.mock.calls.map(([text]) => text.length));
  split.mockRestore();
  expect(longest).toBeLessThanOrEqual(1000);
});

describe('prefixes', () => {
  test.each([
    ['water network', ['water', 'o:water', 'y:water', 'network', 'o:network', 'y:network']],
    ['water OR -water*', ['water', 'o:water', 'y:water']],
    ['wi-fi', ['fi', 'o:fi', 'y:fi']],
    ['title:water "water" owner:ada', []],
    ['', []],
  ])('of %s', (q, beginnings) => {
    expect(beginningsOf(parseQuery(q), freeItemTerms)).toEqual(beginnings);
  });

  test('are bounded in length', () => {
    const q = Array.from({ length: 1000 }, (_, index) => `word${index}`).join(' ');
    expect(beginningsOf(parseQuery(q), freeItemTerms)).toHaveLength(3 * limits.searchBeginnings);
  });
});

describe('search', () => {
  const word = fc.string({
    unit: fc.constantFrom('a', 'b', 'ing', 's', '1', 'é'),
    minLength: 1,
    maxLength: 5,
  });
  const ids = async (q: string, completed: boolean) => {
    const search = readItemSearch(new Parameters({ q }));
    const completions = completed
      ? await findCompletions(rig.database, beginningsOf(search.q, freeItemTerms))
      : undefined;
    const ada = memberCaller('ada', { role: 'org_admin' });
    const { where } = itemSearchCondition(search, ada, completions).requested;
    const { rows } = await sql<{ id: string }>`select id from portal_item where ${where} order by id`.execute(
      rig.database,
    );
    return rows.map(({ id }) => id);
  };

  test('finds the same by words as by their prefixes', async () => {
    for (const title of fc.sample(fc.array(word, { minLength: 1, maxLength: 4 }), { numRuns: 60, seed: 7 }))
      await add(title.join(' '));
    const input = fc.array(fc.tuple(fc.constantFrom('', '', '-', 'a-'), word, fc.constantFrom('', '', '*')), {
      minLength: 1,
      maxLength: 3,
    });
    await fc.assert(
      fc.asyncProperty(input, fc.constantFrom(' ', ' OR '), async (parts, between) => {
        const q = parts.map((part) => part.join('')).join(between);
        expect(await ids(q, true)).toEqual(await ids(q, false));
      }),
      { numRuns: 300 },
    );
  });
});

test('elements of descriptions are left out, in a time proportional to their length', () => {
  expect(withoutElements('<p class="a">2 &lt; 3<br>Trees</p>')).toBe(' 2 &lt; 3 Trees ');
  // Each of these could begin an element that goes on to the end.
  const unfinished = '<'.repeat(1_000_000);
  expect(withoutElements(unfinished)).toBe(unfinished);
});
