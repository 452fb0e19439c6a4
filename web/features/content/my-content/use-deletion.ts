import { useCallback, useEffect, useRef, useState } from 'react';
import { useConfiguration } from '../../../context/application-context.ts';
import { useItemTexts } from '../../../i18n/index.ts';
import { deleteItems } from '../../../portal/change-items.ts';
import type { PortalItem } from '../../../portal/portal-types.ts';
import type { BatchFailure } from './use-batch.ts';

/** Items that were not deleted, with their reasons. */
export interface DeletionFailure {
  items: readonly BatchFailure[];
  of: number;
}

export interface Deletion {
  /** Items pending deletion: hidden, but not deleted yet. */
  pending: readonly PortalItem[];
  /** Those of them that can still be restored. */
  undoable: readonly PortalItem[];
  failure: DeletionFailure | undefined;
  /** Starts the undo time limit; items already pending are deleted now. */
  begin: (items: readonly PortalItem[]) => void;
  undo: () => void;
  /** Ends the time limit and deletes. */
  finish: () => void;
  /** Shows why items are not deleted. */
  fail: (items: readonly PortalItem[], error: unknown) => void;
  forgetFailure: () => void;
}

/**
 * Deletes items after an undo time limit, because the portal has no recycle bin. The notice defines the limit. Leaving
 * the page within the application deletes at once; closing the window before the limit deletes nothing.
 */
export function useDeletion(onDone: () => Promise<void>, reasonOf: (error: unknown) => string): Deletion {
  const { connection } = useConfiguration();
  const { titleOf } = useItemTexts();
  const [pending, setPending] = useState<readonly PortalItem[]>([]);
  const [undoable, setUndoable] = useState<readonly PortalItem[]>([]);
  const [failure, setFailure] = useState<DeletionFailure>();
  const waiting = useRef<readonly PortalItem[]>([]);

  const failuresOf = useCallback(
    (items: readonly PortalItem[], error: unknown) =>
      items.map((item) => ({ title: titleOf(item), reason: reasonOf(error) })),
    [reasonOf, titleOf],
  );

  const finish = useCallback(async () => {
    const items = waiting.current;
    waiting.current = [];
    setUndoable([]);
    if (items.length === 0) return;
    const titles = new Map(items.map((item) => [item.id, titleOf(item)]));
    let failed: DeletionFailure['items'];
    try {
      const undeleted = await deleteItems(connection, items[0]?.owner ?? '', items);
      failed = undeleted.map(({ id, error }) => ({ title: titles.get(id) ?? id, reason: reasonOf(error) }));
    } catch (error) {
      failed = failuresOf(items, error);
    }
    if (failed.length > 0) setFailure({ items: failed, of: items.length });
    await onDone();
    // Only now, so that deleted items do not reappear before the list is refetched.
    setPending((now) => now.filter(({ id }) => !titles.has(id)));
  }, [connection, onDone, reasonOf, titleOf, failuresOf]);

  const latest = useRef(finish);
  useEffect(() => {
    latest.current = finish;
  }, [finish]);
  useEffect(() => () => void latest.current(), []);

  return {
    pending,
    undoable,
    failure,
    begin: (items) => {
      void finish();
      setFailure(undefined);
      waiting.current = items;
      setUndoable(items);
      setPending((now) => [...now, ...items]);
    },
    undo: () => {
      const back = new Set(waiting.current.map(({ id }) => id));
      waiting.current = [];
      setUndoable([]);
      setPending((now) => now.filter(({ id }) => !back.has(id)));
    },
    finish: () => void finish(),
    fail: (items, error) => setFailure({ items: failuresOf(items, error), of: items.length }),
    forgetFailure: () => setFailure(undefined),
  };
}
