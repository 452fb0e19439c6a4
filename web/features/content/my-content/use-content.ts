import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useConfiguration, usePortalIdentity } from '../../../context/application-context.ts';
import { useNewestSearchParams } from '../../../context/search-params.ts';
import { personKeys, showsItems } from '../../../portal/query-keys.ts';
import { searchUserContent } from '../../../portal/user-content.ts';
import { contentPage, type ContentPlace, readContentPlace, writeContentPlace } from './content-place.ts';

/** One page of the user's items, or of search results, and their folders. */
export function useContent(place: ContentPlace) {
  const { text, folder, sort, order, page } = place;
  const { connection } = useConfiguration();
  const { who, known } = usePortalIdentity(connection);
  const content = useQuery({
    queryKey: personKeys(connection, who).content(place),
    queryFn: ({ signal }) =>
      searchUserContent(
        connection,
        {
          username: who,
          text,
          folder,
          start: (page - 1) * contentPage + 1,
          num: contentPage,
          sortField: sort,
          sortOrder: order,
        },
        signal,
      ),
    enabled: known && who !== '',
    placeholderData: keepPreviousData,
  });
  const pages = Math.max(1, Math.ceil((content.data?.total ?? 0) / contentPage));
  return { who, known, content, pages };
}

/** The state of my content, stored in the URL; every change except of the page starts at the first page. */
export function useContentPlace(): [
  ContentPlace,
  (change: Partial<ContentPlace>, options?: { replace: boolean }) => void,
] {
  const [params, setParams] = useNewestSearchParams();
  const place = useMemo(() => readContentPlace(params), [params]);
  const go = useCallback(
    (change: Partial<ContentPlace>, options?: { replace: boolean }) =>
      setParams((now) => writeContentPlace(now, { ...readContentPlace(now), page: 1, ...change }), options),
    [setParams],
  );
  return [place, go];
}

/** Invalidates everything that shows items: my content, the gallery, home. */
export function useContentChanged(): () => Promise<void> {
  const { connection } = useConfiguration();
  const queries = useQueryClient();
  return useCallback(
    () =>
      queries.invalidateQueries({
        predicate: (query) => showsItems(connection, query),
      }),
    [connection, queries],
  );
}
