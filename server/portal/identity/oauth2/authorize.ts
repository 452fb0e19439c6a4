import { z } from 'zod';
import { readOperation } from '../../../platform/arcgis/schema.ts';
import type { PortalCall, rawResponse } from '../../operation.ts';
import { type Authentication, authenticate } from '../authenticate.ts';
import { browserSource } from '../known-browsers.ts';
import { isSignInEnded } from '../security-stamp-store.ts';
import { findProvider } from '../provider/provider-store.ts';
import { passkeyForm } from '../sign-in/passkey-form.ts';
import { type FormError, sendSignInPage } from '../sign-in/send-sign-in-page.ts';
import { isOwnForm } from '../sign-in/form-token.ts';
import { sendErrorPage } from '../sign-in/send-plain-pages.ts';
import type { AuthorizationRequest } from './authorization-request.ts';
import { refuseBeforeSignIn } from './before-sign-in.ts';
import { takeConsent } from './consent.ts';
import { requestEnrolment, checkEnrolment } from './enrol-step.ts';
import { grant, readRequest, redirectWith } from './grant.ts';
import { askForCode, checkPasskey, checkSecondStep } from './second-step.ts';

/** Of the sign-in page's form, besides those of the request it answers (`readAuthorizationRequest`). */
const schema = z.object({
  answer: z.string().optional(),
  username: z.string().optional(),
  password: z.string().optional(),
});

type Form = z.infer<typeof schema>;

/**
 * `oauth2/authorize`: shows the sign-in page, and reads the form it sends. An unknown application or redirect URI gets an error
 * page and never a redirect; everything else is reported to the registered redirect URI, by a link where it is not trusted.
 */
export async function authorize(call: PortalCall): Promise<typeof rawResponse> {
  const form = readOperation(schema, call.parameters);
  const request = await readRequest(call);
  if (request.kind === 'rejected') return sendErrorPage(call, request.reason);
  if (request.kind === 'refused') {
    return refuseBeforeSignIn(call, request, {
      error: request.error,
      error_description: request.description,
    });
  }
  if (!isSubmission(call, form)) return showPage(call, request, {});
  try {
    return await submit(call, request, form);
  } catch (error) {
    if (!isSignInEnded(error)) throw error;
    return showErrors(call, request, ['expired'], 403);
  }
}

/** Usernames and passwords are read only from the page's own form, never from a URL. */
function isSubmission(call: PortalCall, { answer }: Form): boolean {
  return call.request.method === 'POST' && answer !== undefined;
}

async function submit(
  call: PortalCall,
  request: AuthorizationRequest,
  { username, password, answer }: Form,
): Promise<typeof rawResponse> {
  if (!isOwnForm(call)) return showErrors(call, request, ['expired'], 403);
  if (answer === 'cancel') {
    return redirectWith(call, request, {
      error: 'access_denied',
      error_description: 'The user denied your request.',
    });
  }
  if (answer === 'allow') {
    const account = await takeConsent(call, request);
    return account ? grant(call, request, account) : showErrors(call, request, ['expired'], 403);
  }
  if (answer === 'code' || answer === 'enrol') {
    const step = await (answer === 'code' ? checkSecondStep : checkEnrolment)(call, request);
    if ('expired' in step) return showErrors(call, request, ['expired'], 403);
    return 'sent' in step ? step.sent : grant(call, request, step);
  }
  if (answer === 'passkey') {
    const step = await checkPasskey(call, request);
    if ('expired' in step) return showErrors(call, request, ['expired'], 403);
    if ('formError' in step) return showPage(call, request, { formErrors: [step.formError], username });
    return 'sent' in step ? step.sent : grant(call, request, step);
  }
  if (!username || !password) {
    return showErrors(
      call,
      request,
      [...(username ? [] : ['username' as const]), ...(password ? [] : ['password' as const])],
      400,
    );
  }
  const result = await authenticate(call.context, {
    username,
    password,
    ...(await browserSource(call, username, request.app)),
    orgId: request.app.orgId,
  });
  if ('refused' in result) return refuse(call, request, result);
  if (result.pending === 'code') return askForCode(call, request, result);
  if (result.pending === 'enrolment') return requestEnrolment(call, request, result);
  return grant(call, request, result);
}

async function refuse(
  call: PortalCall,
  request: AuthorizationRequest,
  result: Exclude<Authentication, { username: string }>,
): Promise<typeof rawResponse> {
  if (result.refused === 'wrong') return showErrors(call, request, ['wrong'], 403);
  void call.reply.header('retry-after', result.seconds);
  return showErrors(call, request, [{ wait: result.seconds }], 429);
}

async function showErrors(
  call: PortalCall,
  request: AuthorizationRequest,
  formErrors: readonly FormError[],
  status: number,
): Promise<typeof rawResponse> {
  void call.reply.status(status);
  const { username } = readOperation(schema, call.parameters);
  return showPage(call, request, { formErrors, username });
}

async function showPage(
  call: PortalCall,
  request: AuthorizationRequest,
  shown: { formErrors?: readonly FormError[]; username?: string | undefined },
): Promise<typeof rawResponse> {
  const { database, portal } = call.context;
  const provider = await findProvider(database, request.app.orgId ?? portal.id);
  const passkey = await passkeyForm(call);
  return sendSignInPage(call, request, { ...shown, provider: provider?.label, passkey });
}
