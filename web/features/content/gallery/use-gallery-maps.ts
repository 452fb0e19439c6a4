import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { apiKeys } from '../../../api/query-keys.ts';
import { useConfiguration, useIdentity, usePortalIdentity } from '../../../context/application-context.ts';
import { personKeys } from '../../../portal/query-keys.ts';
import { nextPage, searchGroupItems, searchItems } from '../../../portal/search-items.ts';
import type { GallerySearch } from './gallery-search.ts';
import { missingFor, portalSearch } from './portal-search.ts';

/** Maps on one page. */
const pageSize = 10;

/** The maps of the gallery: as many pages as the URL specifies, loaded one after another. */
export function useGalleryMaps(search: GallerySearch) {
  const { connection, config } = useConfiguration();
  const { user } = useIdentity();
  const { who, known } = usePortalIdentity(connection);
  // These scopes depend on the user; before the user is loaded the search would be a different one.
  const personal = search.scope === 'organisation' || search.scope === 'favourites';
  const ready = known && (!personal || who === '' || user !== undefined);
  const missing = missingFor(search, who !== '');
  const viewer = { username: who, orgId: user?.orgId, favGroupId: user?.favGroupId };
  const flagged = useFlaggedMaps(search.attention);
  const { groupId, ...wanted } = portalSearch(search, config.gallery, viewer, flagged.data);
  const nothing = search.attention && flagged.data?.length === 0;
  const maps = useInfiniteQuery({
    queryKey: personKeys(connection, who).gallery(groupId ?? '', nothing, wanted),
    queryFn: ({ pageParam, signal }) => {
      if (nothing) return { total: 0, start: 1, num: 0, nextStart: -1, results: [] };
      const page = { ...wanted, start: pageParam, num: pageSize };
      return groupId
        ? searchGroupItems(connection, groupId, page, signal)
        : searchItems(connection, page, signal);
    },
    initialPageParam: 1,
    getNextPageParam: nextPage,
    enabled: ready && !missing && (!search.attention || flagged.data !== undefined),
    placeholderData: keepPreviousData,
  });
  const { data, hasNextPage, isFetching, error, isPlaceholderData, fetchNextPage } = maps;
  const loaded = isPlaceholderData ? 0 : (data?.pages.length ?? 0);
  useEffect(() => {
    if (loaded > 0 && loaded < search.page && hasNextPage && !isFetching && !error) void fetchNextPage();
  }, [loaded, search.page, hasNextPage, isFetching, error, fetchNextPage]);
  // The search requires the list of those maps.
  const found = flagged.error ? { ...maps, error: flagged.error, refetch: flagged.refetch } : maps;
  return { ...found, missing: known ? missing : undefined };
}

/** Ids of the maps that need attention; undefined until they are known. */
function useFlaggedMaps(wanted: boolean) {
  const { org, connection } = useConfiguration();
  const { who, known } = usePortalIdentity(connection);
  return useQuery({
    queryKey: apiKeys(org).mapChecks(who, 'attention'),
    queryFn: async ({ signal }) => {
      const { getMapChecks } = await import('../../../api/map-checks.ts');
      return (await getMapChecks(org, 'attention', signal)).map(({ id }) => id);
    },
    enabled: known && wanted,
  });
}
