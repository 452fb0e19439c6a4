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

/** A response as text: on one line, or indented for people. */
export function writeJson(body: unknown, format: string): string {
  return JSON.stringify(body, null, isReadable(format) ? 2 : 0);
}
