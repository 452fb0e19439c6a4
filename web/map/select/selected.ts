import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import type Query from '@arcgis/core/rest/support/Query.js';
import type MapView from '@arcgis/core/views/MapView.js';
import type SelectionManager from '@arcgis/core/views/SelectionManager.js';
import { createStore, type Store } from '../../store.ts';

/** Object ids of the selected features, by the id of their layer; layers without any are absent. */
export type Selected = ReadonlyMap<string, readonly number[]>;

/** How found features change a selection. */
export const combinations = ['replace', 'add', 'remove', 'intersect'] as const;
export type Combination = (typeof combinations)[number];

const stores = new WeakMap<SelectionManager, Store<Selected>>();

/**
 * The selected features of a view: one selection per layer, shared by all tools. The SDK's selection manager owns and
 * highlights it, and drops features that are deleted.
 */
export function selectedIn({ selectionManager }: Pick<MapView, 'selectionManager'>): Store<Selected> {
  const known = stores.get(selectionManager);
  if (known) return known;
  const store = createStore(read(selectionManager));
  selectionManager.on('selection-change', () => store.set(read(selectionManager)));
  stores.set(selectionManager, store);
  return store;
}

function read({ selections }: SelectionManager): Selected {
  return new Map(
    selections
      .filter(({ selection }) => selection.length > 0)
      .map(({ layer, selection }) => [String(layer.id), selection as number[]]),
  );
}

/** Replaces the selection of a layer. */
export function selectIn(
  { selectionManager }: Pick<MapView, 'selectionManager'>,
  layer: FeatureLayer,
  ids: readonly number[],
): void {
  // The manager knows the layers that were in the map when it opened.
  if (!selectionManager.sources.includes(layer)) selectionManager.sources.add(layer);
  selectionManager.replace(layer, [...ids]);
}

/** The layers in which the last selection that began may still select features. */
const pending = new WeakMap<SelectionManager, Set<string>>();

/**
 * Begins to look for features to select, in any tool. What began before and is still looking no longer selects.
 * @returns whether the features found in a layer may be selected there
 */
export function beginSelection(
  { selectionManager }: Pick<MapView, 'selectionManager'>,
  layerIds: readonly string[],
): (layerId: string) => boolean {
  const own = new Set(layerIds);
  pending.set(selectionManager, own);
  return (layerId) => pending.get(selectionManager) === own && own.has(layerId);
}

/** Clears the selection of a layer, or of all, and what is being looked for there. */
export function clearSelection(
  { selectionManager }: Pick<MapView, 'selectionManager'>,
  layer?: FeatureLayer,
): void {
  if (layer) {
    pending.get(selectionManager)?.delete(String(layer.id));
    selectIn({ selectionManager }, layer, []);
  } else {
    pending.delete(selectionManager);
    selectionManager.clear();
  }
}

/**
 * Limits a query to selected features. Without any it finds none: services take an empty list of ids for all
 * features.
 */
export function onlySelected<Queried extends Pick<Query, 'objectIds' | 'where'>>(
  query: Queried,
  ids: readonly number[],
): Queried {
  query.objectIds = [...ids];
  if (ids.length === 0) query.where = '1=0';
  return query;
}

/** A selection after other features were found. */
export function combined(
  before: readonly number[],
  found: readonly number[],
  how: Combination,
): readonly number[] {
  if (how === 'replace') return found;
  if (how === 'add') return [...new Set([...before, ...found])];
  const others = new Set(found);
  return before.filter((id) => others.has(id) === (how === 'intersect'));
}
