import { loadCapability } from '../load-capability.ts';
import type { Store } from '../../store.ts';

/** The drawing tools. */
export const sketchTools = ['point', 'polyline', 'polygon', 'rectangle', 'circle', 'text'] as const;
export type SketchTool = (typeof sketchTools)[number];

/** The style of drawings. */
export interface SketchStyle {
  /** `#rrggbb` */
  colour: string;
  /** Width of lines in points; points and text scale with it. */
  width: number;
  /** Fill opacity of areas: 0 (outline only) to 1. */
  fill: number;
}

/** What is done to whole drawings: pixels of the screen, the factor of their size, or degrees clockwise. */
export type DrawingChange = { right: number; down: number } | { factor: number } | { degrees: number };

/** The state of the drawings and the active tool. A new object after each change. */
export interface SketchState {
  /** The active tool; undefined when clicks select. */
  tool: SketchTool | undefined;
  /** Whether the active tool is ready for clicks, because the SDK starts it asynchronously. */
  ready: boolean;
  /** The number of drawings, and of selected ones. */
  count: number;
  selected: number;
  /** Whether something selected has a size: points and texts have none. */
  hasSize: boolean;
  /** The selected text; undefined if none is selected. */
  selectedText: string | undefined;
  canUndo: boolean;
  canRedo: boolean;
}

/**
 * The drawings of a map, opened for editing. They are a layer of the map's document, so that they are saved with it.
 */
export interface Sketch {
  readonly state: Store<SketchState>;
  /** Draws repeatedly until another tool or none is selected. */
  draw(tool: SketchTool | undefined): void;
  /** For the selection, as a step for `undo`, and the next drawing. */
  setStyle(style: SketchStyle): void;
  /** The text of the selection, as a step for `undo`, and of the next drawing. */
  setText(text: string): void;
  /** Whether vertices snap to nearby features of the map. */
  setSnapping(on: boolean): void;
  /** Moves, scales or turns the selection as a whole, around its middle. A step for `undo`. */
  change(change: DrawingChange): void;
  /** Deletes the selection. */
  remove(): void;
  undo(): void;
  redo(): void;
  /** Ends drawing; the drawings remain. */
  close(): void;
}

/** Opens the map's drawings, given the title of their layer if it is created, and the style of the first drawing. */
export const openSketch = loadCapability(async () => (await import('./sketch-session.ts')).openSketch);
