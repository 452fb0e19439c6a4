import { useEffect } from 'react';
import { type Blocker, useBlocker } from 'react-router';

interface UnsavedChanges {
  /** Whether leaving the page would lose something. */
  isChanged: boolean;
  /** Whether another part of the page, named in the address's search, would lose something too. */
  isChangedHere?: boolean;
}

/**
 * Prevents that unsaved input is lost without a question: the browser asks before the page is unloaded, and the caller while the
 * returned blocker is `blocked`. The router takes one of these per page.
 */
export function useUnsavedChanges({ isChanged, isChangedHere = false }: UnsavedChanges): Blocker {
  const mayLose = isChanged || isChangedHere;
  useEffect(() => {
    if (!mayLose) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [mayLose]);
  return useBlocker(
    ({ currentLocation, nextLocation }) =>
      (mayLose && currentLocation.pathname !== nextLocation.pathname) ||
      (isChangedHere && currentLocation.search !== nextLocation.search),
  );
}
