import { z } from 'zod';
import { readOperation } from '../../../platform/arcgis/schema.ts';
import { limits } from '../../../limits.ts';
import { rawResponse, type PortalCall } from '../../operation.ts';
import { saveCode } from '../app-store.ts';
import type { SignedIn } from '../authenticate.ts';
import { findAppOf } from '../apps/native-apps.ts';
import { portalAddress } from '../provider/provider-settings.ts';
import { outOfBand } from '../register-app.ts';
import { rememberBrowser } from '../known-browsers.ts';
import { hashOf, randomToken } from '../random-token.ts';
import { storeForSignIn } from '../security-stamp-store.ts';
import { beginSession, newSessionId, clamp } from '../sessions.ts';
import { setOpenerPolicy } from '../sign-in/page-headers.ts';
import { askForConsent, needsConsent } from './consent.ts';
import {
  responseUri,
  type AuthorizationRequest,
  codesOnly,
  readAuthorizationRequest,
  type RefusedRequest,
  type RejectedRequest,
} from './authorization-request.ts';

const schema = z.object({ client_id: z.string().optional() });

/** The authorization request in the parameters of a call, for an application of this portal. */
export async function readRequest(
  call: PortalCall,
): Promise<AuthorizationRequest | RefusedRequest | RejectedRequest> {
  const { context, parameters } = call;
  const { client_id: clientId } = readOperation(schema, parameters);
  const app = clientId ? await findAppOf(context, clientId) : undefined;
  const implicitGrant = await allowsImplicit(call, app?.orgId ?? context.portal.id);
  return readAuthorizationRequest(parameters, app, { implicitGrant });
}

/** The application shows this to someone who should have confirmed that it is they. */
const anotherAccount = {
  error: 'access_denied',
  error_description: 'This is another account than the one that is signed in.',
};

async function allowsImplicit({ context }: PortalCall, orgId: string): Promise<boolean> {
  return (await context.organisations.byId(orgId))?.implicitGrant ?? false;
}

/**
 * Answers the request of a user who has signed in, or asks first whether they allow the application.
 * @param authorizeUrl of `oauth2/authorize`, relative to the page that the user is on
 * @throws MappingError `portal:sign-in-ended`
 */
export async function grant(
  call: PortalCall,
  request: AuthorizationRequest,
  person: SignedIn,
  authorizeUrl = '',
): Promise<typeof rawResponse> {
  const { username, orgId } = person;
  if (request.confirms !== undefined && request.confirms.toLowerCase() !== username.toLowerCase())
    return redirectWith(call, request, anotherAccount);
  rememberBrowser(call, person);
  // An application of all organisations, at the root address: the user's own organisation decides.
  if (request.flow === 'implicit' && !(await allowsImplicit(call, orgId)))
    return redirectWith(call, request, codesOnly);
  if (await needsConsent(call, request, username)) return askForConsent(call, request, person, authorizeUrl);
  return request.flow === 'code' ? grantCode(call, request, person) : grantImplicit(call, request, person);
}

/**
 * Responds with an access token in the fragment, for clients from before the code flow. There is no refresh
 * token.
 */
async function grantImplicit(
  call: PortalCall,
  request: AuthorizationRequest & { flow: 'implicit' },
  person: SignedIn,
): Promise<typeof rawResponse> {
  const now = call.context.now();
  const { username, authenticatedAt = null } = person;
  const holder = {
    username,
    clientId: request.app.clientId,
    sessionId: newSessionId(),
    authenticatedAt,
    agent: call.request.headers['user-agent'],
  };
  const { token, expiresAt } = await storeForSignIn(call.context.database, person, (database) =>
    beginSession({ ...call.context, database }, holder, { minutes: request.expiration }),
  );
  return redirectWith(call, request, {
    access_token: token,
    expires_in: String(Math.floor((expiresAt - now) / 1000)),
    username,
    ssl: 'false',
  });
}

/** Responds with an authorization code bound to client, address and challenge. */
async function grantCode(
  call: PortalCall,
  request: AuthorizationRequest & { flow: 'code' },
  person: SignedIn,
): Promise<typeof rawResponse> {
  const now = call.context.now();
  const code = randomToken();
  const stored = {
    code_hash: hashOf(code),
    client_id: request.app.clientId,
    username: person.username,
    redirect_uri: request.redirectUri,
    challenge: request.challenge ?? '',
    challenge_method: request.challenge === null ? ('secret' as const) : ('S256' as const),
    expiration: clamp(request.expiration, limits.refreshTokenMinutes),
    expires_at: now + limits.authorizationCodeSeconds * 1000,
    authenticated_at: person.authenticatedAt ?? null,
  };
  await storeForSignIn(call.context.database, person, (transaction) => saveCode(transaction, stored, now));
  return redirectWith(call, request, { code });
}

type Target = { redirectUri: string; state: string | undefined; part: 'query' | 'fragment' };
type Values = Readonly<Record<string, string>>;

/**
 * Redirects the browser to the registered address with the response and the request's `state`, byte for byte.
 */
export function redirectWith(call: PortalCall, request: Target, response: Values): typeof rawResponse {
  setOpenerPolicy(call);
  void call.reply
    .status(302)
    .header('cache-control', 'no-store')
    .header('location', responseAddress(call, request, response))
    .send();
  return rawResponse;
}

/** The registered address with a response and the request's `state`. */
export function responseAddress(call: PortalCall, request: Target, response: Values): string {
  const { redirectUri, state, part } = request;
  const full = state === undefined ? response : { ...response, state };
  const approval = `${portalAddress(call.context)}/oauth2/approval`;
  return responseUri(redirectUri === outOfBand ? approval : redirectUri, full, part);
}
