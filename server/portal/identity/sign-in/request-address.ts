import { z } from 'zod';
import type { Parameters } from '../../../platform/arcgis/parameters.ts';
import { readOperation } from '../../../platform/arcgis/schema.ts';

/** The authorization request, unchanged. */
const requestSchema = z.object({
  client_id: z.string().optional(),
  response_type: z.string().optional(),
  redirect_uri: z.string().optional(),
  state: z.string().optional(),
  expiration: z.string().optional(),
  code_challenge: z.string().optional(),
  code_challenge_method: z.string().optional(),
  locale: z.string().optional(),
  prompt: z.string().optional(),
  prepopulatedusername: z.string().optional(),
});

/**
 * An authorization request as an address of the same page. It is passed in the address because a form field
 * would normalise the line breaks of `state`, which must be returned byte for byte.
 */
export function requestAddress(parameters: Parameters): string {
  const pairs = Object.entries(readOperation(requestSchema, parameters)).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value.toWellFormed())}`],
  );
  return `?${pairs.join('&')}`;
}
