import { itemPath } from './paths.ts';
import type { PortalConnection } from './portal-connection.ts';
import { portalRequest } from './portal-request.ts';
import { fewResults, searchGroupItems } from './search-items.ts';

/** Favourites requested at once: the largest page. */
const maxFavourites = 100;

/** Ids of the user's favourites, the hundred last changed: the items of the hidden group `favGroupId`. */
export async function favouriteIds(
  connection: PortalConnection,
  favGroupId: string,
  signal?: AbortSignal,
): Promise<string[]> {
  const favourites = await fewResults(maxFavourites, (page) =>
    searchGroupItems(
      connection,
      favGroupId,
      { q: '', ...page, sortField: 'modified', sortOrder: 'desc' },
      signal,
    ),
  );
  return favourites.map(({ id }) => id);
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
  await portalRequest(connection, `${itemPath(itemId)}/${action}`, {
    body: { groups: favGroupId },
  });
}
