import type { MapSource } from '../map-source.ts';
import type { Store } from '../store.ts';
import type { MapChange } from './changes-between.ts';
import type { WebMapJson } from './web-map-json.ts';

/** How far the open map is from what was saved, and what can be taken back. */
export interface WorkState {
  /** Differences since the map was opened or saved; empty when there are none that can be named. */
  changes: readonly MapChange[];
  /** Whether there is anything to save. */
  dirty: boolean;
  /** What the next undo takes back and the next redo brings again; undefined when there is nothing. */
  undo: readonly MapChange[] | undefined;
  redo: readonly MapChange[] | undefined;
}

/** The open map as a document that people work on: what was changed, taking it back, and reading it for saving. */
export interface MapWork {
  readonly state: Store<WorkState>;
  /** What was opened. */
  readonly source: MapSource;
  undo(): void;
  redo(): void;
  /**
   * The map as a web map document (web map specification 2.x); the very document that was opened when nothing changed.
   * @param startHere whether the map shall begin where it looks now
   */
  read(startHere?: boolean): Promise<WebMapJson>;
  /** From now on this document is what the portal keeps. The title follows in the header. */
  saved(document: WebMapJson, title?: string): void;
  /** What the map shows: west, south, east, north in degrees. */
  bounds(): readonly [number, number, number, number] | undefined;
  /** A picture of the map's middle, JPEG, so many pixels wide and high. */
  picture(size: { width: number; height: number }): Promise<Blob>;
}
