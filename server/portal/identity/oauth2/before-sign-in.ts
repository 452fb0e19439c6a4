import { type PortalCall, rawResponse } from '../../operation.ts';
import type { App } from '../app-store.ts';
import { hasConsentOfAny } from '../apps/consent-store.ts';
import { knownAccounts } from '../known-browsers.ts';
import { outOfBand } from '../register-app.ts';
import { sendRefusedRequestPage, sendSignedOutPage } from '../sign-in/send-plain-pages.ts';
import type { AuthorizationRequest, RefusedRequest } from './authorization-request.ts';
import { redirectWith, responseAddress } from './grant.ts';

/**
 * Whether a browser may be redirected to a registered address although nobody has signed in on the page before. Any member registers
 * applications, and a link to this portal that leads to a copy of its sign-in page looks genuine (RFC 9700, section 4.11.2). The
 * operator's applications, addresses of this server, and what an account that has signed in with this browser has allowed are trusted.
 */
async function isTrusted(
  call: PortalCall,
  { app, redirectUri }: { app: App; redirectUri: string },
): Promise<boolean> {
  const { database, publicUrl } = call.context;
  if (app.owner === null || redirectUri === outOfBand) return true;
  if (new URL(redirectUri).origin === new URL(publicUrl).origin) return true;
  const usernames = knownAccounts(call);
  return hasConsentOfAny(database, { clientId: app.clientId, redirectUri, usernames });
}

/** Reports to the application why its request is refused, before anybody has signed in; the user may have to follow a link. */
export async function refuseBeforeSignIn(
  call: PortalCall,
  request: AuthorizationRequest | RefusedRequest,
  error: { error: string; error_description: string },
): Promise<typeof rawResponse> {
  if (await isTrusted(call, request)) return redirectWith(call, request, error);
  return sendRefusedRequestPage(call, request, {
    reason: error.error_description,
    address: responseAddress(call, request, error),
  });
}

/** Returns to a registered address after a sign-out, which needs no sign-in; the user may have to follow a link. */
export async function returnAfterSignOut(
  call: PortalCall,
  to: { app: App; redirectUri: string },
): Promise<typeof rawResponse> {
  const { redirectUri } = to;
  if (!(await isTrusted(call, to))) return sendSignedOutPage(call, redirectUri);
  void call.reply.status(302).header('cache-control', 'no-store').header('location', redirectUri).send();
  return rawResponse;
}
