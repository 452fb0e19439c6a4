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
  stop(): void;
}
