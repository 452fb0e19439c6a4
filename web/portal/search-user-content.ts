import { MappingError } from '../../wire/errors.ts';
import type { PortalConnection } from './portal-connection.ts';
import { searchItems } from './search-items.ts';
import { allOf, quoted, searchText } from './search-text.ts';
import { userContent, type UserContent, type UserContentQuery } from './user-content.ts';

/**
 * Searches a user's items; the result is that of `userContent`, which cannot search and is used without search words.
 * @param text as typed by the user
 * @throws MappingError `portal:folder-not-found`
 */
export async function searchUserContent(
  connection: PortalConnection,
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
  return { ...found, items: results, ...(folders && { folders }) };
}
