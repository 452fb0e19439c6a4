import type { MapModel, MapPoint } from '../map-model.ts';
import { takeCorners } from './corners.ts';
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
  // At once: a click while the rest loads already counts.
  const corners = model.withInternals((internals) => takeCorners(internals, kind === 'distance' ? 2 : 3));
  try {
    const sdk = await import('./measure-analysis.ts');
    return await model.withInternals((internals) =>
      sdk.measure(internals, kind, system, corners, onMeasured),
    );
  } catch (cause) {
    corners.stop();
    throw cause;
  }
}

/** Lets the person pick places: each click is marked and told; returns how to stop, which takes the mark away. */
export async function pickPlaces(model: MapModel, onPick: (point: MapPoint) => void): Promise<() => void> {
  const sdk = await import('./pick-places.ts');
  return model.withInternals((internals) => sdk.pickPlaces(internals, onPick));
}
