import type { MapModel } from '../map-model.ts';
import type { Store } from '../store.ts';

/** A layer's table while it is shown. */
export interface FeatureTable {
  /** How many rows are selected. */
  readonly selected: Store<number>;
  /** Shows only what the map shows, or everything. */
  followMap(on: boolean): void;
  /** Shows only what is selected, or everything. */
  onlySelected(on: boolean): void;
  clearSelection(): void;
  /** Moves the map to what is selected. */
  goToSelected(): void;
  /** Takes it out of its host. */
  close(): void;
}

/**
 * Puts a layer's table into `host`. Rows that are selected stand out in the map, and a click on the map selects the row.
 * @throws when the layer is not in the map or has no features
 */
export async function openTable(model: MapModel, layerId: string, host: HTMLElement): Promise<FeatureTable> {
  const sdk = await import('./table-element.ts');
  return model.reach((inside) => sdk.openTable(inside, layerId, host));
}
