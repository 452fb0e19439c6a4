import type { PortalConnection } from './portal-connection.ts';
import { portalRequest } from './portal-request.ts';
import type { PortalItem, SearchPage } from './portal-types.ts';

/** Favourites requested at once: the largest page. */
const mostFavourites = 100;

/** Ids of the user's favourites, the hundred last changed: the items of the hidden group `favGroupId`. */
export async function favouriteIds(
  connection: PortalConnection,
  favGroupId: string,
  signal?: AbortSignal,
): Promise<string[]> {
  const path = `content/groups/${encodeURIComponent(favGroupId)}/search`;
  const params = { q: '', num: mostFavourites, sortField: 'modified', sortOrder: 'desc' };
  const page = await portalRequest<SearchPage<PortalItem>>(connection, path, { params, signal });
  return page.results.map(({ id }) => id);
}

/**
 * Adds an item to the favourites or removes it, by sharing it with the hidden group, which grants no access.
 * @throws MappingError `portal:not-permitted` if the user may no longer see the item
 */
export async function setFavourite(
  connection: PortalConnection,
  favGroupId: string,
  itemId: string,
  favourite: boolean,
): Promise<void> {
  const action = favourite ? 'share' : 'unshare';
  await portalRequest(connection, `content/items/${encodeURIComponent(itemId)}/${action}`, {
    body: { groups: favGroupId },
  });
}
