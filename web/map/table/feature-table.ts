import { loadCapability } from '../load-capability.ts';
import type { MapModel } from '../map-model.ts';
import { sdkError } from '../sdk/sdk-error.ts';
import { createStore, type Store, type WritableStore } from '../store.ts';

/** A layer's visible table. */
export interface FeatureTable {
  /** Number of selected rows. */
  readonly selected: Store<number>;
  /** Number of rows in the table; undefined until known. */
  readonly total: Store<number | undefined>;
  /** Shows only rows in the map's extent, or all. */
  followMap(on: boolean): void;
  /** Shows only selected rows, or all. */
  onlySelected(on: boolean): void;
  clearSelection(): void;
  /** Ids of the selected rows. */
  selectedIds(): number[];
  /** Shows or hides the service's id columns, which are meaningless to most users. */
  showIds(on: boolean): void;
  /** Zooms the map to the selection. */
  goToSelected(): void;
  /** Removes it from its host. */
  close(): void;
}

const mountTable = loadCapability(async () => (await import('./table-element.ts')).openTable);

/**
 * Mounts a layer's table in `host`. Selected rows are highlighted in the map, and a click on the map selects the row.
 * @throws MappingError `layer:no-table` if it is not in the map or has no features, `layer:failed`, `portal:*`
 */
export async function openTable(model: MapModel, layerId: string, host: HTMLElement): Promise<FeatureTable> {
  try {
    return await mountTable(model, layerId, host);
  } catch (cause) {
    throw sdkError(cause, 'layer:failed');
  }
}

const stores = new WeakMap<MapModel, WritableStore<string | undefined>>();

/** Id of the layer whose table is shown under a map; shared by the command that opens a table and the table itself. */
export function shownTable(model: MapModel): WritableStore<string | undefined> {
  const known = stores.get(model);
  if (known) return known;
  const store = createStore<string | undefined>(undefined);
  stores.set(model, store);
  return store;
}
