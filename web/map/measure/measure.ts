import { loadCapability } from '../load-capability.ts';
import type { MapModel } from '../map-model.ts';
import { takeCorners } from './corners.ts';
import type { UnitSystem } from './units.ts';

/** The current measurement in metres and square metres on the ellipsoid; 0 before the first point. */
export interface Measured {
  /** Length of a line, or perimeter of an area. */
  length: number;
  area: number;
}

/** A running measurement. */
export interface Measurement {
  setSystem(system: UnitSystem): void;
  /** Ends it and removes it from the map. */
  close(): void;
}

const analyse = loadCapability(async () => (await import('./measure-analysis.ts')).measure);

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
    return await analyse(model, kind, system, corners, onMeasured);
  } catch (cause) {
    corners.stop();
    throw cause;
  }
}

/** Lets the user pick places: each click is marked and reported, until it is closed. */
export const pickPlaces = loadCapability(async () => (await import('./measure-analysis.ts')).pickPlaces);
