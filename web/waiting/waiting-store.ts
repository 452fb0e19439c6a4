import { createStore, del, entries, get, set } from 'idb-keyval';
import { type Fault, MappingError } from '../../wire/errors.ts';
import type { NewComment } from '../../wire/map-comment.ts';
import {
  type FeatureChange,
  type FeatureJson,
  mergedChange,
  resultOf,
  waitingLimits,
} from '../../wire/waiting-changes.ts';
import { setWaitingMark } from './waiting-mark.ts';

/** Whose changes they are: nobody else sees or sends them. */
export interface WaitingOwner {
  org: string;
  /** The portal's REST root. */
  restUrl: string;
  /** Username; empty for visitors. */
  who: string;
}

/** In all organisations. */
export type WaitingPerson = Omit<WaitingOwner, 'org'>;

/** A comment on a map, with photos. */
export interface WaitingComment {
  type: 'comment';
  wid: string;
  comment: NewComment & { id: string };
  photos: readonly Blob[];
  /** Id of the comment if its text is stored, but not all of its photos. */
  stored?: string;
}

/** A comment on an item, or a reply to one. */
export interface WaitingItemComment {
  type: 'item-comment';
  itemId: string;
  text: string;
  parentId?: string;
}

export type WaitingSubject = ({ type: 'feature' } & FeatureChange) | WaitingComment | WaitingItemComment;

/** What waits, as it is handed over. */
export interface NewWaiting {
  /** Of the change: the same for each change of a feature. */
  id: string;
  /** Title of the map or item. */
  title: string;
  subject: WaitingSubject;
  /** Whether a request was sent that may have arrived. */
  attempted: boolean;
}

export interface WaitingChange extends NewWaiting, WaitingOwner {
  /** Epoch milliseconds. */
  at: number;
  /** Another one after each change of its subject. */
  revision: string;
  bytes: number;
  /** Why the last attempt failed; `isFinal` if only the person can go on. */
  failure?:
    { id: string; message: string; status: number; faults: readonly Fault[]; isFinal: boolean } | undefined;
  /** The feature as somebody else has changed it; `theirs` is null if it is gone. */
  conflict?: { theirs: FeatureJson | null } | undefined;
}

const store = createStore('mapping-waiting-changes', 'changes');

const keyOf = ({ restUrl, org, who, id }: WaitingOwner & { id: string }) =>
  JSON.stringify([restUrl, org, who, id]);

const listeners = new Set<(isNew: boolean) => void>();
const channel =
  typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('mapping-waiting-changes');
channel?.addEventListener('message', () => listeners.forEach((listener) => listener(false)));

/** Calls the listener after each change here or in another tab: with true when one was added here. */
export function onWaiting(listener: (isNew: boolean) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function notify(isNew = false): void {
  for (const listener of listeners) listener(isNew);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- channels have no target origin
  channel?.postMessage('changed');
}

/** One change of the store at a time, in all tabs: each reads what it replaces. */
let turn = Promise.resolve();
async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (globalThis.navigator?.locks) return navigator.locks.request('mapping-waiting-store', work);
  const before = turn;
  const { promise, resolve } = Promise.withResolvers<void>();
  turn = promise;
  await before;
  return work().finally(resolve);
}

/** What waits of one person, in an organisation or in all of them, oldest first. Expired changes of anybody are deleted. */
export async function waitingChanges(
  owner: WaitingOwner | WaitingPerson,
  now = Date.now(),
): Promise<WaitingChange[]> {
  const all = await entries<string, WaitingChange>(store);
  for (const [key, { at }] of all) if (at + waitingLimits.life < now) await del(key, store);
  const alive = all.map(([, change]) => change).filter(({ at }) => at + waitingLimits.life >= now);
  setWaitingMark(alive.length > 0);
  return alive.filter((change) => isOf(change, owner)).toSorted((one, other) => one.at - other.at);
}

const isOf = (change: WaitingOwner, owner: WaitingOwner | WaitingPerson) =>
  change.restUrl === owner.restUrl &&
  change.who === owner.who &&
  (!('org' in owner) || change.org === owner.org);

