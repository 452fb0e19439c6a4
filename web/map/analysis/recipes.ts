import type Layer from '@arcgis/core/layers/Layer.js';
import { layerIds } from '../document/layer-ids.ts';
import type { WebMapJson } from '../document/web-map-json.ts';
import { readRecipe, type Recipe } from '../../../wire/analysis.ts';

/** The member of a layer's JSON that contains its recipe. Other programs ignore it. */
export const recipeMember = 'mappingRecipe';

const recipes = new WeakMap<object, Recipe>();

/** Stores the recipe of a layer until the map is saved with it. */
export function noteRecipe(layer: Pick<Layer, 'id'>, recipe: Recipe): void {
  recipes.set(layer, recipe);
}

/** The recipe of a layer, from this session or from the saved map. */
export function recipeOf(layer: Pick<Layer, 'id'>, document: unknown): Recipe | undefined {
  const known = recipes.get(layer);
  if (known || typeof document !== 'object' || document === null) return known;
  for (const [json, id] of layerIds(document as WebMapJson))
    if (id === layer.id) return readRecipe((json as Record<string, unknown>)[recipeMember]);
  return undefined;
}

/** Whether an analysis has computed the features of a layer in this page. */
export function isComputed(layer: { url?: string | null }): boolean {
  return recipes.has(layer) && !layer.url;
}

/** The member of a new layer's JSON, if it was made by an analysis. */
export function recipeJson(layer: object): { [recipeMember]?: Recipe } {
  const recipe = recipes.get(layer);
  return recipe ? { [recipeMember]: recipe } : {};
}
