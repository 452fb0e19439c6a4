import { createStore, del, entries, get, set } from 'idb-keyval';
import type { PortalConnection } from './portal-connection.ts';
import type { PortalItem } from './portal-types.ts';

/** The last save of an item that a tab or window of this browser made. */
interface OwnSave {
  /** `modified` of the item after the save. */
  modified: number;
  /** Epoch milliseconds. */
  at: number;
}

/** How long a save is remembered, in milliseconds: 30 days, as drafts are, which may be based on an earlier state. */
const life = 30 * 24 * 60 * 60 * 1000;

const store = createStore('mapping-own-saves', 'saves');

type SavedItem = Pick<PortalItem, 'id' | 'modified'>;

/**
 * Remembers the item as this user has just saved it, for the other tabs and windows. Without storage, nothing
 * is remembered.
 */
export async function recordOwnSave(connection: PortalConnection, item: SavedItem): Promise<void> {
  const now = Date.now();
  try {
    await set(keyOf(connection, item), { modified: item.modified, at: now } satisfies OwnSave, store);
    const all = await entries<string, OwnSave>(store);
    for (const [key, { at }] of all) if (at + life < now) await del(key, store);
  } catch {
    // The save counts as someone else's in the other tabs.
  }
}

/** Whether the item is as this user last saved it in this browser. Portals don't report who changed an item. */
export async function isOwnSave(connection: PortalConnection, item: SavedItem): Promise<boolean> {
  try {
    return (await get<OwnSave>(keyOf(connection, item), store))?.modified === item.modified;
  } catch {
    return false;
  }
}

const keyOf = ({ restUrl, session }: PortalConnection, { id }: SavedItem) =>
  `${restUrl} ${session.credential?.userId ?? ''} ${id}`;
