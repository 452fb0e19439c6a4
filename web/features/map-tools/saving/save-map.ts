import { MappingError } from '../../../../wire/errors.ts';
import { changesBetween } from '../../../map/document/changes-between.ts';
import { factsOfDocument } from '../../../map/document/map-facts.ts';
import type { WebMapJson } from '../../../map/document/web-map-json.ts';
import { keepVersion, listVersions, pruneVersions } from '../../../portal/map-versions.ts';
import type { PortalConnection } from '../../../portal/portal-connection.ts';
import type { PortalItem } from '../../../portal/portal-types.ts';
import { addWebMap, loadItem, updateWebMap, type WebMapFields } from '../../../portal/save-item.ts';
import { loadWebMap } from '../../../portal/web-map.ts';
import { setShareLevel, type ShareLevel } from '../../../portal/change-items.ts';

/** The data to save: the document and the item's fields. */
export interface MapToSave extends WebMapFields {
  document: object;
}

export interface SavedMap {
  item: PortalItem;
  /** Whether the version could not be stored; the map itself is saved. */
  withoutHistory: boolean;
}

/**
 * Saves over a web map. Each save is a version of the map's history.
 *
 * @param since the item's `modified` on which the work is based; undefined overwrites any version
 * @throws MappingError `saving:newer-version` when another user saved meanwhile (its `status` is 409), `portal:*`
 */
export async function saveOver(
  connection: PortalConnection,
  { id }: Pick<PortalItem, 'id'>,
  map: MapToSave,
  since: number | undefined,
): Promise<SavedMap> {
  const [now, { data: previous }] = await Promise.all([loadItem(connection, id), loadWebMap(connection, id)]);
  if (since !== undefined && now.modified !== since) {
    throw new MappingError('saving:newer-version', 'Someone saved this map meanwhile.', {
      status: 409,
      cause: now,
    });
  }
  await updateWebMap(connection, now, map);
  const withoutHistory = await keep(connection, now, map, previous).then(
    () => false,
    () => true,
  );
  return { item: await loadItem(connection, id), withoutHistory };
}

/** Saves as a new web map of the signed-in user. */
export async function saveAsNew(
  connection: PortalConnection,
  username: string,
  map: MapToSave,
  { folder, level }: { folder: string; level: ShareLevel },
): Promise<SavedMap> {
  const id = await addWebMap(connection, username, folder, map);
  const owner = { id, owner: username };
  if (level !== 'private') await setShareLevel(connection, owner, level);
  const withoutHistory = await keepVersion(
    connection,
    owner,
    noteOf(username, map.title, []),
    map.document,
  ).then(
    () => false,
    () => true,
  );
  return { item: await loadItem(connection, id), withoutHistory };
}

async function keep(
  connection: PortalConnection,
  item: PortalItem,
  { document, title }: MapToSave,
  previous: object,
): Promise<void> {
  const who = connection.session.credential?.userId ?? '';
  const versions = await listVersions(connection, item.id);
  if (versions.length === 0) {
    const first = { author: item.owner, at: item.modified, title: item.title, changes: [] };
    await keepVersion(connection, item, first, previous);
  }
  const changes = changesBetween(
    factsOfDocument(previous as WebMapJson),
    factsOfDocument(document as WebMapJson),
  );
  await keepVersion(connection, item, noteOf(who, title ?? item.title, changes), document);
  await pruneVersions(connection, item);
}

function noteOf(author: string, title = '', changes: unknown[] = []) {
  return { author, at: Date.now(), title, changes };
}
