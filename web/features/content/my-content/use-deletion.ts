import { useCallback, useContext, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguration } from '../../../context/application-context.ts';
import { NoticeContext } from '../../../context/page-frame.ts';
import { useItemTexts } from '../../../i18n/index.ts';
import { deleteItems } from '../../../portal/change-items.ts';
import type { PortalItem } from '../../../portal/portal-types.ts';
import type { BatchFailure } from './use-batch.ts';

/** Items that a notice names; more would not be read before it disappears. */
const namedInNotice = 3;

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
  /** Starts the undo time limit; other items already pending are deleted now. */
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
 * the page within the application deletes at once, and a failure is then a notice of the next page; closing the window before the
 * limit deletes nothing.
 */
export function useDeletion(onDone: () => Promise<void>, reasonOf: (error: unknown) => string): Deletion {
  const { connection } = useConfiguration();
  const { titleOf } = useItemTexts();
  const [pending, setPending] = useState<readonly PortalItem[]>([]);
  /** Those of them that the portal is requested to delete, or will be. */
  const begun = useRef(new Set<string>());
  const [undoable, setUndoable] = useState<readonly PortalItem[]>([]);
  const [failure, setFailure] = useState<DeletionFailure>();
  const waiting = useRef<readonly PortalItem[]>([]);
  const hasLeft = useRef(false);
  const report = useFailureReport();

  const failuresOf = useCallback(
    (items: readonly PortalItem[], error: unknown) =>
      items.map((item) => ({ title: titleOf(item), error, reason: reasonOf(error) })),
    [reasonOf, titleOf],
  );

  const finish = useCallback(async () => {
    const items = waiting.current;
    waiting.current = [];
    setUndoable([]);
    if (items.length === 0) return;
    const titles = new Map(items.map((item) => [item.id, titleOf(item)]));
    let undeleted: DeletionFailure['items'];
    try {
      const answer = await deleteItems(connection, items[0]?.owner ?? '', items);
      undeleted = answer.map(({ id, error }) => ({
        title: titles.get(id) ?? id,
        error,
        reason: reasonOf(error),
      }));
    } catch (error) {
      undeleted = failuresOf(items, error);
    }
    const failed = { items: undeleted, of: items.length };
    if (undeleted.length > 0 && hasLeft.current) report(failed);
    else if (undeleted.length > 0) setFailure(failed);
    await onDone();
    for (const { id } of items) begun.current.delete(id);
    // Only now, so that deleted items do not reappear before the list is refetched.
    setPending((now) => now.filter(({ id }) => !titles.has(id)));
  }, [connection, onDone, reasonOf, titleOf, failuresOf, report]);

  const latest = useRef(finish);
  useEffect(() => {
    latest.current = finish;
  }, [finish]);
  useEffect(() => {
    hasLeft.current = false;
    return () => {
      hasLeft.current = true;
      void latest.current();
    };
  }, []);

  return {
    pending,
    undoable,
    failure,
    begin: (items) => {
      const fresh = items.filter(({ id }) => !begun.current.has(id));
      if (fresh.length === 0) return;
      // Those that can still be restored stay so.
      const again = waiting.current.filter((one) => items.some(({ id }) => id === one.id));
      waiting.current = waiting.current.filter((one) => !again.includes(one));
      void finish();
      setFailure(undefined);
      for (const { id } of fresh) begun.current.add(id);
      waiting.current = [...again, ...fresh];
      setUndoable(waiting.current);
      setPending((now) => [...now, ...fresh]);
    },
    undo: () => {
      const back = new Set(waiting.current.map(({ id }) => id));
      for (const id of back) begun.current.delete(id);
      waiting.current = [];
      setUndoable([]);
      setPending((now) => now.filter(({ id }) => !back.has(id)));
    },
    finish: () => void finish(),
    fail: (items, error) => setFailure({ items: failuresOf(items, error), of: items.length }),
    forgetFailure: () => setFailure(undefined),
  };
}

/** Reports a failure outside of the page. */
function useFailureReport(): (failure: DeletionFailure) => void {
  const { t } = useTranslation();
  const notify = useContext(NoticeContext);
  return useCallback(
    ({ items, of }) => {
      const message = t('content.delete.failed', { count: of, failed: items.length, of });
      const named = items.slice(0, namedInNotice).map(({ title, reason }) => `${title}: ${reason}`);
      notify([message, ...named, ...(items.length > named.length ? ['…'] : [])].join(' '));
    },
    [t, notify],
  );
}
