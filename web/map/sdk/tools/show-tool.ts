import { beginEditing } from '../../edit/editor.ts';
import './components.ts';
import { showGalleryPictures } from './gallery-pictures.ts';
import { keepFocus } from './keep-focus.ts';
import { enlargeControls } from './large-controls.ts';
import type { TimeWords } from './name-thumbs.ts';
import { beginTime } from './time-slider.ts';
import type { MapInternals, SdkTool } from '../../map-model.ts';
import type MapView from '@arcgis/core/views/MapView.js';

type ToolElement = HTMLElement & { view: MapView; componentOnReady?(): Promise<unknown> };

interface ToolPiece {
  name: string;
  load: () => Promise<unknown>;
  properties?: object;
  /** What else the tool needs while it is shown; returns how to end that. */
  begin?: (internals: MapInternals, element: ToolElement, words: TimeWords) => () => void;
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
  internals: MapInternals,
  words: TimeWords,
): Promise<() => void> {
  const { name, load, properties, begin } = elements[tool];
  await load();
  const element = Object.assign(document.createElement(name), properties, {
    view: internals.view,
  }) as ToolElement;
  host.replaceChildren(element);
  const end = begin?.(internals, element, words);
  const stops: (() => void)[] = [];
  let left = false;
  const follow = async () => {
    await element.componentOnReady?.();
    if (!left) stops.push(enlargeControls(element), keepFocus(element));
  };
  void follow();
  return () => {
    left = true;
    for (const stop of stops) stop();
    end?.();
  };
}
