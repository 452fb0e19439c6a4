import { useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shortErrorText, useItemTexts } from '../../../i18n/index.ts';
import type { PortalItem } from '../../../portal/portal-types.ts';

export interface BatchFailure {
  title: string;
  error: unknown;
  /** Its text. */
  reason: string;
}

export interface Batch {
  /** Progress: completed and total; undefined while idle. */
  progress: { done: number; of: number } | undefined;
  /** What failed in the last run. */
  failures: readonly BatchFailure[];
  /** Runs the action on each item, one after another. @returns whether all succeeded without cancellation */
  run: (items: readonly PortalItem[], action: (item: PortalItem) => Promise<void>) => Promise<boolean>;
  /** Stops before the next item. */
  cancel: () => void;
  forgetFailures: () => void;
}

/** A batch change with progress and cancellation; a failure does not stop the rest. */
export function useBatch(reasonOf: (error: unknown) => string): Batch {
  const [progress, setProgress] = useState<Batch['progress']>();
  const [failures, setFailures] = useState<readonly BatchFailure[]>([]);
  const stopped = useRef(false);
  const { titleOf } = useItemTexts();
  return {
    progress,
    failures,
    cancel: () => {
      stopped.current = true;
    },
    forgetFailures: () => setFailures([]),
    run: async (items, action) => {
      stopped.current = false;
      setFailures([]);
      const failed: BatchFailure[] = [];
      for (const [done, item] of items.entries()) {
        if (stopped.current) break;
        setProgress({ done, of: items.length });
        try {
          await action(item);
        } catch (error) {
          failed.push({ title: titleOf(item), error, reason: reasonOf(error) });
        }
      }
      setProgress(undefined);
      setFailures(failed);
      return failed.length === 0 && !stopped.current;
    },
  };
}

/** Converts an error to a user-facing message; stable while the language does not change. */
export function useReason(): (error: unknown) => string {
  const { t } = useTranslation();
  return useCallback((error: unknown) => shortErrorText(t, error), [t]);
}
