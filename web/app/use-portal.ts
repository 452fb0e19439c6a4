import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { usePortalIdentity } from '../context/use-portal-identity.ts';
import { useLanguage } from '../features/languages/index.ts';
import { loadPortal } from '../portal/load-portal.ts';
import { isAdministrator, loadUser } from '../portal/load-user.ts';
import type { PortalConnection } from '../portal/portal-connection.ts';

/** Loads the portal and, when somebody is signed in, who they are and whether they administer the organisation. */
export function usePortal(connection: PortalConnection, adminGroupId: string) {
  const { who, known } = usePortalIdentity(connection);
  const { language } = useLanguage();
  const portal = useQuery({
    queryKey: ['portal', connection.restUrl, who, 'self', language],
    queryFn: ({ signal }) => loadPortal(connection, language, signal),
    enabled: known,
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  });
  const user = useQuery({
    queryKey: ['portal', connection.restUrl, who, 'user'],
    queryFn: ({ signal }) => loadUser(connection, signal),
    enabled: known && who !== '',
    staleTime: Infinity,
  });
  const person = who ? user.data : undefined;
  return {
    portal: portal.data,
    user: person,
    isAdmin: isAdministrator(person, adminGroupId),
    /** While it is being found out who the person is. */
    loadingUser: !known || user.isLoading,
    failure: portal.error ?? (who ? user.error : null),
  };
}
