import { createHash, timingSafeEqual } from 'node:crypto';

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
export function answerUri(
  redirectUri: string,
  answer: Readonly<Record<string, string>>,
  part: 'query' | 'fragment',
): string {
  const encoded = Object.entries(answer)
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
  const { protocol, origin, hostname } = new URL(redirectUri);
  if (!/^https?:$/.test(protocol) || hostname.startsWith('[')) return protocol;
  return origin;
}
