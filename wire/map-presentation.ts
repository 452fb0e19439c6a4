import * as z from 'zod/mini';

/** The member of a web map that holds the words and timing of its slides. Other programs ignore it. */
export const presentationMember = 'mappingPresentation';

const maxTitle = 500;

/** The text of a slide, and the bookmark that it belongs to: bookmarks of web maps have no ids. */
const slideSchema = z.looseObject({
  title: z.string().check(z.maxLength(maxTitle)),
  /** Where the bookmark is (`MapBookmark`), so that its text stays when it is renamed; empty if it is nowhere. */
  place: z.string().check(z.maxLength(200)),
  text: z.string().check(z.maxLength(2000)),
});

/** How the bookmarks of a map are shown as slides. Members of other versions are kept. */
export const mapPresentationSchema = z.looseObject({
  /** Seconds until the next slide while the presentation runs. */
  seconds: z._default(z.int().check(z.minimum(2), z.maximum(600)), 10),
  /**
   * The slides when a text was changed last, in the order of the bookmarks then, also those without a text: as many as there are
   * bookmarks, whose number has no limit.
   */
  slides: z._default(z.array(slideSchema), []),
});

export type MapPresentation = z.infer<typeof mapPresentationSchema>;
type Slide = MapPresentation['slides'][number];

/** A bookmark as far as it tells which slide is its own. */
type Bookmark = Pick<Slide, 'title' | 'place'>;

/** The presentation of a map that defines none. */
export const plainPresentation: MapPresentation = mapPresentationSchema.parse({});

/** The presentation in a web map document; undefined if there is none, or none that can be read. */
export function presentationIn(document: unknown): MapPresentation | undefined {
  const member = (document as Record<string, unknown> | null | undefined)?.[presentationMember];
  return mapPresentationSchema.safeParse(member).data;
}

/** What a slide and its bookmark have in common, surest first; empty for nothing that tells them apart from others. */
const keys: readonly ((one: Bookmark) => string)[] = [
  ({ title, place }) => JSON.stringify([cut(title), place]),
  // It was renamed.
  ({ place }) => place,
  // It was given another place.
  ({ title }) => cut(title),
];

function cut(title: string): string {
  return title.slice(0, maxTitle);
}

/** The text of each bookmark; empty for none. Bookmarks may have been renamed, moved, added, removed or sorted meanwhile. */
export function slideTexts(slides: readonly Slide[], bookmarks: readonly Bookmark[]): string[] {
  const left = new Set(slides);
  const found = new Map<Bookmark, Slide>();
  const pair = (bookmark: Bookmark, slide: Slide | undefined) => {
    if (!slide || !left.delete(slide)) return;
    found.set(bookmark, slide);
  };
  for (const keyOf of keys) {
    // Of several with the same key, the first slide belongs to the first bookmark.
    const waiting = Map.groupBy([...left].toReversed(), keyOf);
    for (const bookmark of bookmarks)
      if (!found.has(bookmark) && keyOf(bookmark) !== '') pair(bookmark, waiting.get(keyOf(bookmark))?.pop());
  }
  // Renamed and moved at once: the only one that is left.
  const others = bookmarks.filter((bookmark) => !found.has(bookmark));
  const [bookmark] = others;
  if (bookmark && others.length === 1 && left.size === 1) pair(bookmark, [...left][0]);
  return bookmarks.map((one) => found.get(one)?.text ?? '');
}

/** The slides with another text of one bookmark. */
export function withSlideText(
  slides: readonly Slide[],
  bookmarks: readonly Bookmark[],
  index: number,
  text: string,
): Slide[] {
  const texts = slideTexts(slides, bookmarks).with(index, text);
  if (texts.every((one) => one === '')) return [];
  return bookmarks.map(({ title, place }, at) => ({
    title: cut(title),
    place,
    text: texts[at] ?? '',
  }));
}
