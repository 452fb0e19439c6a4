import type { PieceOfWork } from '../../../context/open-map.ts';
import type { MapSource } from '../../../map/map-source.ts';

/** Work that replaces what was opened first: a draft, an earlier version, or the work before these. */
export interface OtherWork extends PieceOfWork {
  /** Whether this is the portal's version. */
  saved: boolean;
  /** The work before and after it. */
  undo?: OtherWork | undefined;
  redo?: OtherWork | undefined;
}

/**
 * Navigation from this work to the previous one, and back.
 *
 * @param opened the document that the portal had when the map was opened; unsaved work without a previous one
 *   goes back to it
 */
export function turnsOf(
  work: OtherWork,
  open: (work: OtherWork) => void,
  opened?: object,
): NonNullable<MapSource['turns']> {
  const { redo } = work;
  const undo = work.undo ?? (opened && !work.saved ? { document: opened, saved: true } : undefined);
  let isSaved = false;
  const other = (next: OtherWork) => open(isSaved ? unsaved(next) : next);
  return {
    ...(undo && { undo: () => other({ ...undo, redo: work }) }),
    ...(redo && { redo: () => other({ ...redo, undo: { ...work, redo: undefined } }) }),
    saved: () => {
      isSaved = true;
    },
  };
}

/** The work and what it leads to once the portal has something else. */
function unsaved(work: OtherWork): OtherWork {
  const { undo, redo } = work;
  return { ...work, saved: false, undo: undo && unsaved(undo), redo: redo && unsaved(redo) };
}
