import { describe, expect, test } from 'vitest';
import { compileExpressions } from './evaluate-expressions.ts';

const layer = {
  objectIdField: 'OBJECTID',
  geometryType: 'esriGeometryPoint',
  fields: [
    { name: 'OBJECTID', type: 'esriFieldTypeOID' },
    { name: 'kind', type: 'esriFieldTypeString' },
    { name: 'size', type: 'esriFieldTypeDouble' },
    { name: 'seen', type: 'esriFieldTypeDate' },
  ],
};

describe('expressions of a form without a map', () => {
  test('are evaluated by their names; those that fail have no result', async () => {
    const form = await compileExpressions(layer, [
      { name: 'shown', expression: '$feature.kind == "other"' },
      { name: 'double', expression: '$feature.size * 2' },
      { name: 'year', expression: 'Year($feature.seen)' },
      { name: 'west', expression: 'Geometry($feature).x' },
      { name: 'broken', expression: '$feature.kind ==' },
      { name: 'absent', expression: '$map.title' },
      { name: 'endless', expression: 'while (true) { }' },
    ]);
    const values = { kind: 'other', size: 4, seen: Date.UTC(2026, 5, 1) };
    const results = await form.evaluate(values, { x: 71.4, y: 51.1 });
    expect(Object.fromEntries(results)).toEqual({ shown: true, double: 8, year: 2026, west: 71.4 });
  });
});
