import { useEffect, useState } from 'react';
import type { PicturePlace } from '../../../wire/map-picture.ts';
import type { MapModel } from '../map-model.ts';
import { loadCapability } from '../load-capability.ts';
import { useMapModel } from '../map-model.ts';
import type { MapSource } from '../map-source.ts';
import { type Store, useStore } from '../../store.ts';
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

/** The parts of the map that a picture shows. */
export interface ShownParts {
  basemap: boolean;
  /** Ids of layers, groups by their members. */
  layers: ReadonlySet<string>;
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
  /**
   * Marks a document that was read as the portal's saved state: later changes are unsaved. The header's title
   * follows.
   */
  saved(document: WebMapJson, title?: string): void;
  /** The map's extent: west, south, east, north in degrees. */
  bounds(): readonly [number, number, number, number] | undefined;
  /**
   * An image of the map's centre, JPEG, of this width and height in pixels, and its place if it is not rotated.
   * @param shown undefined: the whole map
   */
  picture(
    size: { width: number; height: number },
    shown?: ShownParts,
  ): Promise<{ file: Blob; place: PicturePlace | undefined }>;
}

const untouched: WorkState = { changes: [], dirty: false, undo: undefined, redo: undefined };
const trackWork = loadCapability(async () => (await import('./sdk/track-work.ts')).trackWork);
const works = new WeakMap<MapModel, Promise<MapWork>>();
/** Milliseconds after which code that could not be loaded is requested again. */
const retryAfter = 5000;

/** Starts tracking the work on a map as soon as it is ready; one tracker per map. */
export function trackedWork(model: MapModel): Promise<MapWork> {
  const known = works.get(model);
  if (known) return known;
  const begun = whenReady(model).then(() => trackWork(model));
  works.set(model, begun);
  // The next call tries again.
  begun.catch(() => works.delete(model));
  return begun;
}

/** The work on the open map; undefined until the map is ready. */
export function useMapWork(): MapWork | undefined {
  const model = useMapModel();
  const [work, setWork] = useState<{ model: MapModel; work: MapWork }>();
  useEffect(() => {
    if (!model) return undefined;
    let left = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const load = async () => {
      try {
        const tracked = await trackedWork(model);
        if (!left) setWork({ model, work: tracked });
      } catch {
        // Without it the map could not be saved. A map that was replaced by other work meanwhile has none.
        if (!left) timer = setTimeout(() => void load(), retryAfter);
      }
    };
    void load();
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [model]);
  return work?.model === model ? work?.work : undefined;
}

/** The state of the work; unchanged while the map is not ready. */
export function useWorkState(work: MapWork | undefined): WorkState {
  return useStore(work?.state, untouched);
}

/** The source of the work that a document was read from, when other work replaced it. */
export const leftSources = new WeakMap<object, MapSource>();

/** The work being replaced: its document, and whether that is saved. */
export async function readLeft(work: MapWork): Promise<{ document: WebMapJson; saved: boolean }> {
  const document = await work.read();
  leftSources.set(document, work.source);
  return { document, saved: !work.state.get().dirty };
}

function whenReady({ state }: MapModel): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (state.get().status !== 'ready') return;
      stop();
      resolve();
    };
    const stop = state.subscribe(check);
    check();
  });
}
