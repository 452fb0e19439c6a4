import { createHash, randomUUID } from 'node:crypto';
import { MappingError } from '../../../wire/errors.ts';
import {
  commentChangeSchema,
  type CommentQuery,
  commentQuerySchema,
  commentSettingSchema,
  type MapComment,
  type MapComments,
  mapCommentSchema,
  maxCommentPhotos,
  mentionsIn,
  newCommentSchema,
  photoTypes,
} from '../../../wire/map-comment.ts';
import { limits } from '../../limits.ts';
import { recordAct } from '../../platform/audit/audit-store.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import { notifyProcesses } from '../../platform/database/notification-store.ts';
import { readShape } from '../../platform/http/json-body.ts';
import { pictureTypeOf } from '../../platform/safety/picture-type.ts';
import { type Member, signInNeeded } from '../../platform/membership/identify.ts';
import {
  type CommentRow,
  deleteComment,
  findComment,
  findComments,
  insertComment,
  listComments,
  type MapKey,
  saveMentions,
  saveSetting,
  updateComment,
} from './comment-store.ts';
import { fileStream } from '../../platform/http/responses/file-stream.ts';
import { findPhoto, insertPhoto, readPhotoParts } from './photo-store.ts';
import { livePayloads } from './live-notices.ts';
import { presentComment } from './present-comment.ts';
import { storedJson } from '../../platform/safety/stored-text.ts';

/** What a caller may do with a map: change it, or only see it. undefined: it is not for them. */
export type MapAccess = 'change' | 'see' | undefined;

/** A caller who may see the comments of a map. */
export interface CommentCall extends MapKey {
  database: Database;
  /** undefined: a visitor, where the map allows them. */
  member: Member | undefined;
  access: NonNullable<MapAccess>;
  /** Whether the map is on the embedded portal. */
  isHosted: boolean;
  /** Epoch milliseconds. */
  now: number;
}

/** A caller before it is known whether the comments are for them. */
export interface UncheckedCall extends Omit<CommentCall, 'access'> {
  access: MapAccess;
  /** Whether the map allows visitors to comment. */
  visitors: boolean;
  /** Whether the request has a token; that of a session that ended makes a visitor. */
  hasToken: boolean;
}

/**
 * A caller of a map's comments: a member who may see the map, or a visitor who may see it where it allows visitors.
 * @throws MappingError whether the map exists or not: `membership:sign-in-needed` (401) with a token that has ended, which can be
 * renewed; `comment:no-map` (404)
 */
export async function commentCall(call: UncheckedCall): Promise<CommentCall> {
  const { access, member, visitors } = call;
  if (!access || !(member || visitors)) {
    if (call.hasToken && !member) throw signInNeeded();
    throw new MappingError('comment:no-map', 'There is no such map, or its comments are not for you.', {
      status: 404,
    });
  }
  return { ...call, access };
}

const moderates = ({ member, access }: CommentCall) =>
  member !== undefined && (member.isAdmin || access === 'change');

/**
 * A page of the comments of a map, or those of it that are named: responses are bounded however many comments a map has. Pages of
 * maps ask this of every map, so where the comments are not for the caller there is no error.
 * @throws MappingError `comment:invalid-query` (400)
 */
export async function readComments(unchecked: UncheckedCall, query: unknown): Promise<MapComments> {
  const { access, member, visitors, database } = unchecked;
  const { after, ids } = readShape(commentQuerySchema, query, invalidQuery);
  if (!access || !(member || visitors))
    return { allowed: false, comments: [], next: null, visitors: false, moderates: false };
  const call = { ...unchecked, access };
  const page = ids
    ? { rows: await findComments(database, call, ids), next: null }
    : await readPage(database, call, after);
  return {
    allowed: true,
    comments: page.rows.map(presentComment),
    next: page.next,
    visitors,
    moderates: moderates(call),
  };
}

async function readPage(database: Database, map: MapKey, cursor: CommentQuery['after']) {
  const [created = '', id = ''] = cursor?.split('.') ?? [];
  const after = cursor === undefined ? undefined : { created: Number(created), id };
  const { mapCommentsPerPage: max, mapCommentCharactersPerPage: characters } = limits;
  const rows = await listComments(database, map, { after, max, characters });
  const isFull = rows.length === max || rows.reduce((sum, { text }) => sum + text.length, 0) > characters;
  const last = isFull ? rows.at(-1) : undefined;
  return { rows, next: last ? `${last.created_at}.${last.id}` : null };
}

