import { z } from 'zod';
import type { Parameters } from '../../../platform/arcgis/parameters.ts';
import { readOperation } from '../../../platform/arcgis/schema.ts';
import { authorizationText } from '../oauth2/authorization-request.ts';

/** The authorization request, unchanged. */
const requestSchema = z.object({
  client_id: authorizationText.optional(),
  response_type: authorizationText.optional(),
  redirect_uri: authorizationText.optional(),
  state: authorizationText.optional(),
  expiration: authorizationText.optional(),
  code_challenge: authorizationText.optional(),
  code_challenge_method: authorizationText.optional(),
  locale: authorizationText.optional(),
  prompt: authorizationText.optional(),
  prepopulatedusername: authorizationText.optional(),
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
