import { loadCapability } from '../load-capability.ts';

/** A place in degrees (WGS 84), as ArcGIS writes geometries. */
export type Place =
  { x: number; y: number } | { points: number[][] } | { paths: number[][][] } | { rings: number[][][] };

export type PlaceShape = 'point' | 'polyline' | 'polygon';

/** The place of a report on a map, until it is closed. */
export interface ReportPlacePicker {
  /** Shows a place; undefined removes it, and lines and areas can be drawn again. */
  show(place: Place | undefined): void;
  /** Moves the map to a point. */
  goTo(longitude: number, latitude: number): void;
  /** Ends the line or area that is being drawn. */
  finish(): void;
  close(): void;
}

/**
 * Lets the user choose a place: by a click, or Enter for the middle of the map; lines and areas are drawn.
 * Calls the function with each chosen place.
 */
export const openReportPlace = loadCapability<
  [shape: PlaceShape, onPlace: (place: Place) => void],
  ReportPlacePicker
>(async () => (await import('./pick-place.ts')).openPicker);
