import { useEffect, useState, useSyncExternalStore } from 'react';
import type { MapModel } from '../map-model.ts';
import { useMapModel } from '../map-model.ts';
import { createStore } from '../store.ts';
import type { WebMapJson } from './web-map-json.ts';
import type { MapWork, WorkState } from './work-state.ts';

export type { MapWork, WorkState } from './work-state.ts';

const untouched: WorkState = { changes: [], dirty: false, undo: undefined, redo: undefined };
const nothing = createStore(untouched);
const works = new WeakMap<MapModel, Promise<MapWork>>();

/** Starts tracking the work on a map as soon as it is ready; one tracker per map. */
export function reachWork(model: MapModel): Promise<MapWork> {
  const known = works.get(model);
  if (known) return known;
  const begun = whenReady(model)
    .then(() => import('./sdk/track-work.ts'))
    .then(({ trackWork }) => model.withInternals(trackWork));
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
      try {
        const reached = await reachWork(model);
        if (!left) setWork({ model, work: reached });
      } catch (cause) {
        // A map that was replaced by other work meanwhile has none.
        if (!left) throw cause;
      }
    };
    void reach();
    return () => {
      left = true;
    };
  }, [model]);
  return work?.model === model ? work?.work : undefined;
}

/** The state of the work; unchanged while the map is not ready. */
export function useWorkState(work: MapWork | undefined): WorkState {
  const store = work?.state ?? nothing;
  return useSyncExternalStore(store.subscribe, store.get);
}

/** The work being replaced: its document, and whether that is saved. */
export async function readLeft(work: MapWork): Promise<{ document: WebMapJson; saved: boolean }> {
  const document = await work.read();
  return { document, saved: !work.state.get().dirty };
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
