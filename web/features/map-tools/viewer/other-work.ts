import type { PieceOfWork } from '../../../context/open-map.ts';
import type { MapSource } from '../../../map/map-source.ts';

/** Work that takes the place of what was opened first: a draft, an earlier version, or what was open before these. */
export interface OtherWork extends PieceOfWork {
  /** Whether this is what the portal has. */
  saved: boolean;
  /** The work before and after it. */
  undo?: OtherWork | undefined;
  redo?: OtherWork | undefined;
}

/** The ways from this work to the one before it, and back again. */
export function turnsOf(work: OtherWork, open: (work: OtherWork) => void): NonNullable<MapSource['turns']> {
  const { undo, redo } = work;
  return {
    ...(undo && { undo: () => open({ ...undo, redo: work }) }),
    ...(redo && { redo: () => open({ ...redo, undo: { ...work, redo: undefined } }) }),
  };
}
