import { useEffect, useSyncExternalStore } from 'react';
import { useConfiguration, useIdentity } from '../../../context/application-context.ts';
import { LazyBoundary } from '../../../ui/lazy-boundary.tsx';

/** Prompts for a sign-in in place when the session ends during work; requests continue with the new one. */
export function SessionEndedDialog() {
  const { connection } = useConfiguration();
  const { user } = useIdentity();
  const { session } = connection;
  const known = user !== undefined;
  // A session found expired while the page loads ends without a prompt, because nothing can be lost yet.
  useEffect(() => (known ? session.askInPlace() : undefined), [session, known]);
  const asking = useSyncExternalStore(session.subscribe, () => session.asking);
  return <LazyBoundary wanted={asking} load={loadDialog} props={{ open: asking }} />;
}

const loadDialog = async () => (await import('./sign-in-again.tsx')).SignInAgain;
