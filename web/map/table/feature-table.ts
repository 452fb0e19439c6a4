import { loadCapability } from '../load-capability.ts';
import type { MapModel } from '../map-model.ts';
import { sdkError } from '../sdk/sdk-error.ts';
import { createStore, type Store, type WritableStore } from '../../store.ts';
import type {
  Calculation,
  CalculationField,
  CalculationLanguage,
  CalculationPreview,
} from './calculation.ts';
import type { ColumnStatistics } from './column-statistics.ts';
import type { TableColumns, TableScope } from './columns.ts';
import type { FoundRows } from './find-rows.ts';

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
  /** Fields that can be calculated, none where the layer cannot be edited, and the languages of expressions. */
  readonly calculable: {
    fields: readonly CalculationField[];
    languages: readonly CalculationLanguage[];
  };
  /** @throws MappingError `calculate:bad-expression`, `calculate:bad-value`, `layer:failed` */
  previewCalculation(calculation: Calculation, signal: AbortSignal): Promise<CalculationPreview>;
  /**
   * Stores calculated values.
   * @throws MappingError `calculate:bad-expression`, `calculate:bad-value`, `calculate:refused`, `layer:failed`;
   * `calculate:partly` with its cause if some rows may already be changed
   */
  calculate(calculation: Calculation, signal: AbortSignal): Promise<void>;
  clearSelection(): void;
  /** Ids of the selected rows. */
  selectedIds(): number[];
  /** The columns as they are now, also after columns were dragged or sorted by their headers. */
  columns(): TableColumns;
  /** Arranges the columns, and stores them: with the map, or on this device if web maps have no member for them. */
  arrange(columns: TableColumns): void;
  /** @throws MappingError `layer:failed` */
  statistics(field: string, scope: TableScope, signal: AbortSignal): Promise<ColumnStatistics>;
  /**
   * Rows of the table with a text in one of its shown columns.
   * @throws MappingError `layer:failed`
   */
  find(text: string, signal: AbortSignal): Promise<FoundRows>;
  /** Scrolls to a row and marks it; undefined removes the mark. */
  showRow(id: number | undefined, signal: AbortSignal): Promise<void>;
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
