import { MappingError } from '../../wire/errors.ts';
import type { PortalConnection } from './portal-connection.ts';
import { portalRequest } from './portal-request.ts';
import type { PortalFolder, PortalItem } from './portal-types.ts';

/** One page of a person's items, and all their folders. `nextStart` is -1 when there are no more items. */
export interface UserContent {
  total: number;
  start: number;
  num: number;
  nextStart: number;
  items: PortalItem[];
  folders?: PortalFolder[];
}

export interface UserContentQuery {
  username: string;
  /** Id of a folder; `everywhere` for the items of all folders, `root` for those in no folder. */
  folder: string;
  /** First item, counting from 1; 1 by default. */
  start?: number;
  /** Number of items, at most 100; 10 by default. */
  num?: number;
  /** `created` by default. */
  sortField?: string;
  /** `asc` by default. */
  sortOrder?: 'asc' | 'desc';
}

/**
 * Lists a person's items (`content/users/{username}[/{folder}]`).
 * @throws MappingError `portal:folder-not-found`
 */
export async function userContent(
  connection: PortalConnection,
  { username, folder, start = 1, num = 10, sortField = 'created', sortOrder = 'asc' }: UserContentQuery,
  signal?: AbortSignal,
): Promise<UserContent> {
  const inFolder = folder !== 'everywhere' && folder !== 'root';
  const path = `content/users/${encodeURIComponent(username)}${inFolder ? `/${encodeURIComponent(folder)}` : ''}`;
  const params = { folders: true, start, num, sortField, sortOrder };
  try {
    return await portalRequest(connection, path, {
      params: { ...params, ...(folder === 'everywhere' && { foldersContent: true }) },
      signal,
    });
  } catch (error) {
    // Portals have no error code of its own for this.
    const refused = error instanceof MappingError && [400, 404].includes(error.status);
    if (!inFolder || !refused) throw error;
    throw new MappingError('portal:folder-not-found', error.message, { status: error.status, cause: error });
  }
}
