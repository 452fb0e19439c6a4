import { expect, test } from 'vitest';
import { mostFilled, savedHeights, suggestedHeights, variableOf } from './heights.ts';

test.each([
  [['name', 'height_m'], [{ field: 'height_m', unit: 'metres' }]],
  [
    ['levels', 'height'],
    [
      { field: 'height', unit: 'metres' },
      { field: 'levels', unit: 'storeys' },
    ],
  ],
  [['BLDG_HEIGHT_FT'], [{ field: 'BLDG_HEIGHT_FT', unit: 'feet' }]],
  [['building:levels'], [{ field: 'building:levels', unit: 'storeys' }]],
  [['weight', 'heights_note', 'level'], []],
])('fields %j suggest %j', (names, expected) => {
  expect(suggestedHeights(names.map((name) => ({ name })))).toEqual(expected);
});

test.each([
  ['the fuller field', { height: 8, levels: 20_260 }, 'levels'],
  ['the more exact field of two full ones', { height: 9, levels: 9 }, 'height'],
  ['a field that can be counted', { levels: 1 }, 'levels'],
])('%s gives the height', async (_what, counts: Record<string, number>, expected) => {
  const suggestions = suggestedHeights([{ name: 'levels' }, { name: 'height' }]);
  const count = async (field: string) => {
    const found = counts[field];
    if (found === undefined) throw new Error('The service does not count.');
    return found;
  };
  expect((await mostFilled(suggestions, count))?.field).toBe(expected);
});

test('a single suggestion is not counted', async () => {
  const [only] = suggestedHeights([{ name: 'height' }]);
  const count = () => Promise.reject(new Error('counted'));
  expect(await mostFilled([only!], count)).toBe(only);
  expect(await mostFilled([], count)).toBeUndefined();
});

test.each(['metres', 'feet', 'storeys'] as const)(
  'a height in %s is found again in a saved scene',
  (unit) => {
    const height = { field: 'say "h"', unit };
    const renderer = { visualVariables: [{ type: 'sizeInfo', ...variableOf(height) }] };
    const layer = { id: 'a', layerDefinition: { drawingInfo: { renderer } } };
    const group = { id: 'g', layerType: 'GroupLayer', layers: [layer] };
    expect(savedHeights({ operationalLayers: [group] }).get('a')).toEqual(height);
  },
);

test('layers of a saved scene without a height lie on the ground', () => {
  const heights = savedHeights({ operationalLayers: [{ id: 'a' }] });
  expect(heights.has('a')).toBe(true);
  expect(heights.get('a')).toBeUndefined();
});
