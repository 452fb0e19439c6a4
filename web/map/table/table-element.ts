import type Graphic from '@arcgis/core/Graphic.js';
import type Collection from '@arcgis/core/core/Collection.js';
import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import type Query from '@arcgis/core/rest/support/Query.js';
import type MapView from '@arcgis/core/views/MapView.js';
import type TableTemplate from '@arcgis/core/widgets/FeatureTable/support/TableTemplate.js';
import '@arcgis/map-components/components/arcgis-feature-table';
import { MappingError } from '../../../wire/errors.ts';
import type { MapInternals } from '../map-model.ts';
import { hasFeatures, allowedEdits } from '../sdk/layer-facts.ts';
import { findLayer } from '../sdk/layer-tree.ts';
import { sdkError } from '../sdk/sdk-error.ts';
import '../sdk/tools/components.ts';
import { addInnerStyle } from '../sdk/tools/components.ts';
import { goToFeatures } from '../select/go-to-features.ts';
import { clearSelection, combined, onlySelected, selectedIn, selectIn } from '../select/selected.ts';
import { sqlAll } from '../layers/sql.ts';
import { createStore } from '../../store.ts';
import { calculableFields, calculate, languagesOf, previewCalculation } from './calculate.ts';
import { columnStatistics } from './column-statistics.ts';
import { columnWidths, pinnedFirst, type TableColumns, type TableScope } from './columns.ts';
import type { FeatureTable } from './feature-table.ts';
import { findRows, rowsAbove } from './find-rows.ts';
import { readColumns, saveColumns, templateOf } from './layer-columns.ts';
import { relatedLayers } from './related-rows.ts';

/** The SDK's table, as far as it is used here. */
interface TableElement extends HTMLElement {
  view: MapView;
  layer: FeatureLayer;
  layers: FeatureLayer[];
  /** Number of rows; not correct before it is loaded. */
  readonly effectiveSize: number;
  readonly state: 'disabled' | 'error' | 'loaded' | 'loading' | 'ready';
  tableTemplate: TableTemplate;
  readonly columns: Collection<TableColumnElement>;
  readonly activeSortOrders: readonly { fieldName: string; direction: 'asc' | 'desc' | null }[];
  rowHighlightIds: Collection<number>;
  refresh(): Promise<void>;
  scrollToIndex(index: number): Promise<void>;
  scrollToRow(id: number): Promise<void>;
  filterByViewExtent: boolean;
  filterBySelectionEnabled: boolean;
  hideHeader: boolean;
  attachmentsEnabled: boolean;
  relatedRecordsEnabled: boolean;
  multipleSortEnabled: boolean;
  editingEnabled: boolean;
  /** Whether its selection is that of the map. */
  syncViewSelection: boolean;
  destroy(): Promise<void>;
}

/** A column of the SDK's table; those of attachments and related rows have no field of the layer. */
interface TableColumnElement {
  fieldName: string;
  hidden: boolean;
  frozen: boolean;
  /** A number, or pixels as a text after it was dragged. */
  width: number | string;
}

/** The SDK fills unselected checkboxes with the text colour, which looks selected in the light theme. */
const emptyCheckbox = `vaadin-checkbox:not([checked], [indeterminate])::part(checkbox) {
  background-color: var(--calcite-color-foreground-1);
  box-shadow: inset 0 0 0 1.5px var(--calcite-color-text-3);
}`;

/**
 * Values are cut at their own end, in whichever direction the page is written: global ids in Arabic tables,
 * too. They stay aligned with their column, for which the SDK's table writes `start` and `end` into each
 * cell.
 */
const ownDirection = `vaadin-grid-cell-content, vaadin-grid-cell-content > * { unicode-bidi: plaintext; }
${['start ltr left', 'start rtl right', 'end ltr right', 'end rtl left']
  .map((words) => words.split(' '))
  .map(
    ([align, direction, side]) =>
      `vaadin-grid-cell-content[style*="text-align: ${align}"]:dir(${direction}) { text-align: ${side} !important; }`,
  )
  .join('\n')}`;

