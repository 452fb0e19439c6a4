import { isTemporary } from '../../../../wire/errors.ts';
import { createStore, del, entries, set } from 'idb-keyval';
import { changesBetween } from '../../../map/document/changes-between.ts';
import { factsOfDocument } from '../../../map/document/map-facts.ts';
import type { WebMapJson } from '../../../map/document/web-map-json.ts';
import type { SharingLevel } from '../../../portal/capabilities.ts';
import { type OwnedItem, shareItem } from '../../../portal/change-items.ts';
import { loadFreshItem } from '../../../portal/item-details.ts';
import {
  storeVersionFiles,
  listHistory,
  pruneVersions,
  type VersionNote,
} from '../../../portal/map-versions.ts';
import { recordOwnSave } from '../../../portal/own-saves.ts';
import { hasEnded } from '../../../portal/portal-error.ts';
import type { PortalConnection } from '../../../portal/portal-connection.ts';
import type { PortalItem } from '../../../portal/portal-types.ts';
import { loadWebMap } from '../../../portal/web-map.ts';
import { draftLife } from './draft-store.ts';

/** A state of a web map in the portal. */
export interface StoredState {
  modified: number;
  document: object;
}

/** A state of a map that this page has loaded or written. */
export interface OwnState extends StoredState {
  id: string;
}

/** A state of a map for its history. */
interface State {
  note: VersionNote;
  document: object;
}

/**
 * A save that the user has been notified of, and whose last steps follow. It is stored on this device until
 * they are done.
 */
export interface UnfinishedSave extends State {
  id: string;
  restUrl: string;
  /** The author's username. */
  who: string;
  item: OwnedItem;
  /** Whether the portal has confirmed the document. */
  confirmed: boolean;
  /** The state before, which a history without versions begins with. */
  before?: State;
  /** The new item's access level, until it is set. */
  level?: SharingLevel;
}

/** The result of a save whose steps are all done. */
export interface FinishedSave {
  item: PortalItem;
  withoutHistory: boolean;
}

const store = createStore('mapping-saves', 'saves');
/** Saves that this page finishes, for browsers without locks. */
const running = new Set<string>();

/** Without storage on the device a save is finished by its own page only. */
async function ifStored<Result>(use: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await use();
  } catch {
    return undefined;
  }
}

export const storeSave = (save: UnfinishedSave) => ifStored(() => set(save.id, save, store));

export const deleteSave = ({ id }: UnfinishedSave) => ifStored(() => del(id, store));

/** Stores the version of a saved map and loads its item. Each step may have been done before. */
export async function finishSave(connection: PortalConnection, save: UnfinishedSave): Promise<FinishedSave> {
  running.add(save.id);
  return withLock(save, async () => {
    const refusal = await storeVersion(connection, save).then(
      () => undefined,
      (error: unknown) => error,
    );
    // Finished at the next opening if the portal did not decide about it.
    if (!refusal || !isUndecided(refusal)) await deleteSave(save);
    running.delete(save.id);
    const item = await loadFreshItem(connection, save.item.id);
    await recordOwnSave(connection, item);
    return { item, withoutHistory: refusal !== undefined };
  });
}

/** Whether a page of this user has saved the map, and its last steps follow. */
export async function hasUnfinishedSave(
  { restUrl, session }: PortalConnection,
  { id }: Pick<PortalItem, 'id'>,
): Promise<boolean> {
  const all = await ifStored(() => entries<string, UnfinishedSave>(store));
  const who = session.credential?.userId ?? '';
  return (all ?? []).some(
    ([, save]) => save.confirmed && save.item.id === id && save.restUrl === restUrl && save.who === who,
  );
}

/**
 * Finishes what earlier pages of this user left of saving a map.
 * @returns how that changed the item's `modified`; undefined if it did not, or if another user saved the map meanwhile
 */
export async function finishEarlierSaves(
  connection: PortalConnection,
  who: string,
  id: string,
): Promise<{ from: number; to: OwnState } | undefined> {
  const all = await ifStored(() => entries<string, UnfinishedSave>(store));
  const saves = (all ?? []).map(([, save]) => save);
  for (const save of saves) if (save.note.at + draftLife < Date.now()) await deleteSave(save);
  const left = saves
    .filter((save) => save.item.id === id && save.restUrl === connection.restUrl && save.who === who)
    .filter((save) => !running.has(save.id));
  if (left.length === 0) return undefined;
  const before = await loadWebMap(connection, id);
  for (const save of left) {
    if (await isLocked(save)) continue;
    // The page may have been closed before the portal responded.
    const arrived = save.confirmed || isSame(before.data, save.document);
    await (arrived ? finishSave(connection, save) : deleteSave(save));
  }
  const { item, data } = await loadWebMap(connection, id);
  if (JSON.stringify(data) !== JSON.stringify(before.data)) return undefined;
  return { from: before.item.modified, to: { id, modified: item.modified, document: data } };
}

/**
 * Whether a portal neither did nor refused what failed: it was out of reach or overloaded, or the session has
 * ended.
 */
export function isUndecided(error: unknown): boolean {
  return isTemporary(error) || hasEnded(error);
}

/** Whether two documents have no difference that a history would name. */
export function isSame(one: object, other: object): boolean {
  const facts = (document: object) => factsOfDocument(document as WebMapJson);
  return changesBetween(facts(one), facts(other)).length === 0;
}

async function storeVersion(connection: PortalConnection, save: UnfinishedSave): Promise<void> {
  const { item, note, document, before, level } = save;
  if (level) await shareItem(connection, item, { level });
  const { versions, files } = await listHistory(connection, item.id);
  if (versions.length === 0 && before)
    await storeVersionFiles(connection, item, before.note, before.document, files);
  await storeVersionFiles(connection, item, note, document, files);
  const others = versions.filter(({ at }) => at !== note.at);
  await pruneVersions(connection, item, [{ id: `${note.at}`, at: note.at }, ...others]);
}

const lockOf = ({ id }: UnfinishedSave) => `mapping-save:${id}`;

/** Other tabs leave a save to the page that finishes it. Browsers support locks on secure pages only. */
async function withLock<Result>(save: UnfinishedSave, run: () => Promise<Result>): Promise<Result> {
  return navigator.locks ? navigator.locks.request(lockOf(save), run) : run();
}

async function isLocked(save: UnfinishedSave): Promise<boolean> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return held.some(({ name }) => name === lockOf(save));
}
