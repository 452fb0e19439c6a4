import type { PortalConnection } from '../portal-connection.ts';
import { portalRequest } from '../portal-request.ts';

/** Who sees an item besides its owner. */
export type Sharing = 'private' | 'org' | 'public';

const itemPath = (username: string, itemId: string) =>
  `content/users/${encodeURIComponent(username)}/items/${encodeURIComponent(itemId)}`;

/** Gives an item a title and tags. */
export async function describeItem(
  connection: PortalConnection,
  username: string,
  itemId: string,
  { title, tags }: { title: string; tags: readonly string[] },
): Promise<void> {
  await portalRequest(connection, `${itemPath(username, itemId)}/update`, {
    body: { title, tags: tags.join(',') },
  });
}

export async function shareItem(
  connection: PortalConnection,
  username: string,
  itemId: string,
  sharing: Sharing,
): Promise<void> {
  const body = { everyone: sharing === 'public', org: sharing !== 'private' };
  await portalRequest(connection, `${itemPath(username, itemId)}/share`, { body });
}

/** Removes the item of a cancelled upload. A failure leaves it in the user's content, where it is visible. */
export async function discardItem(
  connection: PortalConnection,
  username: string,
  itemId: string,
): Promise<void> {
  await portalRequest(connection, `${itemPath(username, itemId)}/delete`, { body: {} }).catch(() => {});
}