/** Targets of fingers: the menus of the columns, and the checkboxes of the rows. */
const touchTargets = `@media (pointer: coarse), (max-width: 599.95px) {
  :host {
    --calcite-internal-action-padding-block: 14px;
    --calcite-internal-action-padding-inline: 14px;
  }
  .esri-grid .esri-column__header-content { align-items: center; }
  vaadin-grid::part(body-cell) { min-height: 44px; }
  vaadin-checkbox > input { width: 44px !important; height: 44px !important; margin: -13px !important; }
}`;

export async function openTable(
  { view, applyTheme, goToAll, onLeave, clicksClaimed }: MapInternals,
  layerId: string,
  host: HTMLElement,
): Promise<FeatureTable> {
  const layer = findLayer(view, layerId)?.layer as FeatureLayer | undefined;
  if (!layer || !hasFeatures(layer))
    throw new MappingError('layer:no-table', 'The layer has no table.', { status: 404 });
  await layer.load();
  const related = await relatedLayers(view, layer);
  if (!view.selectionManager.sources.includes(layer)) view.selectionManager.sources.add(layer);
  const table = document.createElement('arcgis-feature-table') as HTMLElement as TableElement;
  Object.assign(table, {
    view,
    layer,
    hideHeader: true,
    tableTemplate: templateOf(layer, readColumns(layer), related),
    // The SDK finds related layers in this list only.
    layers: [layer, ...related.map((one) => one.layer)],
    multipleSortEnabled: true,
    attachmentsEnabled: layer.capabilities?.data?.supportsAttachment === true,
    relatedRecordsEnabled: related.length > 0,
    editingEnabled: allowedEdits(layer).update,
    syncViewSelection: true,
  });
  table.style.cssText = 'display:block;width:100%;height:100%';
  const removeTheme = applyTheme(host);
  host.replaceChildren(table);
  void addInnerStyle(table, emptyCheckbox + ownDirection + touchTargets);
  const ids = () => [...(selectedIn(view).get().get(layerId) ?? [])];
  const selected = createStore(ids().length);
  const selection = selectedIn(view).subscribe(() => selected.set(ids().length));
  const total = createStore<number | undefined>(undefined);
  const count = () => total.set(table.state === 'loaded' ? table.effectiveSize : undefined);
  table.addEventListener('arcgisPropertyChange', count);
  // The SDK leaves it without a name.
  const nameProgress = () =>
    table.shadowRoot?.querySelector('calcite-progress')?.setAttribute('label', layer.title ?? '');
  table.addEventListener('arcgisPropertyChange', nameProgress);
  const click = view.on('click', async (event) => {
    if (clicksClaimed()) return;
    const { results } = await view.hitTest(event, { include: [layer] });
    const graphic = results.find((result) => result.type === 'graphic')?.graphic as Graphic | undefined;
    const id = graphic?.getObjectId();
    if (typeof id !== 'number') return;
    selectIn(view, layer, combined(ids(), [id], ids().includes(id) ? 'remove' : 'add'));
  });
  window.addEventListener('unhandledrejection', passOver);
  let closed = false;
  const close = () => {
    if (closed) return;
    closed = true;
    unregister();
    window.removeEventListener('unhandledrejection', passOver);
    click.remove();
    selection();
    table.removeEventListener('arcgisPropertyChange', count);
    removeTheme();
    table.remove();
    void table.destroy();
  };
  const unregister = onLeave(close);
  const queryOf = (scope: TableScope, where?: string): Query => {
    const query = layer.createQuery();
    query.returnGeometry = false;
    query.where = sqlAll(query.where, where);
    if (scope === 'view') query.geometry = view.extent;
    return scope === 'selected' ? onlySelected(query, ids()) : query;
  };
  /** The rows that the table shows. */
  const queryShown = (where?: string): Query => {
    const query = queryOf(table.filterByViewExtent ? 'view' : 'all', where);
    return table.filterBySelectionEnabled ? onlySelected(query, ids()) : query;
  };
  return {
    selected,
    total,
    followMap: (on) => (table.filterByViewExtent = on),
    onlySelected: (on) => (table.filterBySelectionEnabled = on),
    selectedIds: ids,
    columns: () => columnsNow(table, layer),
    arrange(columns) {
      saveColumns(layer, columns);
      table.tableTemplate = templateOf(layer, columns, related);
    },
    statistics: (field, scope, signal) =>
      requested(signal, () =>
        columnStatistics(layer, field, {
          query: (where) => queryOf(scope, where),
          signal,
          mapZone: view.timeZone,
        }),
      ),
    find(text, signal) {
      const { columns, sort } = columnsNow(table, layer);
      const shown = columns.filter((column) => column.shown).map(({ name }) => name);
      return requested(signal, () => findRows(layer, { text, shown, query: queryShown, sort, signal }));
    },
    async showRow(id, signal) {
      // The search ends when the panel closes.
      if (closed) return;
      table.rowHighlightIds.removeAll();
      if (id === undefined) return;
      const { sort } = columnsNow(table, layer);
      const above = await requested(signal, () => rowsAbove(layer, id, { query: queryShown, sort, signal }));
      if (above === undefined || closed) return;
      table.rowHighlightIds.add(id);
      await table.scrollToIndex(above);
    },
    calculable: { fields: calculableFields(layer, view.timeZone), languages: languagesOf(layer) },
    previewCalculation: (calculation, signal) => {
      const query = () => queryOf(calculation.scope);
      return requested(signal, () =>
        previewCalculation({ layer, calculation, query, signal, mapZone: view.timeZone }),
      );
    },
    async calculate(calculation, signal) {
      const query = () => queryOf(calculation.scope);
      try {
        await requested(signal, () =>
          calculate({ layer, calculation, query, signal, mapZone: view.timeZone }),
        );
      } finally {
        if (!closed) await table.refresh();
      }
    },
    clearSelection: () => clearSelection(view, layer),
    // The SDK's own zoom leaves them below the buttons. An unresponsive layer is shown as failed; the map
    // does not move.
    goToSelected: () => void goToFeatures({ view, goToAll }, [[layer, ids()]]).catch(() => {}),
    close,
  };
}

