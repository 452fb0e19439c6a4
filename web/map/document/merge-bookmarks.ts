import { isObject } from '../../../wire/json.ts';

type Json = Record<string, unknown>;

/**
 * A document's bookmarks with the changes since, each with the members that other programs gave it.
 *
 * @param original the document's bookmarks
 * @param before those bookmarks as the map wrote them when it was opened
 * @param now as the map writes them now
 */
export function mergeBookmarks(
  original: readonly unknown[],
  before: readonly unknown[],
  now: readonly unknown[],
): unknown[] {
  const readable = original.filter(isObject);
  // The SDK drops entries that are not bookmarks.
  const known = before.length === readable.length ? before.filter(isObject) : [];
  const texts = known.map((bookmark) => JSON.stringify(bookmark));
  const left = new Set(known.keys());
  const take = (place: number) => (left.delete(place) ? place : undefined);
  // Unchanged ones first, so that none of them is taken for a changed one.
  const places = now.map((bookmark) => {
    const text = JSON.stringify(bookmark);
    const same = [...left].find((place) => texts[place] === text);
    return same === undefined ? undefined : take(same);
  });
  // A changed one has the same name, or, if none was added or removed, replaces one that is missing.
  const named = now.map((bookmark, index) => {
    if (places[index] !== undefined || !isObject(bookmark)) return undefined;
    const like = [...left].find((place) => known[place]?.['name'] === bookmark['name']);
    return like === undefined ? undefined : take(like);
  });
  return now.map((bookmark, index) => {
    const same = places[index];
    if (same !== undefined) return readable[same];
    if (!isObject(bookmark)) return bookmark;
    const changed = named[index] ?? (now.length === known.length ? [...left][0] : undefined);
    if (changed === undefined) return bookmark;
    left.delete(changed);
    return { ...readable[changed], ...differences(known[changed] ?? {}, bookmark) };
  });
}

function differences(before: Json, now: Json): Json {
  return Object.fromEntries(
    Object.entries(now).filter(([name, value]) => JSON.stringify(before[name]) !== JSON.stringify(value)),
  );
}
