/** A map that was opened on this device. */
export interface RecentMap {
  /** `wid`: a web map of the portal; `sid`: a shared map of ours. */
  kind: 'wid' | 'sid';
  id: string;
  title: string;
  /** Epoch milliseconds. */
  openedAt: number;
}

const most = 8;

export function recentMapsKey(org: string): string {
  return `mapping.recent:${org}`;
}

/** The maps opened on this device in this organisation, the newest first. */
export function recentMaps(storage: Storage, org: string): RecentMap[] {
  try {
    const saved: unknown = JSON.parse(storage.getItem(recentMapsKey(org)) ?? '[]');
    return Array.isArray(saved) ? saved.filter(isRecentMap).slice(0, most) : [];
  } catch {
    return [];
  }
}

/** Puts a map at the head of the list. */
export function rememberMap(storage: Storage, org: string, map: RecentMap): void {
  const others = recentMaps(storage, org).filter(({ kind, id }) => kind !== map.kind || id !== map.id);
  try {
    storage.setItem(recentMapsKey(org), JSON.stringify([map, ...others].slice(0, most)));
  } catch {
    // Storage is full or forbidden: then there is no list of recent maps.
  }
}

export function forgetMaps(storage: Storage, org: string): void {
  storage.removeItem(recentMapsKey(org));
}

function isRecentMap(value: unknown): value is RecentMap {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, id, title, openedAt } = value as Record<string, unknown>;
  return (
    (kind === 'wid' || kind === 'sid') &&
    typeof id === 'string' &&
    /^[\w-]+$/.test(id) &&
    typeof title === 'string' &&
    typeof openedAt === 'number' &&
    Number.isFinite(openedAt)
  );
}