/** The arranged columns with what was dragged or sorted in the table itself. */
function columnsNow(table: TableElement, layer: FeatureLayer): TableColumns {
  const arranged = readColumns(layer);
  const present = table.columns.toArray();
  if (present.length === 0) return arranged;
  const order = present.map(({ fieldName }) => fieldName);
  const columns = arranged.columns
    .map((column) => {
      const shown = present.find(({ fieldName }) => fieldName === column.name);
      if (!shown) return column;
      const width = Math.round(Number.parseFloat(String(shown.width)));
      const isChosen = column.width !== undefined || (width > 0 && width !== columnWidths.usual);
      return { ...column, shown: !shown.hidden, pinned: shown.frozen, ...(isChosen && { width }) };
    })
    .toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
  const sort = table.activeSortOrders.flatMap(({ fieldName, direction }) =>
    direction ? [{ name: fieldName, descending: direction === 'desc' }] : [],
  );
  return { columns: pinnedFirst(columns), sort };
}

async function requested<Answer>(signal: AbortSignal, ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (cause) {
    signal.throwIfAborted();
    throw sdkError(cause, 'layer:failed');
  }
}

/** The SDK's table cancels its own queries when the selection changes quickly, and reports that as an error. */
function passOver(event: PromiseRejectionEvent): void {
  if ((event.reason as Error | undefined)?.name === 'AbortError') event.preventDefault();
}
