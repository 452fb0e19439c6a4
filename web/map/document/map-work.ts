import { useEffect, useState, useSyncExternalStore } from 'react';
import type { MapModel } from '../map-model.ts';
import { useMapModel } from '../map-model.ts';
import type { MapSource } from '../map-source.ts';
import { createStore, type Store } from '../store.ts';
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

const untouched: WorkState = { changes: [], dirty: false, undo: undefined, redo: undefined };
const nothing = createStore(untouched);
const works = new WeakMap<MapModel, Promise<MapWork>>();

/** Begins to follow the work on a map as soon as it is ready; one follower a map. */
export function reachWork(model: MapModel): Promise<MapWork> {
  const known = works.get(model);
  if (known) return known;
  const begun = whenReady(model)
    .then(() => import('./sdk/track-work.ts'))
    .then(({ trackWork }) => model.reach(trackWork));
  works.set(model, begun);
  return begun;
}

/** The work on the open map; undefined until the map is ready. */
export function useMapWork(): MapWork | undefined {
  const model = useMapModel();
  const [work, setWork] = useState<{ model: MapModel; work: MapWork }>();
  useEffect(() => {
    if (!model) return undefined;
    let left = false;
    const reach = async () => {
      const reached = await reachWork(model);
      if (!left) setWork({ model, work: reached });
    };
    void reach();
    return () => {
      left = true;
    };
  }, [model]);
  return work?.model === model ? work?.work : undefined;
}

/** The state of the work; of a map that is not ready: nothing changed. */
export function useWorkState(work: MapWork | undefined): WorkState {
  const store = work?.state ?? nothing;
  return useSyncExternalStore(store.subscribe, store.get);
}

function whenReady({ state }: MapModel): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (state.get().status !== 'ready') return;
      stop();
      resolve();
    };
    const stop = state.subscribe(look);
    look();
  });
}
