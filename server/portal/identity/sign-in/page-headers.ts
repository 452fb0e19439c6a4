import type { PortalCall } from '../../operation.ts';
import { formActionSource } from '../oauth2/redirect-uri.ts';
import { styleHash } from './files.ts';

/**
 * Headers of the sign-in pages: no scripts, one stylesheet, our own fonts and background, never in a frame. The form may be
 * sent here, and its answer may redirect to the registered address and nowhere else.
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
  // Pages are for people: no other origin's script reads them, though it may read the portal's JSON.
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
 * An application of another origin signs in through a popup and waits for its opener to hear of the end: the default policy
 * would cut the two apart. For one of our own origin the default keeps them together.
 */
export function setOpenerPolicy(call: PortalCall, redirectUri: string): void {
  if (new URL(redirectUri).origin === new URL(call.context.publicUrl).origin) return;
  void call.reply.header('cross-origin-opener-policy', 'unsafe-none');
}
