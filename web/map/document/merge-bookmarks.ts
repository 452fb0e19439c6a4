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
  // The map leaves out what is no bookmark.
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
  return now.map((bookmark, index) => {
    const same = places[index];
    if (same !== undefined) return readable[same];
    if (!isObject(bookmark)) return bookmark;
    const changed = [...left].find((place) => isLike(known[place], bookmark, now.length === known.length, place, index));
    if (changed === undefined || take(changed) === undefined) return bookmark;
    return { ...readable[changed], ...differences(known[changed] ?? {}, bookmark) };
  });
}

/** A changed bookmark has the same name; if none was added or removed, the same position also identifies it. */
function isLike(known: Json | undefined, now: Json, sameLength: boolean, place: number, index: number): boolean {
  return known?.['name'] === now['name'] || (sameLength && place === index);
}

function differences(before: Json, now: Json): Json {
  return Object.fromEntries(
    Object.entries(now).filter(([name, value]) => JSON.stringify(before[name]) !== JSON.stringify(value)),
  );
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
