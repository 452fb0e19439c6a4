import { limits } from '../../limits.ts';
import { type Parameters, parameterError } from './parameters.ts';

/** Response formats of every operation; `html` gives the same as `pjson` where there are no pages (server/gis/directory). */
export const jsonFormats = ['json', 'pjson', 'html'] as const;

/**
 * The format requested by `f`; JSON by default.
 * @throws MappingError `arcgis:invalid-parameter` (400) for one that is not among `formats`
 */
export function formatOf<Format extends string>(
  parameters: Parameters,
  formats: readonly Format[],
): Format | 'json' {
  const wanted = parameters.text('f')?.toLowerCase() ?? 'json';
  const format = formats.find((known) => known === wanted);
  if (format === undefined) throw parameterError('f', `Expected one of ${formats.join(', ')}.`);
  return format;
}

/** Whether it is read by people, and therefore indented. */
export function isReadable(format: string): boolean {
  return format === 'pjson' || format === 'html';
}

/** A response as text: on one line, or indented for people if that is not too large. */
export function writeJson(body: unknown, format: string): string {
  if (!isReadable(format)) return JSON.stringify(body);
  const text = JSON.stringify(body);
  if (lengthIndented(text) > limits.readableJsonCharacters) return text;
  return JSON.stringify(body, null, 2);
}

/**
 * An upper bound of the characters that indented JSON has: each element is on a line of its own, so a list that is nested a hundred
 * levels deep becomes a hundred times as long.
 */
function lengthIndented(text: string): number {
  let length = text.length;
  let depth = 0;
  let isText = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isText) {
      if (code === backslash) at++;
      else if (code === quote) isText = false;
    } else if (code === quote) isText = true;
    else if (code === openBracket || code === openBrace) length += 1 + 2 * ++depth;
    else if (code === closeBracket || code === closeBrace) length += 1 + 2 * --depth;
    else if (code === comma) length += 1 + 2 * depth;
    else if (code === colon) length += 1;
  }
  return length;
}

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];
