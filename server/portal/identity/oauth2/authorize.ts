import { z } from 'zod';
import { readOperation } from '../../../platform/arcgis/schema.ts';
import { limits } from '../../../limits.ts';
import { rawAnswer, type PortalCall } from '../../operation.ts';
import { findApp, saveCode } from '../app-store.ts';
import { type Authentication, authenticate } from '../authenticate.ts';
import { isKnownBrowser, rememberBrowser } from '../known-browsers.ts';
import { hashOf, randomToken } from '../random-token.ts';
import { issueAccessToken, newSessionId, clamp } from '../sessions.ts';
import { type FormError, sendSignInPage } from '../sign-in/send-sign-in-page.ts';
import { isOwnForm } from '../sign-in/form-token.ts';
import { setOpenerPolicy } from '../sign-in/page-headers.ts';
import { sendErrorPage } from '../sign-in/send-plain-pages.ts';
import {
  answerUri,
  type AuthorizationRequest,
  codesOnly,
  readAuthorizationRequest,
} from './authorization-request.ts';
import { requestEnrolment, checkEnrolment } from './enrol-step.ts';
import { askForCode, checkSecondStep } from './second-step.ts';

/** Of the sign-in page's form, besides those of the request it answers (`readAuthorizationRequest`). */
const schema = z.object({
  client_id: z.string().optional(),
  answer: z.string().optional(),
  username: z.string().optional(),
  password: z.string().optional(),
});

type Form = z.infer<typeof schema>;

/**
 * `oauth2/authorize`: shows the sign-in page, and reads the form it sends. An unknown application or redirect URI gets an error
 * page and never a redirect; everything else is reported to the registered redirect URI.
 */
export async function authorize(call: PortalCall): Promise<typeof rawAnswer> {
  const { context, parameters } = call;
  const form = readOperation(schema, parameters);
  const { client_id: clientId } = form;
  const app = clientId ? await findApp(context.database, clientId) : undefined;
  const implicitGrant = await allowsImplicit(call, app?.orgId ?? context.portal.id);
  const request = readAuthorizationRequest(parameters, app, { implicitGrant });
  if (request.kind === 'rejected') return sendErrorPage(call, request.reason);
  if (request.kind === 'refused') {
    return redirectWith(call, request, { error: request.error, error_description: request.description });
  }
  if (!isSubmission(call, form)) return sendSignInPage(call, request, {});
  return submit(call, request, form);
}

async function allowsImplicit({ context }: PortalCall, orgId: string): Promise<boolean> {
  return (await context.organisations.byId(orgId))?.implicitGrant ?? false;
}

/** Usernames and passwords are read only from the page's own form, never from a URL. */
function isSubmission(call: PortalCall, { answer }: Form): boolean {
  return call.request.method === 'POST' && answer !== undefined;
}

async function submit(
  call: PortalCall,
  request: AuthorizationRequest,
  { username, password, answer }: Form,
): Promise<typeof rawAnswer> {
  if (!isOwnForm(call)) return complain(call, request, ['expired'], 403);
  if (answer === 'cancel') {
    return redirectWith(call, request, {
      error: 'access_denied',
      error_description: 'The user denied your request.',
    });
  }
  if (answer === 'code' || answer === 'enrol') {
    const step = await (answer === 'code' ? checkSecondStep : checkEnrolment)(call, request);
    if ('expired' in step) return complain(call, request, ['expired'], 403);
    return 'sent' in step ? step.sent : grant(call, request, step);
  }
  if (!username || !password) {
    return complain(
      call,
      request,
      [...(username ? [] : ['username' as const]), ...(password ? [] : ['password' as const])],
      400,
    );
  }
  const result = await authenticate(call.context, {
    username,
    password,
    address: call.request.ip,
    orgId: request.app.orgId,
    isKnownBrowser: isKnownBrowser(call, username),
  });
  if ('refused' in result) return refuse(call, request, result);
  if (result.pending === 'code') return askForCode(call, request, result.username);
  if (result.pending === 'enrolment') return requestEnrolment(call, request, result.username);
  return grant(call, request, result);
}

/** Answers the request of a user who has signed in. */
async function grant(
  call: PortalCall,
  request: AuthorizationRequest,
  { username, orgId }: { username: string; orgId: string },
): Promise<typeof rawAnswer> {
  rememberBrowser(call, username);
  if (request.flow === 'code') return grantCode(call, request, username);
  // An application of all organisations, at the root address: the user's own organisation decides.
  if (!(await allowsImplicit(call, orgId))) return redirectWith(call, request, codesOnly);
  return grantImplicit(call, request, username);
}

function refuse(
  call: PortalCall,
  request: AuthorizationRequest,
  result: Exclude<Authentication, { username: string }>,
): typeof rawAnswer {
  if (result.refused === 'wrong') return complain(call, request, ['wrong'], 403);
  void call.reply.header('retry-after', result.seconds);
  return complain(call, request, [{ wait: result.seconds }], 429);
}

function complain(
  call: PortalCall,
  request: AuthorizationRequest,
  formErrors: readonly FormError[],
  status: number,
): typeof rawAnswer {
  void call.reply.status(status);
  return sendSignInPage(call, request, {
    formErrors,
    username: readOperation(schema, call.parameters).username,
  });
}

/**
 * Responds with an access token in the fragment, for clients from before the code flow. There is no refresh
 * token.
 */
async function grantImplicit(
  call: PortalCall,
  request: AuthorizationRequest & { flow: 'implicit' },
  username: string,
): Promise<typeof rawAnswer> {
  const now = call.context.now();
  const { token, expiresAt } = await issueAccessToken(
    call.context.database,
    {
      username,
      clientId: request.app.clientId,
      sessionId: newSessionId(),
      agent: call.request.headers['user-agent'],
    },
    { now, minutes: request.expiration },
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
  username: string,
): Promise<typeof rawAnswer> {
  const now = call.context.now();
  const code = randomToken();
  await saveCode(
    call.context.database,
    {
      code_hash: hashOf(code),
      client_id: request.app.clientId,
      username,
      redirect_uri: request.redirectUri,
      challenge: request.challenge,
      challenge_method: 'S256',
      expiration: clamp(request.expiration, limits.refreshTokenMinutes),
      expires_at: now + limits.authorizationCodeSeconds * 1000,
    },
    now,
  );
  return redirectWith(call, request, { code });
}

/**
 * Redirects the browser to the registered address with the response and the request's `state`, byte for byte.
 */
function redirectWith(
  call: PortalCall,
  request: { redirectUri: string; state: string | undefined; part: 'query' | 'fragment' },
  answer: Readonly<Record<string, string>>,
): typeof rawAnswer {
  const full = request.state === undefined ? answer : { ...answer, state: request.state };
  setOpenerPolicy(call);
  void call.reply
    .status(302)
    .header('cache-control', 'no-store')
    .header('location', answerUri(request.redirectUri, full, request.part))
    .send();
  return rawAnswer;
}
