import type WebMap from '@arcgis/core/WebMap.js';
import { beginEditing } from '../../edit/editor.ts';
import './components.ts';
import { showGalleryPictures } from './gallery-pictures.ts';
import { addInnerStyle } from './inner-style.ts';
import { enlargeControls } from './large-controls.ts';
import { nameThumbs, type TimeWords } from './name-thumbs.ts';
import type { MapInside, SdkTool } from '../../map-model.ts';
import type MapView from '@arcgis/core/views/MapView.js';

type ToolElement = HTMLElement & { view: MapView; componentOnReady?(): Promise<unknown> };

interface ToolPiece {
  name: string;
  load: () => Promise<unknown>;
  properties?: object;
  /** What else the tool needs while it is shown; returns how to end that. */
  begin?: (inside: MapInside, element: ToolElement, words: TimeWords) => () => void;
}

const elements: Record<SdkTool, ToolPiece> = {
  legend: { name: 'arcgis-legend', load: () => import('@arcgis/map-components/components/arcgis-legend') },
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
  time: {
    name: 'arcgis-time-slider',
    load: () => import('@arcgis/map-components/components/arcgis-time-slider'),
    properties: { layout: 'compact', mode: 'time-window', loop: true },
    begin: beginTime,
  },
};

/** Puts a tool of the SDK into `host`, connected to the view; returns how to end it. */
export async function showTool(
  tool: SdkTool,
  host: HTMLElement,
  inside: MapInside,
  words: TimeWords,
): Promise<() => void> {
  const { name, load, properties, begin } = elements[tool];
  await load();
  const element = Object.assign(document.createElement(name), properties, {
    view: inside.view,
  }) as ToolElement;
  host.replaceChildren(element);
  const end = begin?.(inside, element, words);
  let stopEnlarging = () => {};
  let left = false;
  const enlarge = async () => {
    await element.componentOnReady?.();
    if (!left) stopEnlarging = enlargeControls(element);
  };
  void enlarge();
  return () => {
    left = true;
    stopEnlarging();
    end?.();
  };
}

/** Their icon alone is narrower than a finger. */
const wideButtons = `calcite-action, calcite-button { min-inline-size: 44px; }`;

/** The time of the map's author, or of its layers; leaving the tool shows every time again. */
function beginTime({ view }: MapInside, element: ToolElement, words: TimeWords): () => void {
  const slider = element as ToolElement & {
    applyTimeSliderSettings(settings: object): Promise<void>;
  };
  let left = false;
  let stopNaming = () => {};
  void addInnerStyle(slider, wideButtons);
  const name = async () => {
    await slider.componentOnReady?.();
    if (!left) stopNaming = nameThumbs(slider, words);
  };
  void name();
  const apply = async () => {
    const { getTimeSliderSettingsFromWebDocument } = await import('@arcgis/core/support/timeUtils.js');
    const settings = await getTimeSliderSettingsFromWebDocument(view.map as WebMap);
    if (settings) await slider.applyTimeSliderSettings(settings);
  };
  // Without settings the slider says by itself that there is no time.
  void apply().catch(() => {});
  return () => {
    left = true;
    stopNaming();
    if (!view.destroyed) view.timeExtent = null;
  };
}
