import type Graphic from '@arcgis/core/Graphic.js';
import type Extent from '@arcgis/core/geometry/Extent.js';
import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import type MapView from '@arcgis/core/views/MapView.js';
import '@arcgis/map-components/components/arcgis-feature-table';
import { MappingError } from '../../../wire/errors.ts';
import type { MapInternals } from '../map-model.ts';
import { hasFeatures } from '../sdk/layer-facts.ts';
import { findLayer } from '../sdk/layer-tree.ts';
import '../sdk/tools/components.ts';
import { addInnerStyle } from '../sdk/tools/components.ts';
import { combined, selectedIn, selectIn } from '../select/selected.ts';
import { createStore } from '../store.ts';
import type { FeatureTable } from './feature-table.ts';

/** The SDK's table, as far as it is used here. */
interface TableElement extends HTMLElement {
  view: MapView;
  layer: FeatureLayer;
  /** Number of rows; not correct before it is loaded. */
  readonly effectiveSize: number;
  readonly state: 'disabled' | 'error' | 'loaded' | 'loading' | 'ready';
  hiddenFields: readonly string[];
  showColumn(field: string): void;
  hideColumn(field: string): void;
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

/** The SDK fills unselected checkboxes with the text colour, which looks selected in the light theme. */
const emptyCheckbox = `vaadin-checkbox:not([checked], [indeterminate])::part(checkbox) {
  background-color: var(--calcite-color-foreground-1);
  box-shadow: inset 0 0 0 1.5px var(--calcite-color-text-3);
}`;

export async function openTable(
  { view, applyTheme, goToAll, onLeave }: MapInternals,
  layerId: string,
  host: HTMLElement,
): Promise<FeatureTable> {
  const layer = findLayer(view, layerId)?.layer as FeatureLayer | undefined;
  if (!layer || !hasFeatures(layer))
    throw new MappingError('layer:no-table', 'The layer has no table.', { status: 404 });
  await layer.load();
  if (!view.selectionManager.sources.includes(layer)) view.selectionManager.sources.add(layer);
  const table = document.createElement('arcgis-feature-table') as HTMLElement as TableElement;
  Object.assign(table, {
    view,
    layer,
    hideHeader: true,
    hiddenFields: idFields(layer),
    multipleSortEnabled: true,
    attachmentsEnabled: layer.capabilities?.data?.supportsAttachment === true,
    relatedRecordsEnabled: (layer.relationships?.length ?? 0) > 0,
    editingEnabled: layer.editingEnabled === true,
    syncViewSelection: true,
  });
  table.style.cssText = 'display:block;width:100%;height:100%';
  const removeTheme = applyTheme(host);
  host.replaceChildren(table);
  void addInnerStyle(table, emptyCheckbox);
  const ids = () => [...(selectedIn(view).get().get(layerId) ?? [])];
  const selected = createStore(ids().length);
  const selection = selectedIn(view).subscribe(() => selected.set(ids().length));
  const total = createStore<number | undefined>(undefined);
  const count = () => total.set(table.state === 'loaded' ? table.effectiveSize : undefined);
  table.addEventListener('arcgisPropertyChange', count);
  const click = view.on('click', async (event) => {
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
    window.removeEventListener('unhandledrejection', passOver);
    click.remove();
    selection();
    table.removeEventListener('arcgisPropertyChange', count);
    removeTheme();
    table.remove();
    void table.destroy();
  };
  onLeave(close);
  return {
    selected,
    total,
    followMap: (on) => (table.filterByViewExtent = on),
    onlySelected: (on) => (table.filterBySelectionEnabled = on),
    selectedIds: ids,
    // The SDK reads `hiddenFields` once, when it creates the columns.
    showIds(on) {
      for (const field of idFields(layer))
        if (on) table.showColumn(field);
        else table.hideColumn(field);
    },
    clearSelection: () => selectIn(view, layer, []),
    goToSelected: () => void goToRows(layer, ids(), goToAll),
    close,
  };
}

/** System id fields of features. */
function idFields({ objectIdField, globalIdField }: FeatureLayer): string[] {
  return [objectIdField, globalIdField].filter((name) => typeof name === 'string' && name !== '') as string[];
}

/** The SDK's own zoom to the selection leaves it at the very edge of the map, below the buttons. */
async function goToRows(layer: FeatureLayer, ids: number[], goToAll: MapInternals['goToAll']): Promise<void> {
  // An unresponsive layer is shown as failed; the map does not move.
  const found = await layer.queryExtent({ objectIds: ids }).catch(() => undefined);
  const extent = found?.extent as Extent | null | undefined;
  if (extent) await goToAll(extent);
}

/** The SDK's table cancels its own queries when the selection changes quickly, and reports that as an error. */
function passOver(event: PromiseRejectionEvent): void {
  if ((event.reason as Error | undefined)?.name === 'AbortError') event.preventDefault();
}
