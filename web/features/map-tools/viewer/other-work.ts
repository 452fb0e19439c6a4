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

/** Navigation from this work to the previous one, and back. */
export function turnsOf(work: OtherWork, open: (work: OtherWork) => void): NonNullable<MapSource['turns']> {
  const { undo, redo } = work;
  return {
    ...(undo && { undo: () => open({ ...undo, redo: work }) }),
    ...(redo && { redo: () => open({ ...redo, undo: { ...work, redo: undefined } }) }),
  };
}
