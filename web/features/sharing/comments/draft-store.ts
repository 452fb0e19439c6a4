import { createStore, del, entries, get, set } from 'idb-keyval';
import type { Draft, StoredDrafts } from './drafts.ts';

/** The map and the author of drafts. */
export interface DraftsOf {
  org: string;
  wid: string;
  /** Username; empty for visitors. */
  who: string;
}

/** The drafts of one author on one map. */
interface Entry {
  drafts: Map<string, Draft>;
  /** Epoch milliseconds. */
  at: number;
}

/** Lifetime of drafts in milliseconds: 30 days. */
const life = 30 * 24 * 60 * 60 * 1000;

const store = createStore('mapping-comments', 'drafts');

const keyOf = ({ org, wid, who }: DraftsOf) => JSON.stringify([org, wid, who]);

/** The stored drafts of an author on a map; none where the browser stores nothing. Expired ones of all maps are deleted. */
export async function loadDrafts(of: DraftsOf, now: number): Promise<StoredDrafts> {
  try {
    for (const [key, { at }] of await entries<string, Entry>(store))
      if (at + life < now) await del(key, store);
    return (await get<Entry>(keyOf(of), store))?.drafts ?? new Map<string, Draft>();
  } catch {
    return new Map();
  }
}

/**
 * Returns a function that stores the drafts of an author on a map. Of calls during a write the last one counts.
 */
export function draftWriter(of: DraftsOf): (drafts: StoredDrafts) => void {
  let next: StoredDrafts | undefined;
  let writing = false;
  const write = async () => {
    writing = true;
    while (next) {
      const drafts = new Map(
        [...next].filter(([, { text, photos }]) => text.trim() !== '' || photos.length > 0),
      );
      next = undefined;
      // Where the browser stores nothing, drafts last as long as the page.
      await (
        drafts.size > 0 ? set(keyOf(of), { drafts, at: Date.now() }, store) : del(keyOf(of), store)
      ).catch(() => undefined);
    }
    writing = false;
  };
  return (drafts) => {
    next = drafts;
    if (!writing) void write();
  };
}
