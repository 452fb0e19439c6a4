import type { Store } from '../store.ts';

/** A layer's table while it is shown. */
export interface FeatureTable {
  /** How many rows are selected. */
  readonly selected: Store<number>;
  /** How many rows the table shows; undefined until that is known. */
  readonly total: Store<number | undefined>;
  /** Shows only what the map shows, or everything. */
  followMap(on: boolean): void;
  /** Shows only what is selected, or everything. */
  onlySelected(on: boolean): void;
  clearSelection(): void;
  /** Ids of the selected rows. */
  selectedIds(): number[];
  /** Shows the columns of ids that the service gives, which say nothing to people, or hides them. */
  showIds(on: boolean): void;
  /** Moves the map to what is selected. */
  goToSelected(): void;
  /** Takes it out of its host. */
  close(): void;
}
