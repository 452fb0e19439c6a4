import { parseJson, shapeFault } from '../../../platform/safety/json-shape.ts';
import { syntaxError } from '../../where/syntax-tree.ts';
import type { Cql2 } from './cql2.ts';
import { readCql2Text } from './read-cql2-text.ts';

export const filterLanguages = ['cql2-text', 'cql2-json'] as const;
export type FilterLanguage = (typeof filterLanguages)[number];

/** Characters of a filter. */
const longest = 1_000_000;

/**
 * Reads the parameter `filter`.
 * @throws MappingError `services:invalid-query` (400) with what is wrong and where
 */
export function readFilter(text: string, language: FilterLanguage): Cql2 {
  if (text.length > longest)
    throw syntaxError('filter', longest, `the filter is longer than ${longest} characters.`);
  if (language === 'cql2-text') return readCql2Text(text, 'filter');
  const value = parsed(text);
  const fault = value === undefined ? 'this is not valid JSON' : shapeFault(value);
  if (fault) throw syntaxError('filter', 0, `${fault}.`);
  return value as Cql2;
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
