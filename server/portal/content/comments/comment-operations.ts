import { z } from 'zod';
import { MappingError } from '../../../../wire/errors.ts';
import { refusal } from '../../../../wire/refusals.ts';
import { limits } from '../../../limits.ts';
import { parameterError } from '../../../platform/arcgis/parameters.ts';
import { readOperation } from '../../../platform/arcgis/schema.ts';
import { type Database, inTransaction } from '../../../platform/database/connect.ts';
import { mayItem } from '../../access/item-policy.ts';
import { forbidden, requireMember } from '../../access/refusals.ts';
import { notify, type PortalEvent } from '../../community/notifications/notification-store.ts';
import { randomId } from '../../identity/random-token.ts';
import type { Operation, PortalCall } from '../../operation.ts';
import { pageEnvelope, readPage } from '../../search/parameters.ts';
import { type LoadedItem, loadItem } from '../items/load-item.ts';
import { recordActOnOthers } from '../record-item-act.ts';
import {
  type CommentRefusal,
  type CommentRow,
  deleteComment,
  findComment,
  insertComment,
  listComments,
  readersAmong,
  updateComment,
  writersIn,
} from './comment-store.ts';
import { trimEnd } from '../../../../wire/trim-end.ts';

/** `content/items/{id}/comments`: for all who see the item, newest first. */
export const getComments: Operation = async (call) => {
  const item = await loadItem(call, 'see');
  const page = readPage(call.parameters);
  const { total, comments } = await listComments(call.context.database, item.id, page);
  return { ...pageEnvelope(page, total), comments: comments.map(presentComment) };
};

/** `content/items/{id}/comments/{comment}`. */
export const getComment: Operation = async (call) => {
  const item = await loadItem(call, 'see');
  return presentComment(await loadComment(call, item));
};

const text = z
  .string('Specify the text of the comment.')
  .trim()
  .max(limits.itemCommentCharacters, `At most ${limits.itemCommentCharacters} characters.`);
const addSchema = z.object({ comment: text, parentId: z.string().optional() });
const updateSchema = z.object({ comment: text });

/**
 * `content/items/{id}/addComment` `comment`, `parentId`: by members who see the item. The item's owner, those who wrote in the
 * thread and mentioned users (`@username`) who see the item are notified.
 * @throws MappingError `portal:comments-disabled` (400), `portal:too-many-comments` (400)
 */
export const addComment: Operation = async (call) => {
  const { context } = call;
  const { username, orgId } = requireMember(call.caller);
  const item = await loadItem(call, 'see');
  const { comment, parentId } = readOperation(addSchema, call.parameters);
  if (!item.comments_enabled) throw commentsDisabled();
  const parent = parentId === undefined ? undefined : await findComment(context.database, item.id, parentId);
  if (parentId !== undefined && !parent) throw commentNotFound();
  if (parent?.parent_id) throw parameterError('parentId', 'A reply cannot be replied to.');
  const now = context.now();
  const row: CommentRow = {
    id: randomId(),
    item_id: item.id,
    username,
    parent_id: parent?.id ?? null,
    comment,
    created_at: now,
    modified_at: now,
  };
  await inTransaction(context.database, async (transaction) => {
    const author = { controls: mayItem(call.caller, 'change', item), isInside: orgId === item.org_id };
    const refused = await insertComment(transaction, row, author);
    if (refused !== undefined) throw tooManyComments(refused);
    await announce(transaction, item, row, now);
  });
  return { success: true, commentId: row.id };
};

/** `…/comments/{comment}/update` `comment`, by its author. */
export const changeComment: Operation = async (call) => {
  const { context } = call;
  const { username } = requireMember(call.caller);
  const item = await loadItem(call, 'see');
  const found = await loadComment(call, item);
  if (found.username !== username) throw forbidden();
  const { comment } = readOperation(updateSchema, call.parameters);
  await updateComment(context.database, found.id, { comment, modified_at: context.now() });
  return { success: true, commentId: found.id };
};

/** `…/comments/{comment}/delete`, by its author and those who control the item; replies go with it. */
export const removeComment: Operation = async (call) => {
  const { username } = requireMember(call.caller);
  const item = await loadItem(call, 'see');
  const found = await loadComment(call, item);
  const own = found.username === username;
  if (!own && !mayItem(call.caller, 'change', item)) throw forbidden();
  await inTransaction(call.context.database, async (transaction) => {
    await deleteComment(transaction, found.id);
    if (!own) await recordActOnOthers(transaction, call, item, { act: 'item.changed' });
  });
  return { success: true, commentId: found.id };
};

/** Notifies each once, by the most specific event. */
async function announce(
  transaction: Database,
  item: LoadedItem,
  { id, username, parent_id: parentId, comment }: CommentRow,
  now: number,
): Promise<void> {
  const data = { itemId: item.id, itemTitle: item.title, commentId: id, fromUsername: username };
  const reached = new Set([username]);
  const send = async (names: readonly string[], type: PortalEvent['type']) => {
    const fresh = names.filter((name) => !reached.has(name));
    for (const name of fresh) reached.add(name);
    await notify(transaction, fresh, { type, data }, now);
  };
  const named = mentionsIn(comment);
  if (named.length > 0) await send(await readersAmong(transaction, item, named), 'item_comment_mention');
  const thread = parentId === null ? [] : await writersIn(transaction, parentId);
  await send(await readersAmong(transaction, item, [item.owner, ...thread]), 'item_comment');
}

/** Usernames after an `@`; a full stop may end the sentence instead of the name. */
function mentionsIn(comment: string): string[] {
  const names = [...comment.matchAll(/(?<![\w.@-])@([\w.@-]{1,128})/g)].map(([, name = '']) =>
    trimEnd(name, '.@-'),
  );
  return [...new Set(names)].filter((name) => name !== '').slice(0, limits.itemCommentMentions);
}

async function loadComment({ context, path }: PortalCall, item: LoadedItem): Promise<CommentRow> {
  const found = await findComment(context.database, item.id, path['comment'] ?? '');
  if (!found) throw commentNotFound();
  return found;
}

function presentComment({ id, username, parent_id, comment, created_at, modified_at }: CommentRow) {
  return {
    id,
    owner: username,
    created: created_at,
    ...(modified_at !== created_at && { modified: modified_at }),
    comment,
    ...(parent_id !== null && { parentId: parent_id }),
  };
}

function commentNotFound(): MappingError {
  return new MappingError('portal:comment-not-found', 'Comment does not exist.', { status: 400 });
}

function commentsDisabled(): MappingError {
  return refusal(
    'portal:comments-disabled',
    'Comments are turned off for this item.',
    'comments-disabled',
    {},
  );
}

function tooManyComments(refused: CommentRefusal): MappingError {
  const message = {
    'many-comments': `An item has at most ${limits.itemComments} comments. Delete some first.`,
    'many-own-comments': `An author has at most ${limits.itemCommentsPerAuthor} comments on an item. Delete some of yours first.`,
    'many-own-comments-on-all': `An author has at most ${limits.itemCommentsOnAll} comments on all items together. Delete some of yours first.`,
    'many-comments-of-others': `Members of other organisations have at most ${limits.itemCommentsOfOthers} comments on an item.`,
  }[refused];
  return refusal('portal:too-many-comments', message, refused, {});
}
