/** A map that was opened on this device. */
export interface RecentMap {
  /** `wid`: a web map of the portal; `sid`: a shared map. */
  kind: 'wid' | 'sid';
  id: string;
  title: string;
  /** Epoch milliseconds. */
  openedAt: number;
  /** Username of the signed-in user; absent when signed out. */
  by?: string;
}

const most = 8;
/** Maps stored for all users of the device. */
const mostKept = 4 * most;

export function recentMapsKey(org: string): string {
  return `mapping.recent:${org}`;
}

/**
 * The maps opened on this device in this organisation, the newest first: those opened signed out, and the user's own,
 * because titles of other users' maps may be private.
 * @param who username of the signed-in user; empty for visitors
 */
export function recentMaps(storage: Storage, org: string, who: string): RecentMap[] {
  const theirs = keptMaps(storage, org).filter(({ by }) => by === undefined || by === who);
  const first = (map: RecentMap) => theirs.find(({ kind, id }) => kind === map.kind && id === map.id) === map;
  return theirs.filter(first).slice(0, most);
}

function keptMaps(storage: Storage, org: string): RecentMap[] {
  try {
    const saved: unknown = JSON.parse(storage.getItem(recentMapsKey(org)) ?? '[]');
    return Array.isArray(saved) ? saved.filter(isRecentMap) : [];
  } catch {
    return [];
  }
}

/** Adds a map to the top of the user's list. */
export function rememberMap(storage: Storage, org: string, map: RecentMap): void {
  const others = keptMaps(storage, org).filter(
    ({ kind, id, by }) => kind !== map.kind || id !== map.id || by !== map.by,
  );
  try {
    storage.setItem(recentMapsKey(org), JSON.stringify([map, ...others].slice(0, mostKept)));
  } catch {
    // Storage is full or blocked: there is no list of recent maps.
  }
}

export function forgetMaps(storage: Storage, org: string): void {
  storage.removeItem(recentMapsKey(org));
}

function isRecentMap(value: unknown): value is RecentMap {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, id, title, openedAt, by } = value as Record<string, unknown>;
  return (
    (kind === 'wid' || kind === 'sid') &&
    typeof id === 'string' &&
    /^[\w-]+$/.test(id) &&
    typeof title === 'string' &&
    (by === undefined || typeof by === 'string') &&
    typeof openedAt === 'number' &&
    Number.isFinite(openedAt)
  );
}
