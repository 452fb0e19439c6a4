import { useEffect, useRef, useState } from 'react';
import { useBlocker, useLocation } from 'react-router';
import { askBeforeLeaving, type LeaveAnswer } from './before-leaving.ts';

interface UnsavedChanges {
  /** Whether leaving the page would lose something. */
  isChanged: boolean;
  /** Whether another part of the page, named in the address's search, would lose something too. */
  isChangedHere?: boolean;
}

/** What the caller asks the user, if anything. */
export type LeaveQuestion =
  | { state: 'unblocked' }
  | {
      state: 'blocked';
      /** Whether the page stays, and only the other part of it is left. */
      staysOnPage: boolean;
      proceed: () => void;
      reset: () => void;
    };

/**
 * Prevents that unsaved input is lost without a question: the browser asks before the page is unloaded, and the caller, while the
 * returned question is `blocked`, before another page is opened and before the user signs out. The router takes one of these per page.
 */
export function useUnsavedChanges({ isChanged, isChangedHere = false }: UnsavedChanges): LeaveQuestion {
  const mayLose = isChanged || isChangedHere;
  const [signingOut, setSigningOut] = useState<(answer: LeaveAnswer) => void>();
  /** The user has agreed to sign out: the page then reloads, and the browser need not ask again. */
  const agreed = useRef(false);
  useEffect(() => {
    if (!mayLose) return undefined;
    const warn = (event: BeforeUnloadEvent) => {
      // Once: another part of the page may ask, and the user stays.
      if (agreed.current) agreed.current = false;
      else event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    const stop = askBeforeLeaving('page', () => new Promise((resolve) => setSigningOut(() => resolve)));
    return () => {
      window.removeEventListener('beforeunload', warn);
      stop();
    };
  }, [mayLose]);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      (mayLose && currentLocation.pathname !== nextLocation.pathname) ||
      (isChangedHere && currentLocation.search !== nextLocation.search),
  );
  const { pathname } = useLocation();
  if (signingOut) {
    const answer = (goOn: boolean) => {
      setSigningOut(undefined);
      signingOut(goOn && (() => (agreed.current = true)));
    };
    return {
      state: 'blocked',
      staysOnPage: false,
      proceed: () => answer(true),
      reset: () => answer(false),
    };
  }
  if (blocker.state !== 'blocked') return { state: 'unblocked' };
  return {
    state: 'blocked',
    staysOnPage: blocker.location.pathname === pathname,
    proceed: () => blocker.proceed(),
    reset: () => blocker.reset(),
  };
}
