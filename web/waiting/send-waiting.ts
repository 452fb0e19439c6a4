import { MappingError } from '../../wire/errors.ts';
import { addCommentPhoto, addMapComment } from '../api/map-comments.ts';
import { addItemComment, listItemComments } from '../portal/item-comments.ts';
import type { PortalConnection } from '../portal/portal-connection.ts';
import type { PortalEndpoint } from '../portal/portal-request.ts';
import { overwriting, sendFeatureChange } from '../portal/send-feature-change.ts';
import {
  changeWaiting,
  settleWaiting,
  type WaitingChange,
  type WaitingComment,
  waitingChanges,
  type WaitingItemComment,
  type WaitingOwner,
} from './waiting-store.ts';

/** Milliseconds after which nothing responds. */
const silence = 15_000;

/** Statuses of a sign-in that has ended: its owner may sign in again. */
const signInEnded: readonly number[] = [401, 498, 499];

/** Statuses of a server, or a proxy before it, that is busy or has no room. A 500 is how ArcGIS Server refuses an edit. */
const passingStatuses: readonly number[] = [429, 502, 503, 504, 507];

/** Whether a failed change is sent again without its author: nothing responded, or what responded may accept it later. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof MappingError)) return error instanceof TypeError;
  const { status, id } = error;
  if (id === 'session:other-account' || signInEnded.includes(status)) return true;
  return status === 0 || passingStatuses.includes(status);
}

/** The owner of the changes that a connection may send now: its page's person. */
export function ownerOf(org: string, { restUrl, session }: PortalConnection): WaitingOwner {
  return { org, restUrl, who: session.author };
}

/**
 * Sends what waits of the page's person, oldest first, one tab at a time. What its author has to decide about is left out.
 * @param only id of a change that its author sends again
 * @returns whether nothing responded to one of them
 */
export async function sendWaiting(
  org: string,
  connection: PortalConnection,
  only?: string,
): Promise<boolean> {
  let isSilent = false;
  await locked(async () => {
    /** Layers and lists whose next change waits: later ones of theirs must not overtake it. */
    const held = new Set<string>();
    const owner = ownerOf(org, connection);
    const endpoint = endpointOf(connection, owner.who);
    for (const change of await waitingChanges(owner)) {
      const chosen = change.id === only;
      if ((only !== undefined && !chosen) || (!chosen && isUndecided(change))) continue;
      // Read for each: sending one takes long enough for another person to sign in.
      if (ownerOf(org, connection).who !== owner.who) return;
      const line = lineOf(change);
      if (held.has(line)) continue;
      const outcome = await sendOne(endpoint, change);
      isSilent ||= outcome === 'silent';
      if (outcome !== 'done') held.add(line);
    }
  });
  return isSilent;
}

/** Whether a change is sent only when its author has decided. */
export function isUndecided({ failure, conflict }: WaitingChange): boolean {
  return conflict !== undefined || failure?.isFinal === true;
}

/** Sends a change as its author wants it, although the feature is no longer as it was. */
export async function overwrite(
  org: string,
  connection: PortalConnection,
  change: WaitingChange,
): Promise<void> {
  const { subject, conflict, failure: _failure } = change;
  if (subject.type !== 'feature' || !conflict) return;
  const mine = { type: 'feature' as const, ...overwriting(subject, conflict.theirs) };
  await changeWaiting(change, { subject: mine, conflict: undefined, failure: undefined });
  await sendWaiting(org, connection, change.id);
}

/** @returns `done`: later changes of its layer may be sent; else it waits, `silent` because nothing responded */
async function sendOne(
  endpoint: PortalEndpoint,
  change: WaitingChange,
): Promise<'done' | 'waits' | 'silent'> {
  const { attempted } = change;
  // Before the request: the page may be closed before its response.
  const marked = await changeWaiting(change, { attempted: true });
  if (!marked) return 'done';
  try {
    const theirs = await send(endpoint, marked, attempted);
    if (theirs === undefined) await settleWaiting(marked);
    else await changeWaiting(marked, { conflict: { theirs }, attempted: false, failure: undefined });
    return 'done';
  } catch (cause) {
    const { id, message, status, faults } =
      cause instanceof MappingError ? cause : { id: '', message: '', status: 500, faults: [] };
    const isFinal = !isPassing(cause);
    const known = { id, message, status, faults, isFinal };
    const failure = status === 0 ? await silenceOf(marked, known) : known;
    await changeWaiting(marked, { failure });
    if (isFinal) return 'done';
    return status === 0 ? 'silent' : 'waits';
  }
}

