import { MappingError } from '../../../wire/errors.ts';
import { limits } from '../../limits.ts';
import { Parameters } from '../../platform/arcgis/parameters.ts';
import type { FormValue } from '../../platform/http/read-forms.ts';
import type { PortalCall, PortalContext } from '../operation.ts';

/** The same parameters with large encoded values decoded, in a thread. */
export async function decodeLarge(
  { documents }: Pick<PortalContext, 'documents'>,
  parameters: Parameters,
): Promise<Parameters> {
  const written = [...parameters.raw().values()].flat().filter(isWritten);
  if (written.length === 0) return parameters;
  const texts = await documents.decodeForm(written);
  let next = 0;
  const decoded = [...parameters.raw()].map(
    ([name, values]) => [name, values.map((value) => (isWritten(value) ? texts[next++] : value))] as const,
  );
  const blank = [...parameters.blank()].map((name) => [name, ''] as const);
  return new Parameters(blank, decoded);
}

/**
 * Rejects long texts in fields that are neither data nor a picture: splitting a list of megabytes would block
 * the event loop.
 * @throws MappingError `portal:invalid-parameters` (400)
 */
export function refuseLong(parameters: Parameters, largeFields: readonly string[] = []): void {
  const large = new Set(largeFields.map((name) => name.toLowerCase()));
  for (const [name, values] of parameters.raw()) {
    if (large.has(name)) continue;
    if (values.reduce((sum, { length }) => sum + length, 0) <= limits.parameterCharacters) continue;
    throw new MappingError(
      'portal:invalid-parameters',
      `Invalid parameters: ${name.slice(0, 80)} may have at most ${limits.parameterCharacters} characters.`,
      { status: 400 },
    );
  }
}

function isWritten(value: FormValue): value is Uint8Array {
  return value instanceof Uint8Array;
}

/**
 * Secrets are accepted in a body only: addresses are logged and stored.
 * @throws MappingError `portal:secret-in-address`
 */
export function refuseQueryParameters({ request }: PortalCall, names: readonly string[]): void {
  const inQuery = Object.keys(request.query ?? {}).map((name) => name.toLowerCase());
  if (!names.some((name) => inQuery.includes(name.toLowerCase()))) return;
  throw new MappingError(
    'portal:secret-in-address',
    `Send ${names.join(' and ')} in the body of a POST request, not in the address.`,
    { status: 400 },
  );
}
