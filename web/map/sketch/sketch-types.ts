import type { Store } from '../store.ts';

/** What can be drawn. */
export const sketchTools = ['point', 'polyline', 'polygon', 'rectangle', 'circle', 'text'] as const;
export type SketchTool = (typeof sketchTools)[number];

/** How drawings look. */
export interface SketchStyle {
  /** `#rrggbb` */
  colour: string;
  /** Width of lines in points; points and letters grow with it. */
  width: number;
  /** How much of an area's colour is seen: 0 (outline only) to 1. */
  fill: number;
}

/** A drawing and what is being done to it. A new object after each change. */
export interface SketchState {
  /** The tool that draws; undefined when clicks select. */
  tool: SketchTool | undefined;
  /** Whether the chosen tool takes clicks already: it takes the SDK a moment to begin. */
  ready: boolean;
  /** How many drawings there are, and how many of them are selected. */
  count: number;
  selected: number;
  /** The letters of the selected text; undefined when none is selected. */
  selectedText: string | undefined;
  canUndo: boolean;
  canRedo: boolean;
}

/** The drawings of a map, opened to be changed. They are a layer of the map's document, so that saving keeps them. */
export interface Sketch {
  readonly state: Store<SketchState>;
  /** Draws one after the other until another tool or none is chosen. */
  draw(tool: SketchTool | undefined): void;
  /** For what is selected and what is drawn next. */
  setStyle(style: SketchStyle): void;
  /** The letters of the selected text, and of the next. */
  setText(text: string): void;
  /** Whether corners jump to features of the map that are near. */
  setSnapping(on: boolean): void;
  /** Deletes what is selected. */
  remove(): void;
  undo(): void;
  redo(): void;
  /** Ends drawing; what was drawn stays. */
  close(): void;
}
