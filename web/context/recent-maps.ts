import {
  type TranslatedItem,
  translationsOfItem,
  withItemTranslations,
} from '../../wire/item-translations.ts';
import { type Area, parseArea, printArea } from '../../wire/url-state.ts';

/** A map that was opened on this device. */
export interface RecentMap {
  /** `wid`: a web map of the portal; `sid`: a shared map. */
  kind: 'wid' | 'sid';
  id: string;
  /** As its owner wrote it. */
  title: string;
  /** The item's `properties`, of which only its titles in other languages are stored. */
  properties?: unknown;
  /** Epoch milliseconds. */
  openedAt: number;
  /** Username of the signed-in user; absent when signed out. */
  by?: string;
}

const max = 8;
/** Maps stored for all users of the device. */
const maxKept = 4 * max;

export function recentMapsKey(org: string): string {
  return `mapping.recent:${org}`;
}

/**
 * The maps opened on this device in this organisation, the newest first: those opened signed out, and the user's own,
 * because titles of other users' maps may be private.
 * @param who username of the signed-in user; empty for visitors
 */
export function recentMaps(storage: Storage, org: string, who: string): RecentMap[] {
  const theirs = storedMaps(storage, org).filter(({ by }) => by === undefined || by === who);
  const first = (map: RecentMap) => theirs.find(({ kind, id }) => kind === map.kind && id === map.id) === map;
  return theirs.filter(first).slice(0, max);
}

function storedMaps(storage: Storage, org: string): RecentMap[] {
  try {
    const saved: unknown = JSON.parse(storage.getItem(recentMapsKey(org)) ?? '[]');
    return Array.isArray(saved) ? saved.filter(isRecentMap) : [];
  } catch {
    return [];
  }
}

/** Adds a map to the top of the user's list. */
export function recordMap(storage: Storage, org: string, { properties, ...map }: RecentMap): void {
  const titles = titlesOnly(properties);
  const others = storedMaps(storage, org).filter(
    ({ kind, id, by }) => kind !== map.kind || id !== map.id || by !== map.by,
  );
  try {
    storage.setItem(recentMapsKey(org), JSON.stringify([{ ...map, ...titles }, ...others].slice(0, maxKept)));
  } catch {
    // Storage is full or blocked: there is no list of recent maps.
  }
}

/** The rest of an item's `properties` may be large. */
function titlesOnly(properties: unknown): Pick<TranslatedItem, 'properties'> {
  const titles = Object.entries(translationsOfItem(properties)).flatMap(([tag, { title }]) =>
    title ? [[tag, { title }] as const] : [],
  );
  return titles.length > 0 ? { properties: withItemTranslations({}, Object.fromEntries(titles)) } : {};
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

const keyOf = (org: string) => `mapping.area:${org}`;

/** Stores, for this tab, the area that a map of the organisation shows: other pages search in that area. */
export function storeArea(storage: Storage, org: string, area: Area): void {
  try {
    storage.setItem(keyOf(org), printArea(area));
  } catch {
    // Without storage no area is offered elsewhere.
  }
}

/** The area that a map of the organisation showed last in this tab; undefined when there was none. */
export function lastArea(storage: Storage, org: string): Area | undefined {
  try {
    return parseArea(storage.getItem(keyOf(org)));
  } catch {
    return undefined;
  }
}
