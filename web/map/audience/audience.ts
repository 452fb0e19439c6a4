import { audienceIn, type MapAudience } from '../../../wire/map-audience.ts';
import { loadInBackground } from '../load-capability.ts';
import type { MapSource } from '../map-source.ts';
import { createStore, type WritableStore } from '../../store.ts';

const stores = new WeakMap<MapSource, WritableStore<MapAudience | undefined>>();

/**
 * The audience of an open map; undefined if the map does not have one. Setting it is a change of the map: it can be
 * undone and is saved.
 */
export function openAudience(source: MapSource): WritableStore<MapAudience | undefined> {
  const known = stores.get(source);
  if (known) return known;
  const store = createStore(audienceIn(source.webMap?.data));
  stores.set(source, store);
  return store;
}

/** The part of an audience that limits how far the map can be moved. */
export type ViewLimits = Pick<MapAudience, 'bounds' | 'minZoom' | 'maxZoom'>;

/** Limits the map's centre to bounds, and its zoom levels, until the returned function is called. */
export const limitView = loadInBackground<[limits: ViewLimits]>(
  async () => (await import('./limit-view.ts')).limitView,
);
