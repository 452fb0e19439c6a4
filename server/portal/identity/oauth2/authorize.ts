import type { PortalCall, rawAnswer } from '../../operation.ts';
import { findApp } from '../app-store.ts';
import { type Authentication, authenticate } from '../authenticate.ts';
import { isOwnForm } from '../sign-in/form-token.ts';
import { sendErrorPage } from '../sign-in/send-error-page.ts';
import type { FormError } from '../sign-in/form-errors.ts';
import { sendSignInPage } from '../sign-in/send-sign-in-page.ts';
import { type AuthorizationRequest, codesOnly, readAuthorizationRequest } from './authorization-request.ts';
import { redirectWith } from './redirect-with.ts';
import { grantCode } from './grant-code.ts';
import { grantImplicit } from './grant-implicit.ts';

/**
 * `oauth2/authorize`: shows the sign-in page, and reads the form it sends. An unknown application or redirect URI gets an error
 * page and never a redirect; everything else is reported to the registered redirect URI.
 */
export async function authorize(call: PortalCall): Promise<typeof rawAnswer> {
  const { context, parameters } = call;
  const clientId = parameters['client_id'];
  const app = clientId ? await findApp(context.database, clientId) : undefined;
  const implicitGrant = await allowsImplicit(call, app?.orgId ?? context.portal.id);
  const request = readAuthorizationRequest(parameters, app, { implicitGrant });
  if (request.kind === 'rejected') return sendErrorPage(call, request.reason);
  if (request.kind === 'refused') {
    return redirectWith(call, request, { error: request.error, error_description: request.description });
  }
  if (!isSubmission(call)) return sendSignInPage(call, request, {});
  return submit(call, request);
}

async function allowsImplicit({ context }: PortalCall, orgId: string): Promise<boolean> {
  return (await context.organisations.byId(orgId))?.implicitGrant ?? false;
}

/** Usernames and passwords are read only from the page's own form, never from a URL. */
function isSubmission(call: PortalCall): boolean {
  return call.request.method === 'POST' && call.parameters['answer'] !== undefined;
}

async function submit(call: PortalCall, request: AuthorizationRequest): Promise<typeof rawAnswer> {
  const { parameters } = call;
  const username = parameters['username'];
  const password = parameters['password'];
  if (!isOwnForm(call)) return complain(call, request, ['expired'], 403);
  if (parameters['answer'] === 'cancel') {
    return redirectWith(call, request, {
      error: 'access_denied',
      error_description: 'The user denied your request.',
    });
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
  });
  if ('refused' in result) return refuse(call, request, result);
  if (request.flow === 'code') return grantCode(call, request, result.username);
  // An application of all organisations, at an address of all: the person's own organisation decides.
  if (!(await allowsImplicit(call, result.orgId))) return redirectWith(call, request, codesOnly);
  return grantImplicit(call, request, result.username);
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
  return sendSignInPage(call, request, { formErrors, username: call.parameters['username'] });
}
