import { MappingError } from '../../wire/errors.ts';
import type { PortalConnection } from './portal-connection.ts';
import { searchItems } from './search-items.ts';
import { allOf, quoted, searchText } from './search-text.ts';
import { userContent, type UserContent, type UserContentQuery } from './user-content.ts';

/**
 * Lists those of a person's items that words are found in: the answer is that of `userContent`, whose list knows no words
 * and is asked where there are none.
 * @param text as the person typed it
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
  // A search of a folder that is not there finds nothing and does not fail.
  const known = folder === 'everywhere' || folder === 'root' || folders?.some(({ id }) => id === folder);
  if (!known)
    throw new MappingError('portal:folder-not-found', `There is no folder “${folder}”.`, { status: 404 });
  return { ...found, items: results, ...(folders && { folders }) };
}
