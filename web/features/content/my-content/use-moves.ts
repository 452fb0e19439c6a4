import { useState } from 'react';
import { useConfiguration } from '../../../context/application-context.ts';
import { moveItem } from '../../../portal/change-items.ts';
import type { PortalItem } from '../../../portal/portal-types.ts';
import { type Batch, useBatch } from './use-batch.ts';

export interface Moves {
  /** What was moved last, as it was before; empty once the time to move it back is over. */
  moved: readonly PortalItem[];
  /** How often something was moved. */
  times: number;
  /** What could not be moved back. */
  failures: Batch['failures'];
  /** Begins the time in which these items can be moved back. */
  begin: (items: readonly PortalItem[]) => void;
  /** Moves each back into the folder it was in. */
  undo: () => void;
  /** Ends that time. */
  forget: () => void;
  forgetFailures: () => void;
}

/** Keeps what was just moved for a time in which it can be moved back. */
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

/** The folder an item is in, as the portal is told; `/` for none. */
export function folderOf({ ownerFolder }: PortalItem): string {
  return ownerFolder ?? '/';
}
