import type { DrawingLabels, Legend } from '../export/legend.ts';
import { loadCapability } from '../load-capability.ts';
import type { GridLine } from './grid-lines.ts';
import type { PrintFrame } from './print-frame.ts';

/** What a printed map shows: the view, a bookmark of the map, or an extent in the map's coordinates. */
export type PrintPlace =
  | { kind: 'view' }
  | { kind: 'bookmark'; index: number }
  | { kind: 'extent'; extent: readonly [xmin: number, ymin: number, xmax: number, ymax: number] };

/** Dots per inch of a printed map. */
export type PrintDensity = 150 | 300;

export interface PrintDrawing {
  density: PrintDensity;
  signal: AbortSignal;
  /** Names of drawings in the legend; without them there is none. */
  legend?: DrawingLabels | undefined;
  /** Receives the number of finished tiles. */
  onTile?: ((done: number, total: number) => void) | undefined;
}

/** A part of a printed map as a JPEG file, in millimetres from the middle of the map, with y downwards. */
export interface PrintedTile {
  jpeg: Uint8Array;
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface PrintedMap {
  tiles: readonly PrintedTile[];
  legend: Legend;
  /** Whether layers were still being loaded when a tile was drawn. */
  incomplete: boolean;
}

/** A sheet of a map series: a feature of the index layer. */
export interface PrintSheet {
  name: string;
  place: PrintPlace;
}

/** Sheets of one map series. */
export const maxSheets = 200;
/** Dots of all maps of one file: about 400 MB of pictures. */
export const maxDots = 1_000_000_000;

/** Prints the open map from a second view of it, which is not visible. */
export interface PrintSession {
  /**
   * The frame of a map of this size in millimetres.
   * @param scale denominator; default: the largest one of two digits that shows all of the place
   * @throws MappingError `print:no-scale` in coordinates without a single scale
   */
  frame(place: PrintPlace, size: { width: number; height: number }, scale?: number): Promise<PrintFrame>;
  /**
   * Draws a map, tile by tile.
   * @throws MappingError `print:scale-unreachable`, `print:no-graphics`; an `AbortError` when cancelled
   */
  draw(frame: PrintFrame, drawing: PrintDrawing): Promise<PrintedMap>;
  /**
   * The lines of a coordinate grid.
   * @param wkid of its coordinate system; default: that of the map
   * @throws MappingError `print:no-grid` for an unknown system or a place outside of it
   */
  grid(frame: PrintFrame, wkid: number | undefined): Promise<{ lines: GridLine[]; degrees: boolean }>;
  /**
   * The sheets of a map series over an index layer, in the order of a field.
   * @throws MappingError `print:no-sheets`, `print:too-many-sheets`, `layer:failed`
   */
  sheets(layerId: string, field: string, signal: AbortSignal): Promise<PrintSheet[]>;
  /** The well-known id of the map's coordinate system; undefined for one that has none. */
  wkid: number | undefined;
  close(): void;
}

export const openPrint = loadCapability(async () => (await import('./print-session.ts')).openPrint);
