import type Basemap from '@arcgis/core/Basemap.js';
import { watch } from '@arcgis/core/core/reactiveUtils.js';
import type VectorTileLayer from '@arcgis/core/layers/VectorTileLayer.js';
import type WebMap from '@arcgis/core/WebMap.js';
import type { BasemapPair } from '../map-source.ts';
import { serviceOf } from '../themed-basemap.ts';

/** The theme of the page when a basemap was first shown. */
const shownIn = new WeakMap<Basemap, 'light' | 'dark'>();

/** Basemaps of the pair that were chosen for both themes. */
const always = new WeakSet<Basemap>();

/** Shows one of the organisation's pair in both themes. */
export function alwaysShow(basemap: Basemap): void {
  always.add(basemap);
}

/**
 * Records the theme in which each basemap is first shown. The initial basemap, and one that follows the theme, belongs
 * to that theme; the other one of the organisation's pair was therefore chosen by the user.
 * @param shown called whenever a basemap is shown
 */
export function noteBasemaps(map: WebMap, schemeNow: () => 'light' | 'dark', shown: () => void): () => void {
  const handle = watch(
    () => map.basemap,
    (basemap) => {
      if (!basemap) return;
      if (!shownIn.has(basemap)) shownIn.set(basemap, schemeNow());
      shown();
    },
    { initial: true, sync: true },
  );
  return () => handle.remove();
}

/** Which of the organisation's pair a basemap is; undefined for any other. */
export function memberOfPair(
  basemap: Basemap | null | undefined,
  pair: BasemapPair,
): 'light' | 'dark' | undefined {
  const layers = basemap?.baseLayers;
  if (!pair.light || !pair.dark || layers?.length !== 1) return undefined;
  const service = serviceOf((layers.at(0) as VectorTileLayer | undefined)?.url ?? '', location.origin);
  if (!service) return undefined;
  return (['light', 'dark'] as const).find((one) => serviceOf(pair[one], location.origin) === service);
}

/**
 * Whether this is one of the pair that stays in both themes: it was chosen so, or does not belong to the
 * theme in which it was chosen.
 */
export function ignoresTheme(basemap: Basemap | null | undefined, pair: BasemapPair): boolean {
  const member = memberOfPair(basemap, pair);
  const scheme = basemap && shownIn.get(basemap);
  if (!member || !basemap) return false;
  return always.has(basemap) || (scheme !== undefined && member !== scheme);
}
