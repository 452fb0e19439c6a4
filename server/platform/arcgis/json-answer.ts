import { type Parameters, parameterError } from './parameters.ts';

/** Formats in which every operation can answer; `html` is for people too, who get the same as with `pjson`, never a page. */
export const jsonFormats = ['json', 'pjson', 'html'] as const;

/**
 * The format that `f` asks for; JSON without it.
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

/** Whether people read it, so that it is indented. */
export function isReadable(format: string): boolean {
  return format === 'pjson' || format === 'html';
}

/** An answer as text: on one line, or indented where people read it. */
export function writeJson(body: unknown, format: string): string {
  return JSON.stringify(body, null, isReadable(format) ? 2 : 0);
}
