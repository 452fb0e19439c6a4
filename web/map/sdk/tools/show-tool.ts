import type MapView from '@arcgis/core/views/MapView.js';
import './components.ts';
import type { SdkTool } from '../../map-model.ts';

const elements: Record<SdkTool, { name: string; load: () => Promise<unknown> }> = {
  legend: { name: 'arcgis-legend', load: () => import('@arcgis/map-components/components/arcgis-legend') },
  basemaps: {
    name: 'arcgis-basemap-gallery',
    load: () => import('@arcgis/map-components/components/arcgis-basemap-gallery'),
  },
  bookmarks: {
    name: 'arcgis-bookmarks',
    load: () => import('@arcgis/map-components/components/arcgis-bookmarks'),
  },
};

/** Puts a tool of the SDK into `host`, connected to the view. */
export async function showTool(tool: SdkTool, host: HTMLElement, view: MapView): Promise<void> {
  const { name, load } = elements[tool];
  await load();
  const element = document.createElement(name) as HTMLElement & { view: MapView };
  element.view = view;
  host.replaceChildren(element);
}
