import { MappingError } from '../../wire/errors.ts';
import type { PortalConnection } from './portal-connection.ts';
import { portalRequest } from './portal-request.ts';
import type { PortalFolder } from './portal-types.ts';
import { userContent } from './user-content.ts';

const of = (username: string) => `content/users/${encodeURIComponent(username)}`;

/** Creates a folder. @throws MappingError `portal:request-failed` when the name is taken (400 CONT_0113) */
export async function createFolder(
  connection: PortalConnection,
  username: string,
  title: string,
): Promise<PortalFolder> {
  const answer = await portalRequest<{ folder: PortalFolder }>(connection, `${of(username)}/createFolder`, {
    body: { title },
  });
  return answer.folder;
}

/** Renames a folder. */
export async function renameFolder(
  connection: PortalConnection,
  { username, id }: Pick<PortalFolder, 'username' | 'id'>,
  title: string,
): Promise<void> {
  const path = `${of(username)}/${encodeURIComponent(id)}/updateFolder`;
  await portalRequest(connection, path, { body: { title, newTitle: title } });
}

/**
 * Deletes an empty folder. Some portals delete the items of a folder with it, so its content is checked first.
 * @throws MappingError `portal:folder-not-empty`
 */
export async function deleteFolder(
  connection: PortalConnection,
  { username, id }: Pick<PortalFolder, 'username' | 'id'>,
): Promise<void> {
  const inside = await userContent(connection, { username, folder: id, num: 1 });
  if (inside.total > 0) throw new MappingError('portal:folder-not-empty', 'The folder is not empty.');
  await portalRequest(connection, `${of(username)}/${encodeURIComponent(id)}/delete`, { body: {} });
}
