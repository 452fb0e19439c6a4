import type { PortalConnection } from './portal-connection.ts';
import { portalRequest } from './portal-request.ts';
import type { PortalItem } from './portal-types.ts';

/** Access levels a user can choose; `shared` results from groups. */
export type ShareLevel = 'private' | 'org' | 'public';

/** Sets the access level of an item; its groups are unchanged. */
export async function shareItem(
  connection: PortalConnection,
  { id, owner }: Pick<PortalItem, 'id' | 'owner'>,
  level: ShareLevel,
): Promise<void> {
  await portalRequest(
    connection,
    `content/users/${encodeURIComponent(owner)}/items/${encodeURIComponent(id)}/share`,
    { body: { everyone: level === 'public', org: level !== 'private' } },
  );
}
