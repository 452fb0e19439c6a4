import { MappingError } from '../../../../wire/errors.ts';
import { changesBetween } from '../../../map/document/changes-between.ts';
import { factsOfDocument } from '../../../map/document/map-facts.ts';
import type { WebMapJson } from '../../../map/document/web-map-json.ts';
import type { SharingLevel } from '../../../portal/capabilities.ts';
import { deleteItems, shareItem } from '../../../portal/change-items.ts';
import { loadFreshItem } from '../../../portal/item-details.ts';
import { isOwnSave } from '../../../portal/own-saves.ts';
import type { PortalConnection } from '../../../portal/portal-connection.ts';
import type { PortalItem } from '../../../portal/portal-types.ts';
import { updateWebMap } from '../../../portal/save-item.ts';
import { loadWebMap } from '../../../portal/web-map.ts';
import { addOnce, type MapToSave } from './add-once.ts';
import {
  type FinishedSave,
  finishSave,
  deleteSave,
  hasUnfinishedSave,
  isSame,
  isUndecided,
  storeSave,
  type StoredState,
  type UnfinishedSave,
} from './unfinished-saves.ts';

/** A map that the portal has stored. Its version in the history follows. */
export interface SavedMap {
  id: string;
  rest: Promise<FinishedSave>;
}

/**
 * Saves over a web map: two requests if the state that it replaces is known. Each save is a version of the
 * map's history. A thumbnail is left out if the map was shared with others since it was drawn.
 *
 * @param since the item's `modified` on which the work is based; undefined overwrites any version
 * @param known a state of the map that was loaded before
 * @throws MappingError with status 409 when the map was saved meanwhile: `saving:saved-elsewhere` by another
 *   tab or window of this browser, else `saving:newer-version`; `portal:*`
 */
export async function saveOver(
  connection: PortalConnection,
  { id, access }: Pick<PortalItem, 'id' | 'access'>,
  map: MapToSave,
  since: number | undefined,
  known?: StoredState,
): Promise<SavedMap> {
  const now = await loadFreshItem(connection, id);
  const previous =
    known?.modified === now.modified ? known.document : (await loadWebMap(connection, id)).data;
  const lost = unanswered.get(id);
  const isNewer = since !== undefined && now.modified !== since;
  // The newer version is the last save of this page, whose answer was lost.
  if (isNewer && !(lost && isSame(previous, lost.document))) {
    const refusal = { status: 409, cause: now };
    throw (await isOwnSave(connection, now)) || (await hasUnfinishedSave(connection, now))
      ? new MappingError('saving:saved-elsewhere', 'This map was saved in another tab or window.', refusal)
      : new MappingError('saving:newer-version', 'Someone saved this map meanwhile.', refusal);
  }
  unanswered.delete(id);
  if (lost) await deleteSave(lost);
  const changes = changesBetween(
    factsOfDocument(previous as WebMapJson),
    factsOfDocument(map.document as WebMapJson),
  );
  const who = connection.session.credential?.userId ?? '';
  const first = { author: now.owner, at: now.modified, title: now.title, changes: [] };
  const save = {
    ...begin(connection, who, now, noteOf(who, map.title ?? now.title, changes), map.document),
    before: { note: first, document: previous },
  };
  await storeSave(save);
  try {
    const { thumbnail: _others, ...rest } = map;
    await updateWebMap(connection, now, now.access === access ? map : rest);
  } catch (cause) {
    // The portal may have stored it before the answer was lost.
    if (isUndecided(cause)) unanswered.set(id, save);
    else await deleteSave(save);
    throw cause;
  }
  return confirmed(connection, save);
}

/** By the id of the map: the last save of this page, if its answer was lost. */
const unanswered = new Map<string, UnfinishedSave>();

/**
 * Saves as a new web map of the signed-in user: one request, and another to share it. If sharing fails, the
 * map is removed; if the answer was lost, saving again adds no second map.
 */
export async function saveAsNew(
  connection: PortalConnection,
  username: string,
  map: MapToSave,
  { folder, level }: { folder: string; level: SharingLevel },
): Promise<SavedMap> {
  const item = { id: await addOnce(connection, { username, folder, map }), owner: username };
  const save = begin(connection, username, item, noteOf(username, map.title, []), map.document);
  if (level !== 'private') {
    await storeSave({ ...save, confirmed: true, level });
    try {
      await shareItem(connection, item, { level });
    } catch (cause) {
      // Saving it again would add a second map.
      await deleteItems(connection, username, [item]).then(
        () => deleteSave(save),
        () => {},
      );
      throw cause;
    }
  }
  return confirmed(connection, save);
}

function begin(
  { restUrl }: PortalConnection,
  who: string,
  { id, owner }: Pick<PortalItem, 'id' | 'owner'>,
  note: UnfinishedSave['note'],
  document: object,
): UnfinishedSave {
  return { id: `${id} ${note.at}`, restUrl, who, item: { id, owner }, note, document, confirmed: false };
}

async function confirmed(connection: PortalConnection, save: UnfinishedSave): Promise<SavedMap> {
  const done = { ...save, confirmed: true };
  await storeSave(done);
  return { id: save.item.id, rest: finishSave(connection, done) };
}

function noteOf(author: string, title = '', changes: unknown[] = []) {
  return { author, at: Date.now(), title, changes };
}
