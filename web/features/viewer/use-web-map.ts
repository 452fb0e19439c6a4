import { useQuery } from '@tanstack/react-query';
import { useApplicationContext } from '../../context/application-context.ts';
import { usePortalIdentity } from '../../context/use-portal-identity.ts';
import { loadWebMap } from '../../portal/web-map.ts';

/** The web map with an id as the portal answers it; asked anew when somebody signs in. An empty id asks nothing. */
export function useWebMap(id: string) {
  const { connection } = useApplicationContext();
  const { who, known } = usePortalIdentity(connection);
  return useQuery({
    queryKey: ['portal', connection.restUrl, who, 'web-map', id],
    queryFn: ({ signal }) => loadWebMap(connection, id, signal),
    enabled: known && id !== '',
    // A map that is open stays as it was opened.
    staleTime: Infinity,
    gcTime: 0,
  });
}
