import { createStore, del, entries, set } from 'idb-keyval';

/** The map of a draft: the portal, the organisation, and the map's id. */
export interface DraftOf {
  restUrl: string;
  org: string;
  kind: 'new' | 'web-map' | 'shared-map';
  /** Empty for a new map. */
  id: string;
}

/** Unsaved work, stored on this device. */
export interface Draft {
  id: string;
  of: DraftOf;
  /** The author's username; empty when signed out. */
  who: string;
  title: string;
  /** JSON of the web map specification. */
  document: object;
  /** `modified` of the item it is based on. */
  since?: number | undefined;
  /** Epoch milliseconds. */
  at: number;
  /** OAuth state of the sign-in that started here: returning from it restores the work. */
  signIn?: string;
}

/** Lifetime of a draft in milliseconds: 30 days. */
export const draftLife = 30 * 24 * 60 * 60 * 1000;

const store = createStore('mapping-drafts', 'drafts');

export async function storeDraft(draft: Draft): Promise<void> {
  await set(draft.id, draft, store);
}

export async function deleteDraft(id: string): Promise<void> {
  await del(id, store);
}

/**
 * The drafts of a map available to this user, newest first: their own, and anonymous ones. Drafts that are open in
 * another tab are excluded, and expired ones are deleted.
 */
export async function findDrafts(of: DraftOf, who: string, now: number): Promise<Draft[]> {
  const all = await entries<string, Draft>(store);
  const open = await openDrafts();
  const found: Draft[] = [];
  for (const [id, draft] of all) {
    if (draft.at + draftLife < now) await deleteDraft(id);
    else if (isOf(draft, of) && (draft.who === '' || draft.who === who) && (claimed.has(id) || !open.has(id)))
      found.push(draft);
  }
  return found.toSorted((one, other) => other.at - one.at);
}

/** Drafts that are open in this page. */
const claimed = new Set<string>();

/** Marks a draft as open for other tabs during the lifetime of this page. */
export function claimDraft(id: string): void {
  claimed.add(id);
  // Browsers support locks only on secure pages; elsewhere two tabs may offer the same draft.
  void navigator.locks
    ?.request(lockOf(id), { ifAvailable: true }, () => new Promise(() => {}))
    .catch(() => {});
}

async function openDrafts(): Promise<ReadonlySet<string>> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return new Set(held.map(({ name }) => name?.slice(lockOf('').length) ?? ''));
}

function isOf({ of: one }: Draft, other: DraftOf): boolean {
  return (['restUrl', 'org', 'kind', 'id'] as const).every((part) => one[part] === other[part]);
}

function lockOf(id: string): string {
  return `mapping-draft:${id}`;
}
