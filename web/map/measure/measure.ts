import type { MapModel, MapPoint } from '../map-model.ts';
import type { UnitSystem } from './units.ts';
import type { Measured, Measurement } from './measure-types.ts';
export type { Measured, Measurement } from './measure-types.ts';

/**
 * Lets the person draw what is to be measured: click for each corner, double-click or Enter for the last one, Escape to
 * start over. What was drawn can be moved afterwards.
 *
 * @param onMeasured hears every change
 */
export async function measure(
  model: MapModel,
  kind: 'distance' | 'area',
  system: UnitSystem,
  onMeasured: (measured: Measured) => void,
): Promise<Measurement> {
  const sdk = await import('./measure-analysis.ts');
  return model.reach((inside) => sdk.measure(inside, kind, system, onMeasured));
}

/** Lets the person pick places: each click is marked and told; returns how to stop, which takes the mark away. */
export async function pickPlaces(model: MapModel, onPick: (point: MapPoint) => void): Promise<() => void> {
  const sdk = await import('./pick-places.ts');
  return model.reach((inside) => sdk.pickPlaces(inside, onPick));
}
