import type { MapModel, MapPoint } from '../map-model.ts';
import { takeCorners } from './corners.ts';
import type { UnitSystem } from './units.ts';
import type { Measured, Measurement } from './measure-analysis.ts';
export type { Measured, Measurement } from './measure-analysis.ts';

/**
 * Lets the user draw a measurement: click for each vertex, double-click or Enter for the last one, Escape to start
 * over. Vertices can be moved afterwards.
 *
 * @param onMeasured called on every change
 */
export async function measure(
  model: MapModel,
  kind: 'distance' | 'area',
  system: UnitSystem,
  onMeasured: (measured: Measured) => void,
): Promise<Measurement> {
  // Immediately, so that clicks count while the rest loads.
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

/**
 * Lets the user pick places: each click is marked and reported; returns a function that stops it and removes the mark.
 */
export async function pickPlaces(model: MapModel, onPick: (point: MapPoint) => void): Promise<() => void> {
  const sdk = await import('./pick-places.ts');
  return model.withInternals((internals) => sdk.pickPlaces(internals, onPick));
}
