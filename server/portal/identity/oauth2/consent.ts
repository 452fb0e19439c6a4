import { z } from 'zod';
import { readOperation } from '../../../platform/arcgis/schema.ts';
import { limits } from '../../../limits.ts';
import type { PortalCall, rawResponse } from '../../operation.ts';
import { recordPortalAct } from '../../record-portal-act.ts';
import { findAccount } from '../account-store.ts';
import { hasConsent, saveConsents } from '../apps/consent-store.ts';
import { mayEnter, type SignedIn } from '../authenticate.ts';
import { hashOf, randomToken } from '../random-token.ts';
import { storeForSignIn } from '../security-stamp-store.ts';
import { endSignInStep, findSignInStep, saveSignInStep } from '../second-factor/second-factor-store.ts';
import { ensureFormToken, formCookie } from '../sign-in/form-token.ts';
import { sendConsentPage } from '../sign-in/send-consent-page.ts';
import type { AuthorizationRequest } from './authorization-request.ts';

const schema = z.object({ step: z.string().default('') });

/** Not the hash of other steps: those before the second factor must not count as a complete sign-in. */
const stepHash = (step: string) => hashOf(`consent ${step}`);

/**
 * Whether a user must first allow an application. Any member can register one under any title, so its users decide who may act for
 * them. Applications of the operator need no consent; who gives an application a redirect address has allowed it there. That is not
 * always its owner: its item can be given to another, and administrators change addresses.
 */
export async function needsConsent(
  { context: { database } }: PortalCall,
  { app, redirectUri }: AuthorizationRequest,
  username: string,
): Promise<boolean> {
  if (app.owner === null) return false;
  return !(await hasConsent(database, { clientId: app.clientId, username, redirectUri }));
}

/**
 * Asks a user who has signed in whether the application may act for them. The step is for this browser and application only.
 * @param authorizeUrl of `oauth2/authorize`, relative to the page
 */
export async function askForConsent(
  call: PortalCall,
  request: AuthorizationRequest,
  person: SignedIn,
  authorizeUrl: string,
): Promise<typeof rawResponse> {
  const { database, now } = call.context;
  const step = randomToken();
  const formToken = ensureFormToken(call);
  const { username } = person;
  const stored = {
    step_hash: stepHash(step),
    browser_hash: hashOf(formToken),
    username,
    client_id: request.app.clientId,
    authenticated_at: person.authenticatedAt ?? null,
    expires_at: now() + limits.codeMinutes * 60_000,
  };
  await storeForSignIn(database, person, (transaction) => saveSignInStep(transaction, stored, now()));
  return sendConsentPage(call, request, { step, formToken, username, authorizeUrl });
}

/**
 * Stores the consent that the page's form gives.
 * @returns the user, as after their sign-in; undefined when the page was open too long or is of another browser
 */
export async function takeConsent(
  call: PortalCall,
  { app, redirectUri }: AuthorizationRequest,
): Promise<SignedIn | undefined> {
  const { context } = call;
  const { database, now } = context;
  const { step } = readOperation(schema, call.parameters);
  const step_hash = stepHash(step);
  const of = { step_hash, browser_hash: hashOf(formCookie(call)), client_id: app.clientId };
  const found = await findSignInStep(database, of, now());
  const account = found && (await findAccount(database, found.username));
  if (!account || account.disabled || !mayEnter(context, account.orgId, app.orgId)) return undefined;
  const { username, orgId, securityStamp } = account;
  const person = { username, orgId, securityStamp, authenticatedAt: found.authenticated_at };
  return storeForSignIn(database, person, async (transaction) => {
    if (!(await endSignInStep(transaction, step_hash))) return undefined;
    await saveConsents(transaction, { clientId: app.clientId, username, redirectUris: [redirectUri] }, now());
    const act = { act: 'person.app-allowed', subject: username, orgId, detail: { app: app.title } };
    await recordPortalAct(transaction, username, act, now());
    return person;
  });
}
