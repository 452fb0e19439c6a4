import { expect, test } from 'vitest';
import { savedHeights, suggestedHeight, variableOf } from './heights.ts';

test.each([
  [['name', 'height_m'], { field: 'height_m', unit: 'metres' }],
  [['levels', 'height'], { field: 'height', unit: 'metres' }],
  [['BLDG_HEIGHT_FT'], { field: 'BLDG_HEIGHT_FT', unit: 'feet' }],
  [['building:levels'], { field: 'building:levels', unit: 'storeys' }],
  [['weight', 'heights_note', 'level'], undefined],
])('fields %j suggest %j', (names, expected) => {
  expect(suggestedHeight(names.map((name) => ({ name })))).toEqual(expected);
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
