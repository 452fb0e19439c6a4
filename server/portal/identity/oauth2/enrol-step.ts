import { z } from 'zod';
import { readOperation } from '../../../platform/arcgis/schema.ts';
import { limits } from '../../../limits.ts';
import { openText, sealText } from '../../../platform/safety/vault.ts';
import type { PortalCall, rawResponse } from '../../operation.ts';
import { recordPortalAct } from '../../record-portal-act.ts';
import { noteSignedIn, recordSignIn } from '../authenticate.ts';
import { browserSource } from '../known-browsers.ts';
import { hashOf } from '../random-token.ts';
import { ownerOf, requireVault } from '../second-factor/check-code.ts';
import { newRecoveryCodes, newSecret, stepOf } from '../second-factor/codes.ts';
import {
  endSignInStep,
  lockSecondFactor,
  markSecondFactor,
  saveRecoveryCodes,
  saveSecret,
  consumeStep,
} from '../second-factor/second-factor-store.ts';
import { type EnrolmentOffer, sendEnrolPage } from '../sign-in/second-factor-pages.ts';
import type { StampedAccount } from '../security-stamp-store.ts';
import { endSessionsOf } from '../token-store.ts';
import type { FormError } from '../sign-in/send-sign-in-page.ts';
import type { AuthorizationRequest } from './authorization-request.ts';
import { findStep, type SecondStep, startStep } from './second-step.ts';

const schema = z.object({
  step: z.string().default(''),
  offer: z.string().default(''),
  code: z.string().default(''),
});

/**
 * Offers a key and recovery codes, after the correct password of an account without a second factor in an organisation
 * that requires one. They are stored when the first code arrives; until then only the form contains them, encrypted.
 */
export async function requestEnrolment(
  call: PortalCall,
  request: AuthorizationRequest,
  account: StampedAccount,
): Promise<typeof rawResponse> {
  const { username } = account;
  const step = await startStep(call, request, account, limits.enrolMinutes);
  return show(call, request, {
    step,
    username,
    offer: { secret: newSecret(), recoveryCodes: newRecoveryCodes() },
  });
}

/** Reads the first code of a new authenticator app, stores its key, and signs the user in. */
export async function checkEnrolment(call: PortalCall, request: AuthorizationRequest): Promise<SecondStep> {
  const { context } = call;
  const { step, code, offer: sealed } = readOperation(schema, call.parameters);
  const account = await findStep(call, request, step);
  const offer = account && openOffer(call, step, sealed);
  if (!account || account.secondFactor || !offer) return { expired: true };
  const { username, orgId } = account;
  const again = async (status: number, formError: FormError): Promise<SecondStep> => {
    void call.reply.status(status);
    return { sent: await show(call, request, { step, username, offer, formErrors: [formError] }) };
  };
  if (code.trim() === '') return again(400, 'code');
  const wait = await context.codeTries.take(username);
  if (wait > 0) {
    void call.reply.header('retry-after', wait);
    return again(429, { wait });
  }
  const at = stepOf(offer.secret, code.normalize('NFKC').replaceAll(/\s/g, ''), context.now());
  if (at === undefined) {
    await recordSignIn(context, 'sign-in-failed', { account, address: call.request.ip });
    return again(403, 'wrong-code');
  }
  // Before the change, after which no browser is known.
  const source = await browserSource(call, username, request.app);
  const securityStamp = await context.database.transaction().execute(async (transaction) => {
    // Another browser may have enrolled since the page was shown: its app and recovery codes stay.
    if ((await lockSecondFactor(transaction, username)) !== null) return undefined;
    // Of several concurrent attempts one succeeds.
    if (!(await endSignInStep(transaction, hashOf(step)))) return undefined;
    const sealed = requireVault(context.vault).seal(offer.secret, ownerOf(username));
    await saveSecret(transaction, username, sealed);
    await consumeStep(transaction, username, at, sealed);
    await saveRecoveryCodes(transaction, username, offer.recoveryCodes.map(hashOf));
    await markSecondFactor(transaction, username, context.now());
    const act = 'person.second-factor-added';
    await recordPortalAct(transaction, username, { act, subject: username, orgId }, context.now());
    return endSessionsOf(transaction, username);
  });
  if (securityStamp === undefined) return { expired: true };
  await context.codeTries.clear(username);
  await noteSignedIn(context, account, source);
  return { username, orgId, securityStamp };
}

async function show(
  call: PortalCall,
  request: AuthorizationRequest,
  shown: { step: string; username: string; offer: EnrolmentOffer; formErrors?: readonly FormError[] },
): Promise<typeof rawResponse> {
  const offer = JSON.stringify(shown.offer);
  const sealed = sealText(requireVault(call.context.vault), offer, offerOwner(shown.step));
  return sendEnrolPage(call, request, { ...shown, sealed });
}

/** Undefined for an offer of another sign-in, or one that this server did not make. */
function openOffer({ context }: PortalCall, step: string, text: string): EnrolmentOffer | undefined {
  const opened = openText(requireVault(context.vault), text, offerOwner(step));
  return opened === undefined ? undefined : (JSON.parse(opened) as EnrolmentOffer);
}

function offerOwner(step: string): string {
  return JSON.stringify(['second-factor-offer', hashOf(step)]);
}
