import { wordsOf } from './fold.ts';
import { streetTypeOf } from './street-types.ts';

/**
 * Links an address to its street: the words of both without their order, so that «улица Достык» and «ул.
 * Достык» are one, but «улица Абая» and «проспект Абая» are two.
 */
export function streetKey(street: string, city: string | undefined, countryCode: string | undefined): string {
  const words = (text: string) =>
    [...new Set(wordsOf(text).map((word) => streetTypeOf(word) ?? word))].sort().join(' ');
  return [words(street), words(city ?? ''), countryCode?.toLowerCase() ?? ''].join('|').slice(0, 300);
}
