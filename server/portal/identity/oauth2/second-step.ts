import { z } from 'zod';
import { readOperation } from '../../../platform/arcgis/schema.ts';
import { limits } from '../../../limits.ts';
import type { PortalCall, rawResponse } from '../../operation.ts';
import { recordPortalAct } from '../../record-portal-act.ts';
import { type Account, findAccount } from '../account-store.ts';
import { mayEnter, noteSignedIn, recordSignIn, type SignedIn } from '../authenticate.ts';
import { hashOf, randomToken } from '../random-token.ts';
import { browserSource } from '../known-browsers.ts';
import { signInWithPasskey } from '../passkeys/sign-in-with-passkey.ts';
import { checkCode } from '../second-factor/check-code.ts';
import { endSignInStep, findSignInStep, saveSignInStep } from '../second-factor/second-factor-store.ts';
import { type StampedAccount, storeForSignIn } from '../security-stamp-store.ts';
import { formCookie } from '../sign-in/form-token.ts';
import { sendCodePage } from '../sign-in/second-factor-pages.ts';
import type { FormError } from '../sign-in/send-sign-in-page.ts';
import type { AuthorizationRequest } from './authorization-request.ts';

const schema = z.object({
  step: z.string().default(''),
  code: z.string().default(''),
  recovery_code: z.string().default(''),
});

/** The user that the code signs in, or the response that was sent instead. */
export type SecondStep = SignedIn | { expired: true } | { sent: typeof rawResponse };

/** The same for a passkey; `formError` is for the first page. */
export type PasskeyStep = SecondStep | { formError: FormError };

/** Sends the page for the code, after the correct password of an account with a second factor. */
export async function askForCode(
  call: PortalCall,
  request: AuthorizationRequest,
  account: StampedAccount,
): Promise<typeof rawResponse> {
  const step = await startStep(call, request, account, limits.codeMinutes);
  return sendCodePage(call, request, { step, username: account.username });
}

/** Stores for some minutes that the password was correct, for this browser and application only. @returns the form's secret */
export async function startStep(
  call: PortalCall,
  request: AuthorizationRequest,
  account: StampedAccount,
  minutes: number,
): Promise<string> {
  const { database, now } = call.context;
  const step = randomToken();
  const stored = {
    step_hash: hashOf(step),
    browser_hash: hashOf(formCookie(call)),
    username: account.username,
    client_id: request.app.clientId,
    expires_at: now() + minutes * 60_000,
  };
  await storeForSignIn(database, account, (transaction) => saveSignInStep(transaction, stored, now()));
  return step;
}

/** The account of a first step. Its conditions are checked again, because they may have changed since. */
export async function findStep(
  call: PortalCall,
  { app }: AuthorizationRequest,
  step: string,
): Promise<Account | undefined> {
  const { context } = call;
  const of = {
    step_hash: hashOf(step),
    browser_hash: hashOf(formCookie(call)),
    client_id: app.clientId,
  };
  const found = await findSignInStep(context.database, of, context.now());
  const account = found && (await findAccount(context.database, found.username));
  if (!account || account.disabled || !mayEnter(context, account.orgId, app.orgId)) return undefined;
  return account;
}

/** Reads the code of the second page. */
export async function checkSecondStep(call: PortalCall, request: AuthorizationRequest): Promise<SecondStep> {
  const { context } = call;
  const { step, code, recovery_code: recovery } = readOperation(schema, call.parameters);
  const account = await findStep(call, request, step);
  if (!account?.secondFactor) return { expired: true };
  const { username } = account;
  const given = recovery.trim() || code;
  const field = recovery.trim() === '' ? 'code' : 'recovery_code';
  const again = async (status: number, formError: FormError): Promise<SecondStep> => {
    void call.reply.status(status);
    return { sent: await sendCodePage(call, request, { step, username, field, formErrors: [formError] }) };
  };
  if (given.trim() === '') return again(400, 'code');
  const source = await browserSource(call, username, request.app);
  const checked = await checkCode(context, { username, knownBrowser: source.knownBrowser }, given);
  if ('right' in checked && (await endSignInStep(context.database, hashOf(step)))) {
    await noteSignedIn(context, account, source);
    const { orgId, securityStamp } = account;
    if (checked.right === 'recovery') {
      const act = { act: 'person.recovery-code-used', subject: username, orgId };
      await recordPortalAct(context.database, username, act, context.now());
    }
    return { username, orgId, securityStamp };
  }
  await recordSignIn(context, 'sign-in-failed', { account, address: call.request.ip });
  if ('wait' in checked) {
    void call.reply.header('retry-after', checked.wait);
    return again(429, { wait: checked.wait });
  }
  return again(403, 'wrong-code');
}

/** Reads the signature of a passkey, on the first page or, with a step, on the second. */
export async function checkPasskey(call: PortalCall, request: AuthorizationRequest): Promise<PasskeyStep> {
  const { step } = readOperation(schema, call.parameters);
  const account = step === '' ? undefined : await findStep(call, request, step);
  if (step !== '' && !account) return { expired: true };
  const result = await signInWithPasskey(call, request, account);
  if ('username' in result) {
    if (step !== '') await endSignInStep(call.context.database, hashOf(step));
    return result;
  }
  if ('wait' in result) void call.reply.status(429).header('retry-after', result.wait);
  else void call.reply.status(403);
  const formError = 'wait' in result ? { wait: result.wait } : ('passkey' as const);
  if (!account) return { formError };
  const { username } = account;
  return { sent: await sendCodePage(call, request, { step, username, formErrors: [formError] }) };
}
