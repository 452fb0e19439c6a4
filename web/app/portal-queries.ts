import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { loadPortal } from '../portal/load-portal.ts';
import { loadUser } from '../portal/load-user.ts';
import type { PortalConnection } from '../portal/portal-connection.ts';
import { personKeys } from '../portal/query-keys.ts';

/** What the portal says about itself, to the person (empty: anonymous) and in their language. */
export function portalQuery(connection: PortalConnection, who: string, language: string) {
  return queryOptions({
    queryKey: personKeys(connection, who).portal(language),
    queryFn: ({ signal }) => loadPortal(connection, language, signal),
    staleTime: Infinity,
    // It was asked before the page was there; a failure is to be seen, not asked again behind the person's back.
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
