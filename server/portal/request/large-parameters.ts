import { MappingError } from '../../../wire/errors.ts';
import { limits } from '../../limits.ts';
import type { PortalContext } from '../operation.ts';
import type { Parameters } from './merge-parameters.ts';

/** The same fields with texts in place of large values that are still as they came over the line, decoded in a thread. */
export async function decodeLarge(
  { documents }: Pick<PortalContext, 'documents'>,
  fields: readonly [string, unknown][],
): Promise<[string, unknown][]> {
  const written = fields.flatMap(([, value]) => [value].flat().filter(isWritten));
  if (written.length === 0) return [...fields];
  const texts = await documents.decodeForm(written);
  let next = 0;
  const decode = (value: unknown) => (isWritten(value) ? texts[next++] : value);
  return fields.map(([name, value]) => [name, Array.isArray(value) ? value.map(decode) : decode(value)]);
}

/**
 * Refuses long texts in fields that are neither data nor a picture: splitting a list of megabytes would keep everybody waiting.
 * @throws MappingError `portal:invalid-parameters` (400)
 */
export function refuseLong(all: Parameters['all'], largeFields: readonly string[]): void {
  for (const [name, values] of Object.entries(all)) {
    if (largeFields.includes(name)) continue;
    if (values.reduce((sum, { length }) => sum + length, 0) <= limits.parameterCharacters) continue;
    throw new MappingError(
      'portal:invalid-parameters',
      `Invalid parameters: ${name.slice(0, 80)} may have at most ${limits.parameterCharacters} characters.`,
      { status: 400 },
    );
  }
}

function isWritten(value: unknown): value is Uint8Array {
  return value instanceof Uint8Array;
}
