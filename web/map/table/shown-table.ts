import type { MapModel } from '../map-model.ts';
import { createStore, type WritableStore } from '../store.ts';

const stores = new WeakMap<MapModel, WritableStore<string | undefined>>();

/** Id of the layer whose table is shown under a map; shared by the command that opens a table and the table itself. */
export function shownTable(model: MapModel): WritableStore<string | undefined> {
  const known = stores.get(model);
  if (known) return known;
  const store = createStore<string | undefined>(undefined);
  stores.set(model, store);
  return store;
}
