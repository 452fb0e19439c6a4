import { z } from 'zod';
import { refusal } from '../../../../wire/refusals.ts';
import { addressGroup } from '../../../platform/budgets/address-group.ts';
import { readOperation } from '../../../platform/arcgis/schema.ts';
import type { PortalCall } from '../../operation.ts';
import { findAccount } from '../account-store.ts';
import { countTry } from '../authenticate.ts';
import { ownSession } from '../session-store.ts';
import { isPasswordOf, isSameHash } from '../password.ts';
import { findPasskey, notePasskeyUse } from '../passkeys/passkey-store.ts';
import { passkeyVault, readAssertion, verifyAssertion } from '../passkeys/verify-passkey.ts';
import { requireCode, tooManyTries } from './check-code.ts';

const schema = z.object({
  password: z.string().default(''),
  code: z.string().default(''),
  assertion: z.string().max(20_000).default(''),
});

/**
 * Checks everything that signing in would ask of the caller: `password`, and with a second factor `code` (of the app, or a recovery
 * code) or `assertion` (the signature of a passkey for the options in `…/passkeys`). Every change of how an account is signed in to
 * begins with this, because a stolen session and password must not replace the factor that they lack.
 * @returns the hash of the password, for what may be done only as long as it is the password (`replacePasswordHash`)
 * @throws MappingError `portal:wrong-password`, `portal:wrong-code`, `portal:invalid-passkey` (400), `portal:too-many-tries` (429)
 */
export async function requireAllFactors(call: PortalCall, username: string): Promise<string> {
  const { password, code, assertion } = readOperation(schema, call.parameters);
  // Each session counts for itself: someone else's attempts must not keep the user from changing their password.
  const knownBrowser = await ownSession(call.caller, call.context.database);
  const { hash, hasSecondFactor } = await requirePassword(call, { username, knownBrowser }, password);
  if (!hasSecondFactor) return hash;
  if (assertion === '') await requireCode(call.context, { username, knownBrowser }, code);
  else await requirePasskey(call, username, assertion);
  return hash;
}

/** Attempts are counted with those of signing in, so that a stolen session cannot be used to guess the password. */
async function requirePassword(
  { context, request }: PortalCall,
  { username, knownBrowser }: { username: string; knownBrowser: string | undefined },
  password: string,
): Promise<{ hash: string; hasSecondFactor: boolean }> {
  const tries = await countTry(context, { username, address: request.ip, knownBrowser });
  if ('seconds' in tries) throw tooManyTries(tries.seconds);
  const hash = (await findAccount(context.database, username))?.passwordHash;
  const right = await tries.unlessBusy(() => isPasswordOf(context, username, password.slice(0, 1025), hash));
  // It may have been replaced while it was checked, and a second factor added.
  const current = await findAccount(context.database, username);
  if (!right || !hash || !current || !isSameHash(hash, current.passwordHash)) throw wrongPassword();
  await tries.clear();
  return { hash, hasSecondFactor: current.secondFactor };
}

async function requirePasskey(
  { context, request }: PortalCall,
  username: string,
  given: string,
): Promise<void> {
  const { database, now } = context;
  const vault = passkeyVault(context);
  const assertion = readAssertion(given);
  const passkey = assertion && (await findPasskey(database, assertion.id));
  if (!vault || !passkey || passkey.username !== username) throw invalidPasskey();
  const tries = `passkey ${passkey.id} ${addressGroup(request.ip)}`;
  const wait = await context.signInTries.take(tries);
  if (wait > 0) throw tooManyTries(wait);
  const purpose = { act: 'confirm', of: username } as const;
  const counter = await verifyAssertion(context, vault, { assertion, passkey, purpose });
  if (counter === undefined) throw invalidPasskey();
  await context.signInTries.clear(tries);
  if (!(await notePasskeyUse(database, passkey.id, { counter, usedAt: now() }))) throw invalidPasskey();
}

export function wrongPassword() {
  return refusal('portal:wrong-password', 'This isn’t your current password.', 'wrong-password', {});
}

export function invalidPasskey() {
  return refusal(
    'portal:invalid-passkey',
    'The passkey couldn’t be verified. Try again.',
    'invalid-passkey',
    {},
  );
}
