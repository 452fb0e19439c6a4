import { MappingError } from '../../wire/errors.ts';
import type { OrganisationStorageResponse, StorageResponse } from '../../wire/quota.ts';
import { byTitle } from './groups.ts';
import { accountPath, contentPath } from './paths.ts';
import { type PortalEndpoint, portalRequest } from './portal-request.ts';
import type { PortalFolder, PortalItem } from './portal-types.ts';
import { searchItems } from './search-items.ts';
import { allOf, quoted, searchText } from '../../wire/search-text.ts';

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
  connection: PortalEndpoint,
  { username, folder, start = 1, num = 10, sortField = 'created', sortOrder = 'asc' }: UserContentQuery,
  signal?: AbortSignal,
): Promise<UserContent> {
  const inFolder = folder !== 'everywhere' && folder !== 'root';
  const path = contentPath(username, inFolder ? folder : '');
  const params = { folders: true, start, num, sortField, sortOrder };
  try {
    const found = await portalRequest<UserContent>(connection, path, {
      params: { ...params, ...(folder === 'everywhere' && { foldersContent: true }) },
      signal,
    });
    return inFolder ? { ...found, items: found.items.map((item) => withFolder(item, folder)) } : found;
  } catch (error) {
    // Portals have no error code of its own for this.
    const refused = error instanceof MappingError && [400, 404].includes(error.status);
    if (!inFolder || !refused) throw error;
    throw new MappingError('portal:folder-not-found', error.message, { status: error.status, cause: error });
  }
}

/** Not every portal names the folder of listed items. */
const withFolder = (item: PortalItem, folder: string): PortalItem => ({ ...item, ownerFolder: folder });

/**
 * Searches a user's items; the result is that of `userContent`, which cannot search and is used without search words.
 * @param text as typed by the user
 * @throws MappingError `portal:folder-not-found`
 */
export async function searchUserContent(
  connection: PortalEndpoint,
  { text, ...listed }: UserContentQuery & { text: string },
  signal?: AbortSignal,
): Promise<UserContent> {
  const words = searchText(text);
  if (words === '') return userContent(connection, listed, signal);
  const { username, folder, ...page } = listed;
  const inFolder =
    folder === 'everywhere' ? '' : `ownerfolder:${folder === 'root' ? folder : quoted(folder)}`;
  const q = allOf(`owner:${quoted(username)}`, inFolder, words);
  const [{ results, ...found }, { folders }] = await Promise.all([
    searchItems(connection, { q, ...page }, signal),
    userContent(connection, { username, folder: 'root', num: 1 }, signal),
  ]);
  // A search of a missing folder finds nothing instead of failing.
  const known = folder === 'everywhere' || folder === 'root' || folders?.some(({ id }) => id === folder);
  if (!known)
    throw new MappingError('portal:folder-not-found', `There is no folder “${folder}”.`, { status: 404 });
  const items =
    folder === 'everywhere' || folder === 'root' ? results : results.map((item) => withFolder(item, folder));
  return { ...found, items, ...(folders && { folders }) };
}

/** Loads a person's folders, sorted by title. */
export async function userFolders(
  connection: PortalEndpoint,
  username: string,
  signal?: AbortSignal,
): Promise<PortalFolder[]> {
  const { folders } = await portalRequest<{ folders?: PortalFolder[] }>(connection, contentPath(username), {
    params: { num: 1 },
    signal,
  });
  return byTitle(folders ?? []);
}

/** Creates a folder. @throws MappingError `portal:request-failed` when the name is taken (400 CONT_0113) */
export async function createFolder(
  connection: PortalEndpoint,
  username: string,
  title: string,
): Promise<PortalFolder> {
  const response = await portalRequest<{ folder: PortalFolder }>(
    connection,
    `${contentPath(username)}/createFolder`,
    {
      body: { title },
    },
  );
  return response.folder;
}

/** Renames a folder. */
export async function renameFolder(
  connection: PortalEndpoint,
  { username, id }: Pick<PortalFolder, 'username' | 'id'>,
  title: string,
): Promise<void> {
  const path = `${contentPath(username, id)}/updateFolder`;
  await portalRequest(connection, path, { body: { title, newTitle: title } });
}

/**
 * Deletes an empty folder. Some portals delete the items of a folder with it, so its content is checked first.
 * @throws MappingError `portal:folder-not-empty`
 */
export async function deleteFolder(
  connection: PortalEndpoint,
  { username, id }: Pick<PortalFolder, 'username' | 'id'>,
): Promise<void> {
  const inside = await userContent(connection, { username, folder: id, num: 1 });
  if (inside.total > 0) throw new MappingError('portal:folder-not-empty', 'The folder is not empty.');
  await portalRequest(connection, `${contentPath(username, id)}/delete`, { body: {} });
}

/** A user's storage and quota, if the portal reports them (`contentStorage`). */
export async function loadStorage(
  connection: PortalEndpoint,
  username: string,
  signal?: AbortSignal,
): Promise<StorageResponse> {
  return portalRequest(connection, `${accountPath(username)}/storage`, { signal });
}

/** The same of the whole organisation, for its administrators. */
export async function loadOrganisationStorage(
  connection: PortalEndpoint,
  signal?: AbortSignal,
): Promise<OrganisationStorageResponse> {
  return portalRequest(connection, 'portals/self/storage', { signal });
}
