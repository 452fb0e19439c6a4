import type { UnitSystem } from './units.ts';

/** What is measured so far, in metres and square metres on the ellipsoid; 0 before the first point. */
export interface Measured {
  /** Length of a line, or around an area. */
  length: number;
  area: number;
}

/** A measurement under way. */
export interface Measurement {
  setSystem(system: UnitSystem): void;
  /** Ends it and takes it off the map. */
  stop(): void;
}
