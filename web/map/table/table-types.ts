import type { Store } from '../store.ts';

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
