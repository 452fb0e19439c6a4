import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { anyOf, quoted } from '../../wire/search-text.ts';
import { searchPeople } from '../portal/groups.ts';
import { personKeys } from '../portal/query-keys.ts';
import { useConfiguration, usePortalIdentity } from './application-context.ts';

/** Users that one request returns at most. */
const perRequest = 100;

/**
 * Full names of users for display. Portals return only the username with an item or a group; the names follow in one
 * request for all. Until then, and for users whose profile the caller may not see, it returns the username.
 */
export function useFullNames(usernames: readonly string[]): (username: string) => string {
  const { connection } = useConfiguration();
  const { who, known } = usePortalIdentity(connection);
  const wanted = [...new Set(usernames)].sort().slice(0, perRequest);
  const { data = [] } = useQuery({
    queryKey: personKeys(connection, who).fullNames(wanted),
    queryFn: ({ signal }) => {
      const q = anyOf(...wanted.map((username) => `username:${quoted(username)}`));
      return searchPeople(connection, q, signal, perRequest);
    },
    enabled: known && wanted.length > 0,
    placeholderData: keepPreviousData,
    // Names change rarely, and some portals refuse the search to visitors.
    staleTime: Infinity,
    retry: false,
  });
  const names = new Map(data.map(({ username, fullName }) => [username, fullName]));
  return (username) => names.get(username) || username;
}
