import type { PortalCall } from '../../operation.ts';
import { formActionSource } from '../oauth2/authorization-request.ts';
import { folder, styleHash } from './layout.ts';

/**
 * Headers of the sign-in pages: no script but the page's own, our own styles, fonts and background, never in a frame. The
 * form may be sent here, and its response may redirect to the registered address only.
 * @param isForm whether a page without such an address has a form
 */
export function setPageHeaders(
  call: Pick<PortalCall, 'context' | 'reply'>,
  redirectUri?: string,
  { scriptHash, isForm = false }: { scriptHash?: string | undefined; isForm?: boolean } = {},
): void {
  const policy = [
    "default-src 'none'",
    `style-src '${styleHash}' ${call.context.publicUrl}${folder}/`,
    ...(scriptHash === undefined ? [] : [`script-src '${scriptHash}'`]),
    "font-src 'self'",
    "img-src 'self'",
    `form-action ${formAction(redirectUri, isForm)}`,
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
  if (redirectUri !== undefined) setOpenerPolicy(call);
}

function formAction(redirectUri: string | undefined, isForm: boolean): string {
  if (redirectUri !== undefined) return `'self' ${formActionSource(redirectUri)}`;
  return isForm ? "'self'" : "'none'";
}

/**
 * An application may sign in through a popup whose opener waits for the result. The default policy would separate the two:
 * applications of other origins here, our own on the page after this one, because a popup must have the same policy on every
 * page it visits.
 */
export function setOpenerPolicy(call: Pick<PortalCall, 'reply'>): void {
  void call.reply.header('cross-origin-opener-policy', 'unsafe-none');
}
