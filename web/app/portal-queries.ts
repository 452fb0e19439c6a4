import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { loadPortal, loadUser } from '../portal/load-portal.ts';
import type { PortalConnection } from '../portal/portal-connection.ts';
import { personKeys } from '../portal/query-keys.ts';

/** The portal's description of itself for the user (empty: anonymous) in their language. */
export function portalQuery(connection: PortalConnection, who: string, language: string) {
  return queryOptions({
    queryKey: personKeys(connection, who).portal(language),
    queryFn: ({ signal }) => loadPortal(connection, language, signal),
    staleTime: Infinity,
    // It was requested before the page was rendered; a failure is shown, not silently retried.
    retryOnMount: false,
    placeholderData: keepPreviousData,
  });
}

/** Who is signed in, with their groups. */
export function userQuery(connection: PortalConnection, who: string) {
  return queryOptions({
    queryKey: personKeys(connection, who).user,
    queryFn: ({ signal }) => loadUser(connection, signal),
    staleTime: Infinity,
    retryOnMount: false,
  });
}
