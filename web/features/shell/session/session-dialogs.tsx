import { useEffect, useSyncExternalStore } from 'react';
import { useConfiguration, useIdentity } from '../../../context/application-context.ts';
import { LazyBoundary } from '../../../ui/lazy-boundary.tsx';

/**
 * Prompts for a sign-in in place: when the session ends during work, and before a change that needs a recent
 * sign-in. Requests wait and continue with the new session.
 */
export function SessionDialogs() {
  const { connection } = useConfiguration();
  const { user } = useIdentity();
  const { session } = connection;
  const known = user !== undefined;
  // A session found expired while the page loads ends without a prompt, because nothing can be lost yet.
  useEffect(() => (known ? session.askInPlace() : undefined), [session, known]);
  const asking = useSyncExternalStore(session.subscribe, () => session.asking);
  const confirming = useSyncExternalStore(session.subscribe, () => session.confirming);
  return (
    <>
      <LazyBoundary wanted={asking} load={loadAgain} props={{ open: asking }} />
      <LazyBoundary wanted={confirming} load={loadConfirm} props={{ open: confirming }} />
    </>
  );
}

const loadAgain = async () => (await import('./sign-in-again.tsx')).SignInAgain;
const loadConfirm = async () => (await import('./confirm-identity.tsx')).ConfirmIdentity;
