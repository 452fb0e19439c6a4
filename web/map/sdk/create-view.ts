import MapView from '@arcgis/core/views/MapView.js';
import type WebMap from '@arcgis/core/WebMap.js';
import type { MapSource } from '../map-source.ts';
import { extentOf } from './create-map.ts';
import { viewAt } from './place.ts';

/**
 * The view of a map, without any of the SDK's own controls: ours stand around it, and its popup is loaded at the first
 * click. A place given by the link wins over the map's own view.
 */
export function createView(
  container: HTMLDivElement,
  map: WebMap,
  { place, extent, webMap }: MapSource,
): MapView {
  const fallback = webMap ? undefined : extentOf(extent);
  return new MapView({
    container,
    map,
    ui: { components: [] },
    attributionVisible: false,
    popupEnabled: false,
    constraints: { snapToZoom: false },
    ...(place ? viewAt(place) : fallback && { extent: fallback }),
  });
}
