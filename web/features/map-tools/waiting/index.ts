/** Edits and comments that wait in this browser for a connection: a notice on the map, with their list. */
import { createElement } from 'react';
import { useMapState } from '../../../map/map-model.ts';
import { LazyBoundary } from '../../../ui/lazy-boundary.tsx';

const load = async () => (await import('./waiting-note.tsx')).WaitingNote;
const nothing: object = {};

/**
 * The notice of what waits, on a map. Its code is loaded with every map, once that is drawn: without a connection it could not be
 * loaded when something has to wait.
 */
export function WaitingNotes() {
  const isDrawn = useMapState((state) => state.drawn);
  // A map that cannot be opened has no features, but comments on it may wait.
  const hasFailed = useMapState((state) => state.error !== undefined);
  return createElement(LazyBoundary<object>, { wanted: isDrawn || hasFailed, load, props: nothing });
}
