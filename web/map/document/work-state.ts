import type { MapSource } from '../map-source.ts';
import type { Store } from '../store.ts';
import type { MapChange } from './changes-between.ts';
import type { WebMapJson } from './web-map-json.ts';

/** The differences between the open map and its saved state, and the undo steps. */
export interface WorkState {
  /** Differences since the map was opened or saved; empty if none can be described. */
  changes: readonly MapChange[];
  /** Whether there are unsaved changes. */
  dirty: boolean;
  /** The changes of the next undo and redo; undefined if there are none. */
  undo: readonly MapChange[] | undefined;
  redo: readonly MapChange[] | undefined;
}

/** The work on the open map: its changes, undo and redo, and its document for saving. */
export interface MapWork {
  readonly state: Store<WorkState>;
  /** The opened work. */
  readonly source: MapSource;
  undo(): void;
  redo(): void;
  /**
   * The map as a web map document (web map specification 2.x); the identical document if nothing changed.
   * @param startHere whether the current viewpoint becomes the initial one
   */
  read(startHere?: boolean): Promise<WebMapJson>;
  /** Marks this document as the portal's saved state. The header's title follows. */
  saved(document: WebMapJson, title?: string): void;
  /** The map's extent: west, south, east, north in degrees. */
  bounds(): readonly [number, number, number, number] | undefined;
  /** An image of the map's centre, JPEG, of this width and height in pixels. */
  picture(size: { width: number; height: number }): Promise<Blob>;
}
