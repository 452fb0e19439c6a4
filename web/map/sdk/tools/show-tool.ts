import { enlargeControls } from './large-controls.ts';
import { openDockedPopup } from '../../edit/docked-popup.ts';
import type { MapInternals, SdkTool } from '../../map-model.ts';
import type MapView from '@arcgis/core/views/MapView.js';
import type PortalBasemapsSource from '@arcgis/core/widgets/BasemapGallery/support/PortalBasemapsSource.js';
import { layerFacts } from '../layer-facts.ts';
import { galleryGroupOf } from '../../themed-basemap.ts';
import { addInnerStyle } from './components.ts';
import './components.ts';
import { showGalleryPictures } from './gallery-pictures.ts';

/** White text is readable on this green; the highlight colour is too light for it. */
const readableButtons = `calcite-button { --calcite-color-brand: var(--mui-palette-primary-readable); }`;

/** The handles of rows are 32 pixels wide, even large ones; the actions of the rows inherit their spacing. */
const wideHandles = `@media (max-width: 599.95px), (pointer: coarse) {
  calcite-list-item { --calcite-internal-action-padding-inline: 16px; }
  calcite-list-item > * { --calcite-internal-action-padding-inline: initial; }
}`;

/** While the SDK's editor is shown, it handles all clicks; a popup from before would cover half of a phone's map. */
function beginEditing(
  internals: MapInternals,
  editor: HTMLElement & { activeWorkflow?: unknown; layerInfos?: object[] },
  onWork: (isWorking: boolean) => void,
): () => void {
  void addInnerStyle(editor, readableButtons);
  // The SDK would edit former features, and in the page only those that no service has.
  editor.layerInfos = (internals.view.map?.allLayers.toArray() ?? [])
    .filter((layer) => layer.loaded && 'editingEnabled' in layer && !layerFacts(layer).editable)
    .map((layer) => ({ layer, enabled: false }));
  const popup = openDockedPopup(internals);
  popup.hide();
  popup.close();
  const note = () => onWork(Boolean(editor.activeWorkflow));
  editor.addEventListener('arcgisPropertyChange', note);
  const release = internals.claimClicks();
  return () => {
    editor.removeEventListener('arcgisPropertyChange', note);
    onWork(false);
    release();
  };
}

type ToolElement = HTMLElement & { view: MapView; componentOnReady?(): Promise<unknown> };

interface ToolPiece {
  name: string;
  load: () => Promise<unknown>;
  properties?: object;
  /** Prepares the view while the tool is shown; returns a function that undoes it. */
  begin?: (internals: MapInternals, element: ToolElement, onWork: (isWorking: boolean) => void) => () => void;
}

const elements: Record<SdkTool, ToolPiece> = {
  legend: {
    name: 'arcgis-legend',
    load: () => import('@arcgis/map-components/components/arcgis-legend'),
    properties: { hideLayersNotInCurrentView: true },
  },
  basemaps: {
    name: 'arcgis-basemap-gallery',
    load: () => import('@arcgis/map-components/components/arcgis-basemap-gallery'),
    begin: beginGallery,
  },
  bookmarks: {
    name: 'arcgis-bookmarks',
    load: () => import('@arcgis/map-components/components/arcgis-bookmarks'),
    properties: { showAddBookmarkButton: true, showEditBookmarkButton: true, dragEnabled: true },
  },
  editor: {
    name: 'arcgis-editor',
    load: () => import('@arcgis/map-components/components/arcgis-editor'),
    begin: beginEditing,
  },
};

/** Adds a tool of the SDK to `host`, connected to the view; returns a function that removes it. */
export async function showTool(
  tool: SdkTool,
  host: HTMLElement,
  internals: MapInternals,
  onWork: (isWorking: boolean) => void,
): Promise<() => void> {
  const { name, load, properties, begin } = elements[tool];
  await load();
  const element = Object.assign(document.createElement(name), properties, {
    view: internals.view,
  }) as ToolElement;
  host.replaceChildren(element);
  void addInnerStyle(element, wideHandles);
  const end = begin?.(internals, element, onWork);
  const stops = [keepFocus(element)];
  let left = false;
  const follow = async () => {
    await element.componentOnReady?.();
    if (!left) stops.push(enlargeControls(element));
  };
  void follow();
  return () => {
    left = true;
    for (const stop of stops) stop();
    end?.();
  };
}

function beginGallery({ source: { portalSelf } }: MapInternals, element: HTMLElement): () => void {
  const { source } = element as HTMLElement & { source: PortalBasemapsSource };
  // Otherwise the SDK offers Esri's basemaps for developers once there is a key of basemap styles.
  source.query = galleryGroupOf(portalSelf) || null;
  return showGalleryPictures(source);
}

type Focusable = HTMLElement & { componentOnReady?(): Promise<unknown>; setFocus?(): Promise<void> };

/** Text inputs of the SDK's components. */
const fields = ['input', 'input-text', 'input-number', 'text-area', 'select', 'combobox']
  .map((name) => `calcite-${name}`)
  .join();

/**
 * Keeps the keyboard focus within an element of the SDK whose steps replace each other: the focused element
 * is removed with its step, and the next Tab would start at the top of the page. The focus moves to the first
 * field of the new step, otherwise to the step, otherwise to the nearest focusable ancestor.
 * @returns a function that stops it
 */
function keepFocus(element: Focusable): () => void {
  const { ownerDocument: page } = element;
  const root = () => element.shadowRoot ?? element;
  let inside = false;
  const enter = () => (inside = true);
  const leave = ({ relatedTarget }: FocusEvent) => {
    if (!relatedTarget) later();
    else if (!element.contains(relatedTarget as Node)) inside = false;
  };
  // A click where nothing is focusable removes the focus on purpose.
  const press = () => (inside = false);
  const isLost = () => inside && page.activeElement === page.body;
  const restore = async () => {
    if (!isLost()) return;
    const step = [...root().querySelectorAll<Focusable>('calcite-flow-item')].at(-1);
    for (const target of [step?.querySelector<Focusable>(fields), step]) {
      if (!target) continue;
      // Its code may still be loading.
      await customElements.whenDefined(target.localName);
      await target.componentOnReady?.();
      if (isLost()) await target.setFocus?.();
    }
    if (isLost()) element.closest<HTMLElement>('[tabindex="-1"]')?.focus();
  };
  // A removed element has the focus until the next rendering.
  const later = () => requestAnimationFrame(() => requestAnimationFrame(() => void restore()));
  const observer = new MutationObserver(later);
  let left = false;
  const watch = async () => {
    await element.componentOnReady?.();
    if (!left) observer.observe(root(), { childList: true, subtree: true });
  };
  void watch();
  element.addEventListener('focusin', enter);
  element.addEventListener('focusout', leave);
  page.addEventListener('pointerdown', press, true);
  return () => {
    left = true;
    observer.disconnect();
    element.removeEventListener('focusin', enter);
    element.removeEventListener('focusout', leave);
    page.removeEventListener('pointerdown', press, true);
  };
}
