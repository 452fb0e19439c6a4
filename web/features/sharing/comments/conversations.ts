import type { CommentPlace, MapComment } from '../../../../wire/map-comment.ts';
import { currentLanguage } from '../../../i18n/index.ts';

/** A conversation at a place. */
export interface Conversation {
  first: MapComment;
  place: CommentPlace;
  /** All comments, the first one included, oldest first. */
  comments: readonly MapComment[];
}

/** Comments as conversations, the one with the newest comment first. */
export function conversationsOf(comments: readonly MapComment[]): Conversation[] {
  const groups = [...Map.groupBy(comments, ({ thread }) => thread).values()];
  return groups
    .flatMap((group) => {
      const first = group.find(({ id, thread }) => id === thread);
      return first?.place ? [{ first, place: first.place, comments: group }] : [];
    })
    .toSorted((a, b) => newest(b) - newest(a));
}

/**
 * Comments of a map after some of them changed.
 * @param changed ids of those that were added, changed or removed
 * @param found those of them that the map still has
 */
export function withChanges(
  comments: readonly MapComment[],
  changed: readonly string[],
  found: readonly MapComment[],
): MapComment[] {
  const removed = new Set(changed);
  for (const { id } of found) removed.delete(id);
  const replaced = new Set(changed);
  // The first comment of a conversation takes the others with it.
  const others = comments.filter(({ id, thread }) => !replaced.has(id) && !removed.has(thread));
  return [...others, ...found].toSorted((a, b) => a.created - b.created || (a.id < b.id ? -1 : 1));
}

const newest = ({ comments }: Conversation) => Math.max(...comments.map(({ created }) => created));

/** Colours of people, which white text is readable on. */
const colors = ['#00695c', '#283593', '#6a1b9a', '#ad1457', '#4e342e', '#37474f', '#bf360c', '#1b5e20'];

/** A colour for the page of a person, the same in all browsers. */
export function colorOf(id: string): string {
  const sum = [...id].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  return colors[sum % colors.length] ?? '#37474f';
}

/** People who can be mentioned: those who commented or are looking at the map, without the caller. */
export function mentionable(
  comments: readonly MapComment[],
  people: readonly { username: string; name: string }[],
  me: string,
): { username: string; name: string }[] {
  const all = [...comments.map(({ author }) => author), ...people].filter(
    ({ username }) => username !== '' && username !== me,
  );
  const byName = new Map(all.map(({ username, name }) => [username, { username, name: name || username }]));
  const { compare } = new Intl.Collator(currentLanguage());
  return [...byName.values()].toSorted((a, b) => compare(a.name, b.name));
}
