import { enlargeControls } from './large-controls.ts';
import type { MapInternals, SdkTool } from '../../map-model.ts';
import type MapView from '@arcgis/core/views/MapView.js';
import { watch } from '@arcgis/core/core/reactiveUtils.js';
import type PortalBasemapsSource from '@arcgis/core/widgets/BasemapGallery/support/PortalBasemapsSource.js';
import { plainHttp } from '../plain-http.ts';
import { addInnerStyle } from './components.ts';
import './components.ts';

/** White letters can be read on this green; the one that marks things is too light for them. */
const readableButtons = `calcite-button { --calcite-color-brand: var(--mui-palette-primary-readable); }`;

/** The SDK's editor has the clicks for itself while it is shown. */
function beginEditing({ claimClicks }: MapInternals, editor: HTMLElement): () => void {
  void addInnerStyle(editor, readableButtons);
  return claimClicks();
}

type ToolElement = HTMLElement & { view: MapView; componentOnReady?(): Promise<unknown> };

interface ToolPiece {
  name: string;
  load: () => Promise<unknown>;
  properties?: object;
  /** What else the tool needs while it is shown; returns how to end that. */
  begin?: (internals: MapInternals, element: ToolElement) => () => void;
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
    begin: showGalleryPictures,
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

/** Puts a tool of the SDK into `host`, connected to the view; returns how to end it. */
export async function showTool(
  tool: SdkTool,
  host: HTMLElement,
  internals: MapInternals,
): Promise<() => void> {
  const { name, load, properties, begin } = elements[tool];
  await load();
  const element = Object.assign(document.createElement(name), properties, {
    view: internals.view,
  }) as ToolElement;
  host.replaceChildren(element);
  const end = begin?.(internals, element);
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

/**
 * Shows the basemaps' pictures on a page that came over plain http: they are asked for by the browser itself, past the
 * SDK's requests and their way back from https (plain-http.ts).
 */
function showGalleryPictures(_inside: MapInternals, element: HTMLElement): () => void {
  const { source } = element as HTMLElement & { source: PortalBasemapsSource };
  const handle = watch(
    () => source.basemaps.toArray().map(({ thumbnailUrl }) => thumbnailUrl),
    () => {
      for (const basemap of source.basemaps) {
        const address = basemap.thumbnailUrl;
        const plain = address && plainHttp(address, location.origin);
        if (plain !== address) basemap.thumbnailUrl = plain;
      }
    },
    { initial: true },
  );
  return () => handle.remove();
}

type Focusable = HTMLElement & { componentOnReady?(): Promise<unknown>; setFocus?(): Promise<void> };

/** What is written in, of the SDK's own pieces. */
const fields = ['input', 'input-text', 'input-number', 'text-area', 'select', 'combobox']
  .map((name) => `calcite-${name}`)
  .join();

/**
 * Keeps the keyboard within an element of the SDK whose steps replace each other: what had the focus goes with its step, and the
 * next Tab would begin at the top of the page. The first field of the new step takes it, else the step, else the element's
 * surroundings that can.
 * @returns how to stop
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
  // Pressing where nothing takes the focus is meant so.
  const press = () => (inside = false);
  const isLost = () => inside && page.activeElement === page.body;
  const restore = async () => {
    if (!isLost()) return;
    const step = [...root().querySelectorAll<Focusable>('calcite-flow-item')].at(-1);
    for (const target of [step?.querySelector<Focusable>(fields), step]) {
      if (!target) continue;
      // Its code may still be on the way.
      await customElements.whenDefined(target.localName);
      await target.componentOnReady?.();
      if (isLost()) await target.setFocus?.();
    }
    if (isLost()) element.closest<HTMLElement>('[tabindex="-1"]')?.focus();
  };
  // What goes has the focus until the browser has drawn without it.
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
