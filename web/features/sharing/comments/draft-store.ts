import { createStore, del, entries, get, set } from 'idb-keyval';
import type { Draft, StoredDrafts } from '../../../waiting/comment-drafts.ts';

/** The map and the author of drafts. */
export interface DraftsOf {
  org: string;
  wid: string;
  /** Username; empty for visitors. */
  who: string;
}

/** A draft, under a key of its own: another tab may write and send others on the same map. */
interface Entry {
  draft: Draft;
  /** Epoch milliseconds. */
  at: number;
}

/** Lifetime of drafts in milliseconds: 30 days. */
const life = 30 * 24 * 60 * 60 * 1000;

const store = createStore('mapping-comments', 'drafts');

const keyOf = ({ org, wid, who }: DraftsOf, key: string) => JSON.stringify([org, wid, who, key]);

/**
 * The stored drafts of an author on a map; none where the browser stores nothing. Expired ones of all maps
 * are deleted.
 */
export async function loadDrafts(of: DraftsOf, now: number): Promise<StoredDrafts> {
  const drafts = new Map<string, Draft>();
  try {
    for (const [address, { draft, at }] of await entries<string, Entry>(store)) {
      if (at + life < now) {
        await del(address, store);
        continue;
      }
      const key = String((JSON.parse(address) as unknown[]).at(-1));
      if (address === keyOf(of, key)) drafts.set(key, draft);
    }
  } catch {
    // Those that were read are there.
  }
  return drafts;
}

/**
 * Gives a person the drafts that they wrote as a visitor on a map. Drafts of their own stay.
 * @param since when they opened the map, in epoch milliseconds: earlier drafts may be of other visitors
 */
export async function takeOverDrafts(of: DraftsOf, since: number): Promise<void> {
  const ofVisitor = { ...of, who: '' };
  try {
    for (const [address, entry] of await entries<string, Entry>(store)) {
      const key = String((JSON.parse(address) as unknown[]).at(-1));
      if (entry.at < since || address !== keyOf(ofVisitor, key)) continue;
      if (await get(keyOf(of, key), store)) continue;
      await set(keyOf(of, key), entry, store);
      await del(address, store);
    }
  } catch {
    // Those that were not moved stay the visitor's.
  }
}

/**
 * Returns a function that stores a draft of an author on a map, or removes it. Of calls with a key during a
 * write the last one counts.
 */
export function draftWriter(of: DraftsOf): (key: string, draft: Draft | undefined) => void {
  const next = new Map<string, Draft | undefined>();
  let writing = false;
  const write = async () => {
    writing = true;
    for (let [one] = next; one; [one] = next) {
      const [key, draft] = one;
      next.delete(key);
      const written = draft && (draft.text.trim() !== '' || draft.photos.length > 0);
      const address = keyOf(of, key);
      // Where the browser stores nothing, drafts last as long as the page.
      await (written ? set(address, { draft, at: Date.now() }, store) : del(address, store)).catch(
        () => undefined,
      );
    }
    writing = false;
  };
  return (key, draft) => {
    next.set(key, draft);
    if (!writing) void write();
  };
}
