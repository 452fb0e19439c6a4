import { foldScripts } from '../../../../wire/fold.ts';
import { letters } from './letters.ts';
import { foldWord, wordsOf } from './fold.ts';

const number = /^\d{1,5}\p{L}{0,2}(?:[/\\-]\d{1,4}\p{L}?|[kк]\d{1,3})?$/iu;

/** Whether a chunk can be a house number: `12`, `12/4`, `19а`, `12к4`, `№ 7`. */
export function isHouseNumber(chunk: string): boolean {
  return number.test(withoutSign(chunk));
}

/** Compared form of numbers: `12 А` as `12a`, `12-4` and `12к4` as `12/4`. */
export function numberKey(text: string): string {
  const latin = Array.from(withoutSign(text).toLowerCase(), (letter) => letters[letter] ?? letter).join('');
  return latin
    .replace(/(\d)\s*(?:k|korp(?:us)?\.?)\s*(\d)/g, '$1/$2')
    .replace(/[\\-]/g, '/')
    .replace(/[^a-z0-9/]/g, '')
    .slice(0, 20);
}

/** `№ 7` and `#7` as `7`, and `٧`. */
function withoutSign(text: string): string {
  return foldScripts(text.replace(/^[№#]\s*/u, '').normalize('NFKC'));
}

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

/**
 * Links an address to its street: the words of both without their order, so that «улица Достык» and «ул.
 * Достык» are one, but «улица Абая» and «проспект Абая» are two.
 */
export function streetKey(street: string, city: string | undefined, countryCode: string | undefined): string {
  const words = (text: string) =>
    [...new Set(wordsOf(text).map((word) => streetTypeOf(word) ?? word))].sort().join(' ');
  return [words(street), words(city ?? ''), countryCode?.toLowerCase() ?? ''].join('|').slice(0, 300);
}
