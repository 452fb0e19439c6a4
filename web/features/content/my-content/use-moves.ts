import { useState } from 'react';
import { useConfiguration } from '../../../context/application-context.ts';
import { moveItem } from '../../../portal/change-items.ts';
import type { PortalItem } from '../../../portal/portal-types.ts';
import { type Batch, useBatch } from './use-batch.ts';

export interface Moves {
  /** The previous state of the last moved items; empty after the undo time limit. */
  moved: readonly PortalItem[];
  /** Number of moves. */
  times: number;
  /** What could not be moved back. */
  failures: Batch['failures'];
  /** Starts the undo time limit for these items. */
  begin: (items: readonly PortalItem[]) => void;
  /** Moves each item back to its previous folder. */
  undo: () => void;
  /** Ends the time limit. */
  forget: () => void;
  forgetFailures: () => void;
}

/** Stores the last move for an undo time limit. */
export function useMoves(onDone: () => Promise<void>, reasonOf: (error: unknown) => string): Moves {
  const { connection } = useConfiguration();
  const [moved, setMoved] = useState<readonly PortalItem[]>([]);
  const [times, setTimes] = useState(0);
  const back = useBatch(reasonOf);
  const forget = () => setMoved([]);

  const moveBack = async () => {
    await back.run(moved, (item) => moveItem(connection, item, folderOf(item)));
    await onDone();
  };

  return {
    moved,
    times,
    failures: back.failures,
    begin: (items) => {
      forget();
      back.forgetFailures();
      if (items.length === 0) return;
      setMoved(items);
      setTimes((now) => now + 1);
    },
    undo: () => {
      forget();
      void moveBack();
    },
    forget,
    forgetFailures: back.forgetFailures,
  };
}

/** An item's folder as a request parameter; `/` for none. */
export function folderOf({ ownerFolder }: PortalItem): string {
  return ownerFolder ?? '/';
}
