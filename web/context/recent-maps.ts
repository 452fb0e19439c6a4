/** A map that was opened on this device. */
export interface RecentMap {
  /** `wid`: a web map of the portal; `sid`: a shared map of ours. */
  kind: 'wid' | 'sid';
  id: string;
  title: string;
  /** Epoch milliseconds. */
  openedAt: number;
  /** Who was signed in; absent for nobody. */
  by?: string;
}

const most = 8;
/** Maps kept for all who use the device. */
const mostKept = 4 * most;

export function recentMapsKey(org: string): string {
  return `mapping.recent:${org}`;
}

/**
 * The maps opened on this device in this organisation, the newest first: those opened signed out, and the person's own.
 * What someone else opened may have a title that is not for everyone.
 * @param who username of the person signed in; empty for visitors
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

/** Puts a map at the head of the list of who opened it. */
export function rememberMap(storage: Storage, org: string, map: RecentMap): void {
  const others = keptMaps(storage, org).filter(
    ({ kind, id, by }) => kind !== map.kind || id !== map.id || by !== map.by,
  );
  try {
    storage.setItem(recentMapsKey(org), JSON.stringify([map, ...others].slice(0, mostKept)));
  } catch {
    // Storage is full or forbidden: then there is no list of recent maps.
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
