import { z } from 'zod';
import { readOperation } from '../../../platform/arcgis/schema.ts';
import { addressGroup } from '../../../platform/budgets/address-group.ts';
import type { PortalCall } from '../../operation.ts';
import { type Account, findAccount } from '../account-store.ts';
import { mayEnter, noteSignedIn, recordSignIn, type SignedIn } from '../authenticate.ts';
import { browserSource } from '../known-browsers.ts';
import type { AuthorizationRequest } from '../oauth2/authorization-request.ts';
import { findPasskey, notePasskeyUse } from './passkey-store.ts';
import { passkeyVault, readAssertion, verifyAssertion } from './verify-passkey.ts';
import { formCookie } from '../sign-in/form-token.ts';

const schema = z.object({ passkey: z.string().max(20_000).default('') });

/** The user that a passkey signs in, or why it does not. */
export type PasskeySignIn = SignedIn | { refused: 'passkey' } | { wait: number };

/**
 * Signs in the user of the passkey whose signature the form contains. It replaces password and code, because the authenticator
 * has verified its owner.
 * @param expected the account of the first step of a sign-in; any when absent
 */
export async function signInWithPasskey(
  call: PortalCall,
  { app }: AuthorizationRequest,
  expected?: Account,
): Promise<PasskeySignIn> {
  const { context, request } = call;
  const address = addressGroup(request.ip);
  const waitHere = await context.passkeyTries.take(`passkeys ${address}`);
  if (waitHere > 0) return { wait: waitHere };
  const vault = passkeyVault(context);
  const assertion = readAssertion(readOperation(schema, call.parameters).passkey);
  const passkey = assertion && (await findPasskey(context.database, assertion.id));
  const tries = passkey && `passkey ${passkey.id} ${address}`;
  // One person must not lock others out who share the address.
  const wait = tries === undefined ? 0 : await context.signInTries.take(tries);
  if (wait > 0) return { wait };
  const account = passkey && (await findAccount(context.database, passkey.username));
  const counter =
    vault && passkey && account
      ? await verifyAssertion(context, vault, {
          assertion,
          passkey,
          purpose: { act: 'sign-in', of: formCookie(call) },
        })
      : undefined;
  const allowed =
    account !== undefined &&
    !account.disabled &&
    mayEnter(context, account.orgId, app.orgId) &&
    (expected === undefined || expected.username === account.username);
  const counts =
    counter !== undefined &&
    passkey !== undefined &&
    allowed &&
    // After the account was read: a removal that comes later changes its security stamp.
    (await notePasskeyUse(context.database, passkey.id, { counter, usedAt: context.now() }));
  if (!counts || !tries) {
    await recordSignIn(context, 'sign-in-failed', { account, address: request.ip });
    return { refused: 'passkey' };
  }
  await context.signInTries.clear(tries);
  const { username, orgId, securityStamp } = account;
  await noteSignedIn(context, account, await browserSource(call, username, app));
  return { username, orgId, securityStamp };
}
