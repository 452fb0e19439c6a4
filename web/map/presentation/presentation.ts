import { type MapPresentation, presentationIn } from '../../../wire/map-presentation.ts';
import type { MapModel } from '../map-model.ts';
import type { MapSource } from '../map-source.ts';
import { createStore, type WritableStore } from '../../store.ts';

const stores = new WeakMap<MapSource, WritableStore<MapPresentation | undefined>>();

/**
 * Texts and timing of the slides of an open map; undefined if the map does not have any. Setting it is a change of the
 * map: it can be undone and is saved.
 */
export function openPresentation(source: MapSource): WritableStore<MapPresentation | undefined> {
  const known = stores.get(source);
  if (known) return known;
  const store = createStore(presentationIn(source.webMap?.data));
  stores.set(source, store);
  return store;
}

/** The presentation of an open map. */
export function presentationOf(model: MapModel): WritableStore<MapPresentation | undefined> {
  return model.withInternals(({ source }) => openPresentation(source));
}
