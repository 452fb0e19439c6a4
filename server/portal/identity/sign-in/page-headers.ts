import type { PortalCall } from '../../operation.ts';
import { formActionSource } from '../oauth2/redirect-uri.ts';
import { styleHash } from './layout.ts';

/**
 * Headers of the sign-in pages: no scripts, one stylesheet, our own fonts and background, never in a frame.
 * The form may be sent here, and its response may redirect to the registered address only.
 */
export function setPageHeaders(call: PortalCall, redirectUri?: string): void {
  const policy = [
    "default-src 'none'",
    `style-src '${styleHash}'`,
    "font-src 'self'",
    "img-src 'self'",
    `form-action ${redirectUri === undefined ? "'none'" : `'self' ${formActionSource(redirectUri)}`}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  // Pages are for people: scripts of other origins cannot read them, though they may read the portal's JSON.
  for (const name of ['access-control-allow-origin', 'access-control-allow-credentials'])
    call.reply.removeHeader(name);
  void call.reply
    .header('content-security-policy', policy.join('; '))
    .header('x-frame-options', 'DENY')
    .header('referrer-policy', 'same-origin')
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8');
  if (redirectUri !== undefined) setOpenerPolicy(call, redirectUri);
}

/**
 * An application of another origin signs in through a popup whose opener waits for the result: the default
 * policy would separate the two. For our own origin the default keeps them connected.
 */
export function setOpenerPolicy(call: PortalCall, redirectUri: string): void {
  if (new URL(redirectUri).origin === new URL(call.context.publicUrl).origin) return;
  void call.reply.header('cross-origin-opener-policy', 'unsafe-none');
}