/**
 * Why nothing responded: undefined without a connection, which the list says of all that waits. With one, a change would wait for its
 * service without a word.
 */
async function silenceOf({ subject }: WaitingChange, failure: NonNullable<WaitingChange['failure']>) {
  if (navigator.onLine === false) return undefined;
  // The service worker answers other requests from its store.
  const signal = AbortSignal.timeout(silence);
  const isConnected = await fetch('/health', { method: 'HEAD', cache: 'no-store', signal }).then(
    () => true,
    () => false,
  );
  if (!isConnected) return undefined;
  return subject.type === 'feature' ? { ...failure, id: 'layer:unreachable' } : failure;
}

/** @returns what the layer has instead if somebody else has changed the feature; undefined: the change was sent */
async function send(endpoint: PortalEndpoint, change: WaitingChange, isRepeated: boolean) {
  const { org, subject } = change;
  const confirmed = async () => void (await endpoint.session.token());
  // Renews an expired token first: without one, the request would be a visitor's.
  await confirmed();
  if (subject.type === 'comment') await sendComment(org, change, subject, confirmed);
  else if (subject.type === 'item-comment') await sendItemComment(endpoint, change, subject, isRepeated);
  else {
    const sent = await sendFeatureChange(endpoint, subject, isRepeated);
    if (sent.state === 'other') return sent.theirs;
  }
  return undefined;
}

/** The server recognises the id of a comment; of photos, those that are stored are removed from what waits. */
async function sendComment(
  org: string,
  change: WaitingChange,
  subject: WaitingComment,
  confirmed: () => Promise<void>,
): Promise<void> {
  const map = { org, wid: subject.wid };
  const stored = subject.stored ?? (await addMapComment(map, subject.comment)).id;
  for (const [index, photo] of subject.photos.entries()) {
    await changeWaiting(change, { subject: { ...subject, photos: subject.photos.slice(index), stored } });
    await confirmed();
    await addCommentPhoto(map, stored, photo);
  }
}

/** Allowance for clock skew between this device and the portal: a day. */
const clocks = 24 * 60 * 60 * 1000;

async function sendItemComment(
  portal: PortalEndpoint,
  { who, at }: WaitingChange,
  { itemId, text, parentId }: WaitingItemComment,
  isRepeated: boolean,
): Promise<void> {
  const there = isRepeated ? await listItemComments(portal, itemId) : [];
  const isThere = there.some(
    (one) =>
      one.owner === who && one.comment === text && one.parentId === parentId && one.created > at - clocks,
  );
  if (!isThere) await addItemComment(portal, itemId, text, parentId);
}

/** Sends with tokens of the author only; what a visitor wrote stays anonymous. */
function endpointOf({ restUrl, session }: PortalConnection, who: string): PortalEndpoint {
  const ofAuthor = (token: string) => {
    if (session.author === who && (token === '') === (who === '')) return token;
    throw new MappingError('portal:token-required', 'The sign-in has ended.', { status: 499 });
  };
  return {
    restUrl,
    session: {
      token: async () => ofAuthor(await session.token()),
      renew: async (expired) => ofAuthor(await session.renew(expired)),
    },
  };
}

function lineOf({ subject }: WaitingChange): string {
  if (subject.type === 'feature') return subject.url;
  return subject.type === 'comment' ? `map ${subject.wid}` : `item ${subject.itemId}`;
}

/** Browsers support locks on secure pages only; elsewhere what two tabs send is recognised as sent before. */
async function locked(work: () => Promise<void>): Promise<void> {
  if (!globalThis.navigator?.locks) return work();
  await navigator.locks.request('mapping-waiting-send', work);
}
