import { describe, expect, it } from 'vitest';
import {
  mapPresentationSchema,
  plainPresentation,
  presentationIn,
  presentationMember,
  slideTexts,
  withSlideText,
} from './map-presentation.ts';

const bookmark = (title: string, place: string) => ({ title, place });
const [town, river, park] = [bookmark('Old town', '1'), bookmark('River', '2'), bookmark('Park', '3')];
const slides = withSlideText(
  withSlideText([], [town, river, park], 1, 'Frozen until April.'),
  [town, river, park],
  2,
  'Trees',
);

describe('the text of a slide', () => {
  it.each([
    ['nothing changes', [town, river, park], ['', 'Frozen until April.', 'Trees']],
    ['its bookmark is renamed', [town, bookmark('Ishim', '2'), park], ['', 'Frozen until April.', 'Trees']],
    [
      'its bookmark has another place',
      [town, bookmark('River', '9'), park],
      ['', 'Frozen until April.', 'Trees'],
    ],
    ['bookmarks are sorted', [park, town, river], ['Trees', '', 'Frozen until April.']],
    [
      'one is renamed, another removed and one added',
      [bookmark('Ishim', '2'), park, bookmark('Hills', '4')],
      ['Frozen until April.', 'Trees', ''],
    ],
    [
      'names are exchanged',
      [town, bookmark('Park', '2'), bookmark('River', '3')],
      ['', 'Frozen until April.', 'Trees'],
    ],
    ['all are removed', [], []],
  ])('stays with its bookmark when %s', (_what, bookmarks, texts) => {
    expect(slideTexts(slides, bookmarks)).toEqual(texts);
  });

  it('stays with a bookmark that is renamed and moved at once', () => {
    expect(slideTexts(slides, [town, river, bookmark('Wood', '7')])).toEqual([
      '',
      'Frozen until April.',
      'Trees',
    ]);
  });

  it('differs for two bookmarks of the same name, at the same place or not', () => {
    const same = [bookmark('View', ''), bookmark('View', ''), bookmark('View', '5')];
    const written = [0, 1, 2].reduce(
      (before, index) => withSlideText(before, same, index, `${index}`),
      [] as typeof slides,
    );
    expect(slideTexts(written, same)).toEqual(['0', '1', '2']);
    expect(slideTexts(written, [same[2]!, same[0]!, same[1]!])).toEqual(['2', '0', '1']);
  });
});

it('has a text for each of more than a thousand bookmarks', () => {
  const many = Array.from({ length: 3000 }, (_, index) => bookmark(`View ${index % 2}`, `${index}`));
  const written = withSlideText([], many, 2999, 'The last');
  const read = presentationIn({ [presentationMember]: { seconds: 5, slides: written } });
  expect(read?.seconds).toBe(5);
  expect(slideTexts(read?.slides ?? [], many.toReversed())[0]).toBe('The last');
});

it('a presentation without texts stores no slides, and names that are too long are cut', () => {
  expect(withSlideText(slides, [town], 0, '')).toEqual([]);
  const long = withSlideText([], [bookmark('a'.repeat(600), '1')], 0, 'Text');
  expect(mapPresentationSchema.parse({ slides: long }).slides[0]?.title).toHaveLength(500);
  expect(slideTexts(long, [bookmark('a'.repeat(600), '1')])).toEqual(['Text']);
  expect(plainPresentation).toEqual({ seconds: 10, slides: [] });
});
