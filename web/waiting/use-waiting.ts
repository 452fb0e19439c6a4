import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useAuthor, useConfiguration, usePortalIdentity } from '../context/application-context.ts';
import { isUndecided, sendWaiting } from './send-waiting.ts';
import {
  onWaiting,
  type WaitingChange,
  waitingChanges,
  type WaitingOwner,
  type WaitingPerson,
} from './waiting-store.ts';

/** Milliseconds between attempts while something waits. */
const pause = 60_000;
/** Milliseconds after an attempt to which nothing responded in which the success of another request starts no further one. */
const rest = 5000;

/** Whose changes this page stores and shows; undefined while it is not known who is signed in. */
export function useWaitingOwner(): WaitingOwner | undefined {
  const { org, connection } = useConfiguration();
  const { restUrl } = connection;
  const { known } = usePortalIdentity(connection);
  const who = useAuthor(connection);
  const isSomebody = who !== '';
  // Their name is known while their session is renewed.
  return useMemo(
    () => (known || isSomebody ? { org, restUrl, who } : undefined),
    [known, isSomebody, org, restUrl, who],
  );
}

/** What waits in this browser of the page's person in this organisation, oldest first; undefined while it is loaded. */
export function useWaitingChanges(): readonly WaitingChange[] | undefined {
  return useWaitingOf(useWaitingOwner());
}

/** The same in all organisations: a sign-out ends the session in all of them. */
export function useAllWaitingChanges(): readonly WaitingChange[] | undefined {
  const owner = useWaitingOwner();
  const person = useMemo(() => owner && { restUrl: owner.restUrl, who: owner.who }, [owner]);
  return useWaitingOf(person);
}

function useWaitingOf(owner: WaitingOwner | WaitingPerson | undefined) {
  const [loaded, setLoaded] = useState<{ owner: typeof owner; changes: readonly WaitingChange[] }>();
  useEffect(() => {
    if (!owner) return undefined;
    let left = false;
    const load = async () => {
      // Where the browser stores nothing, nothing waits.
      const changes = await waitingChanges(owner).catch(() => []);
      if (!left) setLoaded({ owner, changes });
    };
    void load();
    const stop = onWaiting(() => void load());
    return () => {
      left = true;
      stop();
    };
  }, [owner]);
  // Never those of another account.
  return loaded?.owner === owner ? loaded?.changes : undefined;
}

/** Sends what waits: at once, when there is a connection again, when other requests succeed, and each minute. */
export function useSendWaiting(changes: readonly WaitingChange[] | undefined): void {
  const { org, connection } = useConfiguration();
  const client = useQueryClient();
  const isWaiting = changes?.some((change) => !isUndecided(change)) === true;
  const send = useCallback(() => sendWaiting(org, connection).catch(() => false), [org, connection]);
  useEffect(() => {
    if (!isWaiting) return undefined;
    let isSending = false;
    let last = 0;
    // A server that has answered that it is busy is asked again after the pause.
    let wasSilent = true;
    const attempt = async () => {
      if (isSending) return;
      isSending = true;
      wasSilent = await send();
      isSending = false;
      last = Date.now();
    };
    const timer = setInterval(() => void attempt(), pause);
    const online = () => void attempt();
    window.addEventListener('online', online);
    const stopQueries = client.getQueryCache().subscribe((event) => {
      const succeeded = event.type === 'updated' && event.action.type === 'success';
      if (succeeded && wasSilent && Date.now() - last > rest) void attempt();
    });
    const stopAdding = onWaiting((isNew) => {
      if (isNew && navigator.onLine) void attempt();
    });
    void attempt();
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', online);
      stopQueries();
      stopAdding();
    };
  }, [isWaiting, send, client]);
}
