import { foldWord } from './fold.ts';

/**
 * Words for kinds of street, in the languages of the demo city and some others. They are often omitted,
 * abbreviated and translated, so they may be missing from a query and never decide what is found.
 */
const spellings: Record<string, readonly string[]> = {
  street: ['street', 'str', 'st', 'улица', 'ул', 'көшесі', 'көш', 'straße', 'rue', 'calle', 'caddesi', 'via'],
  avenue: ['avenue', 'ave', 'av', 'проспект', 'просп', 'пр', 'прт', 'даңғылы', 'даңғыл', 'avenida'],
  lane: ['lane', 'ln', 'переулок', 'пер'],
  highway: ['highway', 'hwy', 'шоссе'],
  boulevard: ['boulevard', 'blvd', 'бульвар', 'бул', 'бр'],
  square: ['square', 'sq', 'площадь', 'пл', 'алаңы', 'plaza', 'platz'],
  road: ['road', 'rd', 'дорога', 'жолы'],
  embankment: ['embankment', 'набережная', 'наб', 'жағалауы'],
  drive: ['drive', 'dr', 'проезд'],
};

const types = new Map(
  Object.entries(spellings).flatMap(([type, words]) => words.map((word) => [foldWord(word), type])),
);

/** `street`, `avenue` … when the folded word names a kind of street. */
export function streetTypeOf(word: string): string | undefined {
  return types.get(word);
}
