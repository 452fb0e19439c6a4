import { createHash } from 'node:crypto';
import { limits } from '../../../limits.ts';
import { type Network, networksOf } from '../../../platform/budgets/address-group.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { Caller } from '../../caller.ts';
import { storeViews, type View } from './view-store.ts';

/** Counts openings of items in memory, so that requests write nothing; `store` writes them periodically. */
export interface ViewCounter {
  /** Notes that a caller opened an item: one view per day of a member, or of the network of an address. */
  note(itemId: string, caller: Caller, address: string): void;
  /** Adds what was noted to `numViews`. What cannot be stored, or whose item is being changed, remains for the next time. */
  store(database: Database): Promise<void>;
}

export const dayMilliseconds = 86_400_000;

/** Items of one transaction. */
const itemsPerBatch = 500;

/**
 * The counter of one process. Each viewer counts with a number of items per day, and everything it remembers is bounded: beyond
 * that views are not counted.
 */
export function createViewCounter(now: () => number): ViewCounter {
  let day = 0;
  let visitorViews = 0;
  /** Views of the day, with their number; those that were noted longest ago are forgotten, and found in the database. */
  const known = new Map<string, number>();
  /** Views of the day by member, and by network. */
  const members = new Map<string, number>();
  const networks = new Map<string, number>();
  const waiting = new Map<string, View>();
  let storing: Promise<void> | undefined;

  function beginDay(): void {
    const today = Math.floor(now() / dayMilliseconds);
    if (today === day) return;
    day = today;
    visitorViews = 0;
    for (const counts of [known, members, networks]) counts.clear();
  }

  function takeMember(username: string): boolean {
    return takeAll([
      { counts: members, key: username, max: limits.viewsPerDay, maxCallers: limits.countedViewers },
    ]);
  }

  /** Wider networks have several subscribers, whose views of one item count; not those of each address that one of them makes up. */
  function takeNetworks(itemId: string, [narrowest, ...wider]: readonly [Network, ...Network[]]): boolean {
    if (visitorViews >= limits.visitorViewsPerDay) return false;
    const daily = [narrowest, ...wider].map(({ name, times }) => ({
      counts: networks,
      key: name,
      max: limits.viewsPerDay * times,
      maxCallers: limits.countedViewers,
    }));
    const ofItem = wider.map(({ name, times }) => ({ counts: known, key: `${itemId} ${name}`, max: times }));
    if (!takeAll([...daily, ...ofItem])) return false;
    visitorViews += 1;
    return true;
  }

  async function storeWaiting(database: Database): Promise<void> {
    const views = [...waiting.values()].toSorted((one, other) => (one.itemId < other.itemId ? -1 : 1));
    for (let at = 0; at < views.length; at += itemsPerBatch) {
      const piece = views.slice(at, at + itemsPerBatch);
      // oxlint-disable-next-line no-await-in-loop -- a piece at a time, so that none locks many items
      const busy = await storeViews(database, piece);
      for (const { itemId, viewer } of piece) if (!busy.has(itemId)) waiting.delete(viewer);
    }
  }

  return {
    note(itemId, caller, address) {
      beginDay();
      const around = networksOf(address);
      const who = caller.kind === 'member' ? `member ${caller.username}` : `network ${around[0].name}`;
      const viewer = createHash('sha256').update(`${day} ${itemId} ${who}`).digest('base64url').slice(0, 22);
      if (known.has(viewer) || waiting.size >= limits.waitingViews) return;
      const counts = caller.kind === 'member' ? takeMember(caller.username) : takeNetworks(itemId, around);
      if (!counts) return;
      known.set(viewer, 1);
      for (const oldest of known.keys()) {
        if (known.size <= limits.knownViews) break;
        known.delete(oldest);
      }
      waiting.set(viewer, { itemId, viewer, day });
    },
    store(database) {
      storing ??= storeWaiting(database).finally(() => (storing = undefined));
      return storing;
    },
  };
}

interface Share {
  counts: Map<string, number>;
  key: string;
  max: number;
  /** Of different keys; absent: the oldest are forgotten. */
  maxCallers?: number;
}

/** Takes one of each share, or of none. */
function takeAll(shares: readonly Share[]): boolean {
  const isFull = ({ counts, key, max, maxCallers = Number.POSITIVE_INFINITY }: Share) =>
    (counts.get(key) ?? 0) >= max || (counts.size >= maxCallers && !counts.has(key));
  if (shares.some(isFull)) return false;
  for (const { counts, key } of shares) counts.set(key, (counts.get(key) ?? 0) + 1);
  return true;
}
