import { describe, expect, it } from 'vitest';
import type { Recipe } from '../../../wire/analysis.ts';
import { noteRecipe, recipeJson, recipeOf } from './recipes.ts';

const recipe: Recipe = { tool: 'buffer', input: 'stops', onlySelected: true, metres: 250, merge: true };

describe('the recipe of a result', () => {
  it('is written with its layer, and read when the map is opened again', () => {
    const layer = { id: 'result' };
    noteRecipe(layer, recipe);
    const json = { id: 'result', ...recipeJson(layer) };
    const document = JSON.parse(JSON.stringify({ operationalLayers: [{ id: 'other' }, json] })) as unknown;
    expect(recipeOf({ id: 'result' }, document)).toEqual(recipe);
    expect(recipeOf({ id: 'other' }, document)).toBeUndefined();
  });

  it('is read within groups, and ignored where it makes no sense', () => {
    const document = {
      operationalLayers: [
        { id: 'group', layerType: 'GroupLayer', layers: [{ id: 'inner', mappingRecipe: recipe }] },
        { id: 'odd', mappingRecipe: { ...recipe, metres: 'far' } },
      ],
    };
    expect(recipeOf({ id: 'inner' }, document)).toEqual(recipe);
    expect(recipeOf({ id: 'odd' }, document)).toBeUndefined();
  });

  it('is absent of layers that were not computed', () => {
    expect(recipeJson({ id: 'stops' })).toEqual({});
    expect(recipeOf({ id: 'stops' }, undefined)).toBeUndefined();
  });
});
