import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { usePortalIdentity } from '../context/use-portal-identity.ts';
import { useLanguage } from '../features/languages/index.ts';
import { isAdministrator } from '../portal/load-user.ts';
import type { PortalConnection } from '../portal/portal-connection.ts';
import type { Portal } from '../portal/portal-types.ts';
import { portalQuery, userQuery } from './portal-queries.ts';

/** Milliseconds until a portal that answered before and is away now is asked again. */
const retryEvery = 30_000;

/** The portal and, when somebody is signed in, who they are and whether they administer the organisation. */
export function usePortal(connection: PortalConnection, adminGroupId: string) {
  const { who, known } = usePortalIdentity(connection);
  const { language } = useLanguage();
  const [last, setLast] = useState<{ who: string; answer: Portal }>();
  const before = last?.who === who ? last.answer : undefined;
  const portal = useQuery({
    ...portalQuery(connection, who, language),
    enabled: known,
    refetchInterval: ({ state }) => (before && state.status === 'error' ? retryEvery : false),
  });
  if (portal.data && !portal.isPlaceholderData && portal.data !== before)
    setLast({ who, answer: portal.data });
  // A portal that is away when the language changes is of use as it answered before.
  const answer = portal.data ?? before;
  const user = useQuery({ ...userQuery(connection, who), enabled: known && who !== '' });
  const person = who ? user.data : undefined;
  return {
    portal: answer,
    user: person,
    isAdmin: isAdministrator(person, adminGroupId),
    /** While it is being found out who the person is. */
    loadingUser: !known || user.isLoading,
    failure: (answer ? null : portal.error) ?? (who && !person ? user.error : null),
  };
}
