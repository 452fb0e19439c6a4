import { keepPreviousData, useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { MapCheck } from '../../../../wire/map-check.ts';
import { getMapChecks } from '../../../api/maps.ts';
import { apiKeys } from '../../../api/query-keys.ts';
import { opensInViewer } from '../../../context/addresses.ts';
import { useConfiguration, useIdentity, usePortalIdentity } from '../../../context/application-context.ts';
import type { PortalItem } from '../../../portal/portal-types.ts';
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

/** Maps per request: one page of the gallery, so that a further page requests only its own maps. */
const idsPerRequest = 10;

/** The map doctor's results by map id. They are optional: empty while loading or on failure. */
export function useMapChecks(ids: readonly string[]): ReadonlyMap<string, MapCheck> {
  const { org, connection } = useConfiguration();
  const { who, known } = usePortalIdentity(connection);
  const parts = Array.from({ length: Math.ceil(ids.length / idsPerRequest) }, (_, part) =>
    ids.slice(part * idsPerRequest, (part + 1) * idsPerRequest),
  );
  const answers = useQueries({
    queries: parts.map((chunk) => ({
      queryKey: apiKeys(org).mapChecks(who, chunk),
      queryFn: ({ signal }: { signal: AbortSignal }) => getMapChecks(org, { ids: chunk }, signal),
      enabled: known,
    })),
  });
  return new Map(answers.flatMap(({ data = [] }) => data.map((check) => [check.id, check] as const)));
}

/** Ids of the maps among items that are shown. */
export function latestMaps(items: readonly PortalItem[]): string[] {
  return items.filter(opensInViewer).map(({ id }) => id);
}

/** Ids of the maps that need attention; undefined until they are known. */
function useFlaggedMaps(wanted: boolean) {
  const { org, connection } = useConfiguration();
  const { who, known } = usePortalIdentity(connection);
  return useQuery({
    queryKey: apiKeys(org).mapChecks(who, 'attention'),
    queryFn: async ({ signal }) => (await getMapChecks(org, 'attention', signal)).map(({ id }) => id),
    enabled: known && wanted,
  });
}
