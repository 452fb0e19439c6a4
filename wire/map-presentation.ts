import { z } from 'zod';

/** The member of a web map that holds the words and timing of its slides. Other programs ignore it. */
export const presentationMember = 'mappingPresentation';

/** The text of a slide, and the bookmark that it belongs to: bookmarks of web maps have no ids. */
const slideSchema = z.looseObject({
  title: z.string().max(500),
  /** Where the bookmark is (`MapBookmark`), so that its text stays when it is renamed; empty if it is nowhere. */
  place: z.string().max(200),
  text: z.string().max(2000),
});

/** How the bookmarks of a map are shown as slides. Members of other versions are kept. */
export const mapPresentationSchema = z.looseObject({
  /** Seconds until the next slide while the presentation runs. */
  seconds: z.int().min(2).max(600).default(10),
  /** The slides when a text was changed last, in the order of the bookmarks then, also those without a text. */
  slides: z.array(slideSchema).max(1000).default([]),
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

const alike: readonly ((slide: Slide, bookmark: Bookmark) => boolean)[] = [
  (slide, { title, place }) => slide.title === title && slide.place === place,
  // It was renamed.
  (slide, { place }) => place !== '' && slide.place === place,
  // It was given another place.
  (slide, { title }) => title !== '' && slide.title === title,
];

/** The text of each bookmark; empty for none. Bookmarks may have been renamed, moved, added, removed or sorted meanwhile. */
export function slideTexts(slides: readonly Slide[], bookmarks: readonly Bookmark[]): string[] {
  const left = new Set(slides);
  const found = new Map<Bookmark, Slide>();
  const pair = (bookmark: Bookmark, slide: Slide | undefined) => {
    if (!slide || !left.delete(slide)) return;
    found.set(bookmark, slide);
  };
  for (const fits of alike)
    for (const bookmark of bookmarks)
      if (!found.has(bookmark))
        pair(
          bookmark,
          [...left].find((slide) => fits(slide, bookmark)),
        );
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
    title: title.slice(0, 500),
    place,
    text: texts[at] ?? '',
  }));
}
