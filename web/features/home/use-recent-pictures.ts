import { useQuery } from '@tanstack/react-query';
import { useApplicationContext } from '../../context/application-context.ts';
import { usePortalIdentity } from '../../context/use-portal-identity.ts';
import { searchItems } from '../../portal/search-items.ts';
import { itemThumbnail } from '../../portal/thumbnails.ts';
import type { RecentMap } from '../../context/recent-maps.ts';

/** Addresses of the recent maps' pictures by map id, asked for in one search; those one may not see any more are absent. */
export function useRecentPictures(maps: readonly RecentMap[]): ReadonlyMap<string, string> {
  const { connection } = useApplicationContext();
  const { who, known } = usePortalIdentity(connection);
  const ids = maps.filter(({ kind }) => kind === 'wid').map(({ id }) => id);
  const { data } = useQuery({
    queryKey: ['portal', connection.restUrl, who, 'pictures', ids],
    queryFn: ({ signal }) =>
      searchItems(connection, { q: ids.map((id) => `id:${id}`).join(' OR '), num: ids.length }, signal),
    enabled: known && ids.length > 0,
  });
  const pictures = new Map<string, string>();
  for (const item of data?.results ?? []) {
    const address = itemThumbnail(connection, item, 400);
    if (address) pictures.set(item.id, address);
  }
  return pictures;
}
