import type { MapComment, Mention } from '../../../wire/map-comment.ts';
import type { CommentRow, CommentWithPhotos } from './comment-store.ts';

/** A comment as the API shows it. */
export function presentComment(row: CommentWithPhotos): MapComment {
  const { id, thread, place, text, username, author, photos } = row;
  return {
    id,
    thread,
    place,
    text,
    author: { username, name: author },
    created: row.created_at,
    edited: row.edited_at,
    resolved: row.resolved_at === null ? null : { at: row.resolved_at, by: row.resolved_by ?? '' },
    photos,
  };
}

/** A comment that mentions the caller, by its beginning. */
export function presentMention({ id, thread, wid, author, text, created_at }: CommentRow): Mention {
  return { id, thread, wid, author, text: text.slice(0, 200), created: created_at };
}