/**
 * Adds a comment. One that its author sends again with the same id is the comment that was added.
 * @throws MappingError `comment:invalid` (400, or 409 for an id that another comment of the map was sent with), `comment:no-thread`
 * (404), `comment:too-many` (403)
 */
export async function createComment(call: CommentCall, body: unknown): Promise<MapComment> {
  const { database, organisation, wid, member, now } = call;
  const given = readShape(newCommentSchema, body, invalid);
  const id = given.id === undefined ? randomUUID() : storedId(call, given.id);
  const place = 'place' in given ? given.place : null;
  const thread = 'thread' in given ? given.thread : id;
  const row = {
    id,
    thread,
    organisation,
    wid,
    place,
    text: given.text,
    username: member?.username ?? '',
    author: member?.fullName ?? '',
    created_at: now,
    edited_at: null,
    resolved_at: null,
    resolved_by: null,
  };
  const sent = await inTransaction(database, async (transaction) => {
    if (thread !== id) {
      const first = await findComment(transaction, call, thread, { stays: true });
      if (!first || first.thread !== first.id)
        throw new MappingError('comment:no-thread', 'This conversation has been removed.', { status: 404 });
    }
    if (!(await insertComment(transaction, { ...row, place: place && storedJson(place) }))) {
      const [before] = await findComments(transaction, call, [id]);
      if (before && isSame(before, row)) return before;
      throw new MappingError(invalid.id, 'Another comment has this id: choose another one.', { status: 409 });
    }
    await saveMentions(transaction, row, mentionsIn(given.text));
    await announce(transaction, call, [id]);
    return { ...row, photos: [] };
  });
  return presentComment(sent);
}

/**
 * The id of a comment that was sent with an id: a hash with the map (a UUID of version 8, RFC 9562), because a conflict with a
 * comment elsewhere would say that there is one.
 */
function storedId({ organisation, wid }: MapKey, sent: string): string {
  const hash = createHash('sha256').update(`${organisation}/${wid}/${sent.toLowerCase()}`).digest('hex');
  const variant = ((Number.parseInt(hash.slice(16, 17), 16) % 4) + 8).toString(16);
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    variant + hash.slice(17, 20),
    hash.slice(20, 32),
  ].join('-');
}

/** Whether a comment was sent again as it was, whatever happened to it since. */
function isSame(
  one: CommentRow,
  { username, thread, text }: Pick<CommentRow, 'username' | 'thread' | 'text'>,
) {
  return one.username === username && one.thread === thread && (one.text === text || one.edited_at !== null);
}

/**
 * Its author may change the text. Members may resolve a conversation and open it again.
 * @throws MappingError `comment:invalid` (400), `comment:not-found` (404), `comment:forbidden` (403)
 */
export async function changeComment(call: CommentCall, id: string, body: unknown): Promise<void> {
  const { database, member, now } = call;
  const { text, resolved } = readShape(commentChangeSchema, body, invalid);
  if (!member) throw signInNeeded();
  const row = await found(call, id);
  if (text !== undefined && row.username !== member.username)
    throw forbidden('Only its author can change a comment.');
  if (resolved !== undefined && row.thread !== row.id)
    throw forbidden('Only a whole conversation can be resolved.');
  await inTransaction(database, async (transaction) => {
    const isThere = await updateComment(transaction, id, {
      ...(text !== undefined && { text, edited_at: now }),
      ...(resolved !== undefined && {
        resolved_at: resolved ? now : null,
        resolved_by: resolved ? member.username : null,
      }),
    });
    if (!isThere) throw notFound();
    if (text !== undefined) await saveMentions(transaction, row, mentionsIn(text));
    await announce(transaction, call, [id]);
  });
}

/**
 * Its author may remove a comment, and who may change the map or administers the organisation may remove any.
 * @throws MappingError `comment:not-found` (404), `comment:forbidden` (403)
 */
