import type { PortalConnection } from './portal-connection.ts';
import { portalRequest } from './portal-request.ts';

/** A folder of a person's content. */
export interface PortalFolder {
  id: string;
  title: string;
}

/** Loads a person's folders, sorted by title. */
export async function userFolders(
  connection: PortalConnection,
  username: string,
  signal?: AbortSignal,
): Promise<PortalFolder[]> {
  const { folders } = await portalRequest<{ folders?: PortalFolder[] }>(
    connection,
    `content/users/${encodeURIComponent(username)}`,
    { params: { num: 1 }, signal },
  );
  return (folders ?? []).toSorted((one, other) => one.title.localeCompare(other.title));
}
