import { describe, expect, it } from 'vitest';
import type { LayerField } from '../../../../map/layers/layer-fields.ts';
import { completionsAt } from './completions.ts';

const fields: LayerField[] = [
  { name: 'height', title: 'Height in metres', kind: 'number' },
  { name: 'année de construction', title: 'année de construction', kind: 'number' },
];

const labels = (before: string, use: 'feature' | 'calculation' | 'popup' | 'groups' = 'feature') =>
  completionsAt(before, fields, use)?.words.map(({ label }) => label) ?? [];

describe('completions in Arcade', () => {
  it('are the fields after the feature', () => {
    expect(completionsAt('Round($feature.he', fields, 'feature')).toEqual({
      length: 3,
      words: [
        { label: 'height', apply: '.height', detail: 'Height in metres', type: 'property' },
        { label: 'année de construction', apply: '["année de construction"]', type: 'property' },
      ],
    });
  });

  it('are functions, keywords and the variables of the kind of expression', () => {
    expect(labels('Ro')).toContain('Round');
    expect(labels('re')).toContain('return');
    expect(labels('$')).toEqual(expect.arrayContaining(['$feature']));
    expect(labels('$')).not.toContain('$map');
    expect(labels('$', 'calculation')).toContain('$editContext');
    expect(labels('$agg', 'groups')).toContain('$aggregatedFeatures');
  });

  it.each(['', ' ', '1 + ', '12', '"text" '])('are none after %j', (before) => {
    expect(completionsAt(before, fields, 'feature')).toBeUndefined();
  });
});