/**
 * Stores a change; one of a feature that waits already is merged with it. What waits is stored when this resolves.
 * @throws MappingError `waiting:full` (413), `waiting:not-stored` (507)
 */
export async function addWaiting(owner: WaitingOwner, added: NewWaiting): Promise<void> {
  await inTurn(async () => {
    try {
      const others = (await waitingChanges(owner)).filter(({ id }) => id !== added.id);
      const before = await get<WaitingChange>(keyOf({ ...owner, id: added.id }), store);
      const subject = merged(before, added.subject);
      const { org, restUrl, who } = owner;
      const change = {
        ...added,
        org,
        restUrl,
        who,
        subject,
        attempted: added.attempted || before?.attempted === true,
        at: before?.at ?? Date.now(),
        revision: `${Date.now()} ${Math.random()}`,
        bytes: bytesOf(subject),
      } satisfies WaitingChange;
      const bytes = [...others, change].reduce((sum, one) => sum + one.bytes, 0);
      if (others.length >= waitingLimits.changes || bytes > waitingLimits.bytes)
        throw new MappingError('waiting:full', 'No more changes can wait on this device.', { status: 413 });
      await set(keyOf(change), change, store);
    } catch (cause) {
      if (cause instanceof MappingError) throw cause;
      throw new MappingError('waiting:not-stored', 'This browser could not store the change.', {
        status: 507,
        cause,
      });
    }
    setWaitingMark(true);
  });
  notify(true);
}

function merged(before: WaitingChange | undefined, added: WaitingSubject): WaitingSubject {
  if (before?.subject.type !== 'feature' || added.type !== 'feature') return added;
  return { type: 'feature', ...mergedChange(before.subject, added, before.attempted) };
}

function bytesOf(subject: WaitingSubject): number {
  const photos = subject.type === 'comment' ? subject.photos : [];
  return JSON.stringify(subject).length + photos.reduce((sum, { size }) => sum + size, 0);
}

/** Replaces parts of a change, if it still waits. @returns the change as it is stored then */
export async function changeWaiting(
  change: WaitingChange,
  parts: Partial<Omit<WaitingChange, 'id'>>,
): Promise<WaitingChange | undefined> {
  const next = await inTurn(async () => {
    const now = await get<WaitingChange>(keyOf(change), store);
    const changed = now && { ...now, ...parts };
    if (changed) await set(keyOf(change), changed, store);
    return changed;
  });
  notify();
  return next;
}

export async function dropWaiting(change: WaitingChange): Promise<void> {
  await inTurn(() => del(keyOf(change), store));
  notify();
}

/** Removes a change that was sent. What was added to it meanwhile waits as a change of what was sent. */
export async function settleWaiting(sent: WaitingChange): Promise<void> {
  await inTurn(async () => {
    const now = await get<WaitingChange>(keyOf(sent), store);
    if (!now || now.revision === sent.revision) return del(keyOf(sent), store);
    const { subject } = sent;
    const rest: WaitingChange = { ...now, attempted: false };
    if (rest.subject.type === 'feature' && subject.type === 'feature')
      rest.subject = { ...rest.subject, before: resultOf(subject) };
    await set(keyOf(sent), rest, store);
  });
  notify();
}

/** Whether a request failed without any response: what it was to send may wait. */
export function hadNoResponse(error: unknown): boolean {
  if (error instanceof MappingError && error.status !== 0) return false;
  const cause = error instanceof MappingError ? error.cause : error;
  return navigator.onLine === false || cause instanceof TypeError;
}

/** Deletes changes of any user. */
export async function deleteWaiting(isDeleted: (change: WaitingChange) => boolean): Promise<void> {
  await inTurn(async () => {
    const all = await entries<string, WaitingChange>(store);
    const deleted = all.filter(([, change]) => isDeleted(change));
    for (const [key] of deleted) await del(key, store);
    setWaitingMark(deleted.length < all.length);
  });
  notify();
}
