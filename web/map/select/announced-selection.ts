import { useEffect } from 'react';
import type { Store } from '../../store.ts';
import { type MapModel, useMapModel } from '../map-model.ts';
import { type Selected, selectedIn } from './selected.ts';

/** The selection of every layer, where a layer id names that of one. */
export const everyLayer = Symbol('every layer');

interface Panel {
  of: string | typeof everyLayer;
}

/** The selections that open panels announce themselves, one entry for each panel. */
const announced = new WeakMap<MapModel, Set<Panel>>();

/** The selected features of an open map. */
export function selectedOf(model: MapModel): Store<Selected> {
  return model.withInternals(({ view }) => selectedIn(view));
}

/**
 * Declares that a panel has a live text with the number of selected features, so that the announcer of the
 * map does not repeat it.
 * @param of the layer whose selection the panel announces; undefined for none
 */
export function useAnnouncesSelection(of: string | typeof everyLayer | undefined): void {
  const model = useMapModel();
  useEffect(() => {
    if (!model || of === undefined) return undefined;
    const panels = announced.get(model) ?? new Set<Panel>();
    announced.set(model, panels);
    const panel: Panel = { of };
    panels.add(panel);
    return () => void panels.delete(panel);
  }, [model, of]);
}

/**
 * Whether open panels announce every difference between two selections. Panels of one layer show no number
 * for an empty selection.
 */
export function isAnnouncedByPanel(model: MapModel, before: Selected, after: Selected): boolean {
  const panels = [...(announced.get(model) ?? [])];
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((layerId) => !sameIds(before.get(layerId), after.get(layerId)))
    .every((layerId) => panels.some(({ of }) => of === everyLayer || (of === layerId && after.has(layerId))));
}

function sameIds(one: readonly number[] = [], other: readonly number[] = []): boolean {
  return one.length === other.length && one.every((id, index) => id === other[index]);
}
