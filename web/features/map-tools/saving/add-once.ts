import type { PortalConnection } from '../../../portal/portal-connection.ts';
import { addWebMap, updateWebMap, type WebMapFields } from '../../../portal/save-item.ts';
import { userContent } from '../../../portal/user-content.ts';
import { loadWebMap } from '../../../portal/web-map.ts';
import { isSame, isUndecided } from './unfinished-saves.ts';

/** The data to save: the document and the item's fields. */
export interface MapToSave extends WebMapFields {
  document: object;
}

/** A web map to add to a user's content. */
interface NewMap {
  username: string;
  /** Id of the user's folder; empty: the root. */
  folder: string;
  map: MapToSave;
}

/** The last new map of this page whose answer was lost: the portal may have added it. */
let unanswered: (NewMap & { at: number }) | undefined;

/** Milliseconds that the portal's clock may differ from this device's. */
const clockDifference = 10 * 60 * 1000;
/** The user's latest items among which an added map is looked for. */
const latest = 10;

/** Adds a web map and returns its id. Tried again after the answer was lost, it writes over the map that was added. */
export async function addOnce(connection: PortalConnection, added: NewMap): Promise<string> {
  const { username, folder, map } = added;
  const before = await findAdded(connection, added);
  if (before) {
    await updateWebMap(connection, { id: before, owner: username }, map);
    unanswered = undefined;
    return before;
  }
  try {
    const id = await addWebMap(connection, username, folder, map);
    unanswered = undefined;
    return id;
  } catch (cause) {
    if (isUndecided(cause)) unanswered = { ...added, at: Date.now() };
    throw cause;
  }
}

/** The id of the map whose answer was lost, if the portal has added it to the folder. */
async function findAdded(
  connection: PortalConnection,
  { username, folder }: NewMap,
): Promise<string | undefined> {
  const lost = unanswered;
  if (lost?.username !== username || lost.folder !== folder) return undefined;
  const { items } = await userContent(connection, {
    username,
    folder: folder || 'root',
    num: latest,
    sortOrder: 'desc',
  });
  const alike = items.filter(
    ({ type, title, created }) =>
      type === 'Web Map' && title === lost.map.title && created > lost.at - clockDifference,
  );
  for (const { id } of alike)
    if (isSame((await loadWebMap(connection, id)).data, lost.map.document)) return id;
  return undefined;
}
