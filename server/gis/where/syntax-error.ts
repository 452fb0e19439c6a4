import { arcgisError } from '../../platform/http/arcgis-error.ts';
import { MappingError } from '../../../wire/errors.ts';

/**
 * A syntax error of the query language, as a 400 envelope with its position and what was expected.
 * `parameter` is the request's parameter, such as `where` or `having`; characters count from 1.
 */
export function syntaxError(parameter: string, at: number, problem: string): MappingError {
  return arcgisError('services:invalid-query', {
    faults: [{ path: parameter, message: `At character ${at + 1}: ${problem}` }],
  });
}

/** Quotes part of the text in an error: short, because binary clients read only small error bodies. */
export function quoteShort(text: string): string {
  return text.length > 24 ? `“${text.slice(0, 24)}…”` : `“${text}”`;
}
