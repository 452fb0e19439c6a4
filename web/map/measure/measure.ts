import { loadCapability } from '../load-capability.ts';
import type { MapModel } from '../map-model.ts';
import { takeCorners } from './corners.ts';
import type { Segment } from './segments.ts';
import type { UnitSystem } from './units.ts';

/** The current measurement in metres and square metres on the ellipsoid; 0 before the first point. */
export interface Measured {
  /** Length of a line, or perimeter of an area. */
  length: number;
  area: number;
  /** The parts of a line, or the sides of an area, from corner to corner. */
  segments?: readonly Segment[];
  /** Of a circle. */
  radius?: number;
  /** A finished line, in the coordinates of the map. */
  path?: readonly (readonly [x: number, y: number])[];
}

export type MeasureKind = 'distance' | 'area' | 'circle';

/** A running measurement. */
export interface Measurement {
  setSystem(system: UnitSystem): void;
  /** Ends it and removes it from the map. */
  close(): void;
}

const analyse = loadCapability(async () => (await import('./measure-analysis.ts')).measure);

/**
 * Lets the user draw a measurement: click for each vertex, double-click or Enter for the last one, Escape to
 * start over. Space sets a vertex at the middle of the map. Vertices can be moved afterwards. A circle needs
 * two clicks: its centre and its edge.
 *
 * @param onMeasured called on every change
 */
export async function measure(
  model: MapModel,
  kind: MeasureKind,
  system: UnitSystem,
  onMeasured: (measured: Measured) => void,
): Promise<Measurement> {
  // Immediately, so that clicks count while the rest loads.
  const corners = model.withInternals((internals) =>
    kind === 'circle' ? takeCorners(internals, 2, 2) : takeCorners(internals, kind === 'area' ? 3 : 2),
  );
  try {
    return await analyse(model, kind, system, corners, onMeasured);
  } catch (cause) {
    corners.stop();
    throw cause;
  }
}

/** Lets the user pick places: each click is marked and reported, until it is closed. */
export const pickPlaces = loadCapability(async () => (await import('./measure-analysis.ts')).pickPlaces);