export async function removeComment(call: CommentCall, id: string): Promise<void> {
  const { database, organisation, wid, member } = call;
  if (!member) throw signInNeeded();
  const row = await found(call, id);
  const own = row.username === member.username;
  if (!own && !moderates(call))
    throw forbidden('Only its author, or a person who may change the map, can remove a comment.');
  await inTransaction(database, async (transaction) => {
    if (!(await deleteComment(transaction, id))) throw notFound();
    if (!own)
      await recordAct(transaction, {
        organisation,
        actor: member.username,
        act: 'comment.removed',
        subject: wid,
        detail: { author: row.username },
      });
    await announce(transaction, call, [id]);
  });
}

/** @throws MappingError `comment:invalid` (400), `comment:forbidden` (403) */
export async function changeSetting(call: CommentCall, body: unknown): Promise<void> {
  const { database, organisation, wid, member } = call;
  if (!member) throw signInNeeded();
  const { visitors } = readShape(commentSettingSchema, body, invalidSetting);
  if (!moderates(call)) throw forbidden('Only a person who may change the map can choose who comments.');
  await inTransaction(database, async (transaction) => {
    await saveSetting(transaction, call, visitors);
    const act = { organisation, actor: member.username, act: 'comments.visitors', subject: wid };
    await recordAct(transaction, { ...act, detail: { visitors } });
    await announce(transaction, call, []);
  });
}

/**
 * Adds a photo to the caller's own comment. One that its author sends again is the photo that was added.
 * @throws MappingError `comment:bad-photo` (400), `comment:not-found`, `comment:forbidden`, `comment:too-many-photos`,
 * `quota:person-bytes`, `quota:organisation-bytes` (409)
 */
export async function addPhoto(call: CommentCall, id: string, bytes: Buffer): Promise<number> {
  if (!call.member) throw signInNeeded();
  const type = pictureTypeOf(bytes);
  if (!type || !isPhotoType(type))
    throw new MappingError('comment:bad-photo', 'A photo must be a JPEG, PNG or WebP file.', { status: 400 });
  const row = await found(call, id);
  if (row.username !== call.member.username) throw forbidden('Photos are added by the author of a comment.');
  return inTransaction(call.database, async (transaction) => {
    const number = await insertPhoto(transaction, row, {
      type,
      bytes,
      max: maxCommentPhotos,
      owner: call.isHosted ? row.username : null,
    });
    if (number === undefined) throw notFound();
    await announce(transaction, call, [id]);
    return number;
  });
}

/** A photo, whose bytes are read as its caller reads them. @throws MappingError `comment:not-found` (404) */
export async function readPhoto(call: CommentCall, id: string, number: number | undefined) {
  const row = await found(call, id);
  const photo = number === undefined ? undefined : await findPhoto(call.database, row.id, number);
  if (!photo) throw notFound();
  return { type: photo.type, body: fileStream(photo.size, readPhotoParts(call.database, photo)) };
}

/** Tells open pages which comments to load again; none: only the settings. */
async function announce(transaction: Database, map: MapKey, ids: string[]): Promise<void> {
  const { organisation, wid } = map;
  await notifyProcesses(transaction, livePayloads([{ organisation, wid, notice: { kind: 'changed', ids } }]));
}

const isPhotoType = (type: string) => photoTypes.some((each) => each === type);

async function found(call: CommentCall, id: string): Promise<CommentRow> {
  const row = isCommentId(id) ? await findComment(call.database, call, id) : undefined;
  if (!row) throw notFound();
  return row;
}

/** Whether a text may be the id of a comment; the database rejects others with an error. */
export function isCommentId(id: string): boolean {
  return mapCommentSchema.shape.id.safeParse(id).success;
}

function notFound(): MappingError {
  return new MappingError('comment:not-found', 'This comment has been removed.', { status: 404 });
}

function forbidden(why: string): MappingError {
  return new MappingError('comment:forbidden', why, { status: 403 });
}

const invalid = {
  id: 'comment:invalid',
  message: 'Invalid comment: it needs a text of at most 4,000 characters.',
};

const invalidQuery = { id: 'comment:invalid-query', message: 'Invalid page, or invalid ids of comments.' };

const invalidSetting = { id: invalid.id, message: 'Invalid setting: visitors must be true or false.' };
