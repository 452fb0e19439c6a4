import type { App } from '../app-store.ts';
import { isChallenge } from './pkce.ts';

/** A request that may be answered by a redirect: known application, registered redirect URI. */
interface Answerable {
  app: App;
  redirectUri: string;
  /** Returned byte for byte. */
  state: string | undefined;
  part: 'query' | 'fragment';
}

export type AuthorizationRequest = Answerable & {
  kind: 'request';
  /** Requested lifetime of the refresh token (code) or the access token (implicit), in minutes. */
  expiration: number | undefined;
} & ({ flow: 'code'; challenge: string } | { flow: 'implicit' });

export type RefusedRequest = Answerable & { kind: 'refused'; error: string; description: string };

/** What a request for a token in the address gets where the organisation does not allow them. */
export const codesOnly = {
  error: 'unsupported_response_type',
  error_description: 'This portal gives codes only: response_type must be code.',
};

/** A request that must not be answered by a redirect, because the redirect URI could be an attacker's. */
export type RejectedRequest = { kind: 'rejected'; reason: 'unknown-app' | 'unknown-redirect' };

/**
 * Reads the parameters of `oauth2/authorize` (RFC 6749, sections 4.1.1 and 4.2.1; RFC 7636, section 4.3). A code requires an S256
 * challenge: our clients are public and cannot keep a secret, and a plain challenge is the verifier itself. Tokens in addresses
 * (the implicit flow) are issued only where the organisation allows them (`implicitGrant`), for old clients.
 */
export function readAuthorizationRequest(
  parameters: Readonly<Record<string, string>>,
  app: App | undefined,
  { implicitGrant }: { implicitGrant: boolean },
): AuthorizationRequest | RefusedRequest | RejectedRequest {
  if (!app) return { kind: 'rejected', reason: 'unknown-app' };
  const redirectUri = parameters['redirect_uri'];
  if (!redirectUri || !app.redirectUris.includes(redirectUri))
    return { kind: 'rejected', reason: 'unknown-redirect' };
  const responseType = parameters['response_type'] ?? 'code';
  const part = responseType === 'token' ? 'fragment' : 'query';
  const answerable: Answerable = { app, redirectUri, state: parameters['state'], part };
  const refused = (error: string, description: string): RefusedRequest => ({
    ...answerable,
    kind: 'refused',
    error,
    description,
  });
  const expiration = parameters['expiration'] === undefined ? undefined : Number(parameters['expiration']);
  if (responseType === 'token') {
    return implicitGrant
      ? { ...answerable, kind: 'request', flow: 'implicit', expiration }
      : refused(codesOnly.error, codesOnly.error_description);
  }
  if (responseType !== 'code')
    return refused('unsupported_response_type', 'response_type must be code or token.');
  const challenge = parameters['code_challenge'];
  if (!challenge) return refused('invalid_request', 'code_challenge is required.');
  if (parameters['code_challenge_method'] !== 'S256')
    return refused('invalid_request', 'code_challenge_method must be S256.');
  if (!isChallenge(challenge))
    return refused('invalid_request', 'code_challenge must be 43 to 128 unreserved characters.');
  return { ...answerable, kind: 'request', flow: 'code', challenge, expiration };
}
