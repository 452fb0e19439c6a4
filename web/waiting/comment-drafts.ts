import type { CommentPlace } from '../../wire/map-comment.ts';

/** A comment that is not sent yet. */
export interface Draft {
  text: string;
  photos: readonly { name: string; photo: Blob }[];
  /** Where a new conversation is pinned. */
  place?: CommentPlace;
  /** The last text that was sent: sent again, it has the same id. */
  sent?: { id: string; text: string };
  /** Id of the comment if its text is stored, but not all of its photos. */
  stored?: string;
}

/** Unsent comments by key. They outlive the fields in which they are written. */
export interface Drafts {
  get: (key: string) => Draft | undefined;
  /** Without a draft, removes it. */
  set: (key: string, draft: Draft | undefined) => void;
  subscribe: (listener: () => void) => () => void;
}

/** Drafts by their keys. */
export type StoredDrafts = ReadonlyMap<string, Draft>;

/** @param onChange called with each draft that is changed, and without one when it is removed */
export function createDrafts(
  stored: StoredDrafts = new Map(),
  onChange: (key: string, draft: Draft | undefined) => void = () => {},
): Drafts {
  const drafts = new Map(stored);
  const listeners = new Set<() => void>();
  return {
    get: (key) => drafts.get(key),
    set: (key, draft) => {
      if (draft) drafts.set(key, draft);
      else drafts.delete(key);
      onChange(key, draft);
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
