import { accountPath, itemPath } from './paths.ts';
import type { PortalConnection } from './portal-connection.ts';
import type { PortalItem, PortalUser } from './portal-types.ts';

/**
 * URL of an item's thumbnail, or undefined if it has none. A token is added only for items that are not public, because
 * image URLs end up in caches and logs.
 *
 * @param width requested width in pixels, of which the portal may return another one; undefined: as it was stored
 */
export function itemThumbnail(
  connection: PortalConnection,
  item: PortalItem,
  width?: number,
): string | undefined {
  if (!item.thumbnail) return undefined;
  const token = item.access === 'public' ? undefined : connection.session.credential?.token;
  return picture(`${connection.restUrl}/${itemPath(item.id)}/info/${encodeURI(item.thumbnail)}`, {
    w: width === undefined ? undefined : `${width}`,
    token,
  });
}

/** URL of a user's picture, or undefined if there is none. */
export function userThumbnail(connection: PortalConnection, user: PortalUser): string | undefined {
  if (!user.thumbnail) return undefined;
  const token = connection.session.credential?.token;
  return picture(`${connection.restUrl}/${accountPath(user.username)}/info/${encodeURI(user.thumbnail)}`, {
    token,
  });
}

function picture(address: string, params: Record<string, string | undefined>): string {
  const given = Object.entries(params).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const query = new URLSearchParams(given).toString();
  return query ? `${address}?${query}` : address;
}
