import type { PortalConnection } from './portal-connection.ts';
import { portalRequest } from './portal-request.ts';
import type { PortalItem } from './portal-types.ts';

/** Levels a person can choose; `shared` comes from groups. */
export type ShareLevel = 'private' | 'org' | 'public';

/** Sets who may see an item; its groups stay. */
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
