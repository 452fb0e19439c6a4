import { createHash, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { limits } from '../../../limits.ts';
import type { Parameters } from '../../../platform/arcgis/parameters.ts';
import { minutes, readOperation } from '../../../platform/arcgis/schema.ts';
import type { App } from '../app-store.ts';
import { outOfBand } from '../register-app.ts';

/** A parameter of an authorization request: the sign-in page repeats all of them for each language. */
export const authorizationText = z
  .string()
  .max(limits.authorizationCharacters, `At most ${limits.authorizationCharacters} characters.`);

const schema = z.object({
  redirect_uri: authorizationText.optional(),
  response_type: authorizationText.default('code'),
  state: authorizationText.optional(),
  expiration: minutes,
  code_challenge: authorizationText.optional(),
  code_challenge_method: authorizationText.optional(),
  prompt: authorizationText.default(''),
  prepopulatedusername: authorizationText.default(''),
});

/** A request that may be answered by a redirect: known application, registered redirect URI. */
interface ResponseTarget {
  app: App;
  redirectUri: string;
  /** Returned byte for byte. */
  state: string | undefined;
  part: 'query' | 'fragment';
}

export type AuthorizationRequest = ResponseTarget & {
  kind: 'request';
  /** Requested lifetime of the refresh token (code) or the access token (implicit), in minutes. */
  expiration: number | undefined;
  /** The only user that may answer it: someone who is signed in confirms that it is they. */
  confirms?: string | undefined;
} & ({ flow: 'code'; challenge: string | null } | { flow: 'implicit' });

export type RefusedRequest = ResponseTarget & { kind: 'refused'; error: string; description: string };

/** The error for a token in the address where the organisation does not allow it. */
export const codesOnly = {
  error: 'unsupported_response_type',
  error_description: 'This portal supports only codes: response_type must be code.',
};

/** A request that must not be answered by a redirect, because the redirect URI could be an attacker's. */
export type RejectedRequest = { kind: 'rejected'; reason: 'unknown-app' | 'unknown-redirect' };

/**
 * Reads the parameters of `oauth2/authorize` (RFC 6749, sections 4.1.1 and 4.2.1; RFC 7636, section 4.3). A code requires an S256
 * challenge, unless the application has a secret, without which the code is worth nothing; a plain challenge is the verifier itself.
 * Tokens in addresses (the implicit flow) are issued only where the organisation allows them (`implicitGrant`), for old clients.
 */
export function readAuthorizationRequest(
  parameters: Parameters,
  app: App | undefined,
  { implicitGrant }: { implicitGrant: boolean },
): AuthorizationRequest | RefusedRequest | RejectedRequest {
  if (!app) return { kind: 'rejected', reason: 'unknown-app' };
  const input = readOperation(schema, parameters);
  const { redirect_uri: redirectUri, response_type: responseType, state, expiration } = input;
  if (!redirectUri || !app.redirectUris.includes(redirectUri))
    return { kind: 'rejected', reason: 'unknown-redirect' };
  const part = responseType === 'token' ? 'fragment' : 'query';
  const confirms = confirmedUser(input);
  const target: ResponseTarget = { app, redirectUri, state, part };
  const refused = (error: string, description: string): RefusedRequest => ({
    ...target,
    kind: 'refused',
    error,
    description,
  });
  if (responseType === 'token') {
    return implicitGrant
      ? { ...target, kind: 'request', flow: 'implicit', expiration, confirms }
      : refused(codesOnly.error, codesOnly.error_description);
  }
  if (responseType !== 'code')
    return refused('unsupported_response_type', 'response_type must be code or token.');
  const challenge = input.code_challenge;
  if (!challenge && app.secretHash !== null && input.code_challenge_method === undefined)
    return { ...target, kind: 'request', flow: 'code', challenge: null, expiration, confirms };
  if (!challenge) return refused('invalid_request', 'code_challenge is required.');
  if (input.code_challenge_method !== 'S256')
    return refused('invalid_request', 'code_challenge_method must be S256.');
  if (!isChallenge(challenge))
    return refused('invalid_request', 'code_challenge must be 43 to 128 unreserved characters.');
  return { ...target, kind: 'request', flow: 'code', challenge, expiration, confirms };
}

/**
 * `prompt=login` (OpenID Connect Core 1.0, section 3.1.2.1) with `prepopulatedusername`: that user confirms who they are, and no
 * other user may answer.
 */
function confirmedUser({
  prompt,
  prepopulatedusername: username,
}: Pick<z.infer<typeof schema>, 'prompt' | 'prepopulatedusername'>): string | undefined {
  return prompt.split(' ').includes('login') ? username.trim() || undefined : undefined;
}

/** Whether a challenge has the form of RFC 7636, section 4.2: 43 to 128 unreserved characters. */
export function isChallenge(challenge: string | undefined): challenge is string {
  return challenge !== undefined && /^[A-Za-z0-9._~-]{43,128}$/.test(challenge);
}

/** Whether the challenge was made from the verifier by S256, the only method supported here. */
export function matchesChallenge(verifier: string | undefined, challenge: string): boolean {
  if (verifier === undefined) return false;
  const made = createHash('sha256').update(verifier).digest('base64url');
  const [a, b] = [Buffer.from(made), Buffer.from(challenge)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/**
 * Adds a response to a redirect address. Its own query is preserved byte for byte; in a fragment (implicit
 * flow) the response is the fragment. Values are percent-encoded, so that the receiver decodes exactly what
 * was given.
 */
export function responseUri(
  redirectUri: string,
  response: Readonly<Record<string, string>>,
  part: 'query' | 'fragment',
): string {
  const encoded = Object.entries(response)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value.toWellFormed())}`)
    .join('&');
  return redirectUri + separator(redirectUri, part) + encoded;
}

function separator(redirectUri: string, part: 'query' | 'fragment'): string {
  if (part === 'fragment') return '#';
  if (!redirectUri.includes('?')) return '?';
  return /[?&]$/.test(redirectUri) ? '' : '&';
}

/**
 * A redirect address as a source of Content-Security-Policy `form-action`: Chromium lets a form's response
 * redirect only where the page allows. For an address CSP cannot name exactly (IPv6, an app's own scheme) it
 * is the scheme.
 */
export function formActionSource(redirectUri: string): string {
  if (redirectUri === outOfBand) return "'self'";
  const { protocol, origin, hostname } = new URL(redirectUri);
  if (!/^https?:$/.test(protocol) || hostname.startsWith('[')) return protocol;
  return origin;
}
