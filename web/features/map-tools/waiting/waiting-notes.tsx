import { useMapState } from '../../../map/map-model.ts';
import { LazyBoundary } from '../../../ui/lazy-boundary.tsx';

// One file for both: where there is no connection, an open map must have the other one already.
const loadNote = async () => (await import('./waiting-note.tsx')).WaitingNote;

/** Loads what sends the changes and asks before a sign-out deletes them. */
export const loadWaitingKeeper = async () => (await import('./waiting-note.tsx')).WaitingKeeper;

const nothing = {};

/**
 * The notice of what waits, on a map. Its code is loaded with every map, once that is drawn: without a connection it could not be
 * loaded when something has to wait.
 */
export function WaitingNotes() {
  const drawn = useMapState((state) => state.drawn);
  // A map that cannot be opened has no features, but comments on it may wait.
  const failed = useMapState((state) => state.error !== undefined);
  return <LazyBoundary wanted={drawn || failed} load={loadNote} props={nothing} />;
}
