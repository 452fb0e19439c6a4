import { useQuery } from '@tanstack/react-query';
import { usePortalIdentity } from '../context/use-portal-identity.ts';
import { useLanguage } from '../features/languages/index.ts';
import { isAdministrator } from '../portal/load-user.ts';
import type { PortalConnection } from '../portal/portal-connection.ts';
import { portalQuery, userQuery } from './portal-queries.ts';

/** The portal and, when somebody is signed in, who they are and whether they administer the organisation. */
export function usePortal(connection: PortalConnection, adminGroupId: string) {
  const { who, known } = usePortalIdentity(connection);
  const { language } = useLanguage();
  const portal = useQuery({ ...portalQuery(connection, who, language), enabled: known });
  const user = useQuery({ ...userQuery(connection, who), enabled: known && who !== '' });
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
