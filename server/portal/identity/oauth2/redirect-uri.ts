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
