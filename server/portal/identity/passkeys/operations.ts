import { z } from 'zod';
import { refusal } from '../../../../wire/refusals.ts';
import { limits } from '../../../limits.ts';
import { readOperation } from '../../../platform/arcgis/schema.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { Vault } from '../../../platform/safety/vault.ts';
import { loadOwnUser } from '../../community/users/load-user.ts';
import type { Operation, PortalCall } from '../../operation.ts';
import { endOtherSessions } from '../known-browsers.ts';
import { hashOf } from '../random-token.ts';
import { newRecoveryCodes } from '../second-factor/codes.ts';
import { change, dropWithoutFactors, loadSelf, refuseToRemoveLast } from '../second-factor/operations.ts';
import { invalidPasskey, requireAllFactors } from '../second-factor/require-factors.ts';
import {
  hasAuthenticatorApp,
  lockSecondFactor,
  markSecondFactor,
  removeSecret,
  saveRecoveryCodes,
} from '../second-factor/second-factor-store.ts';
import { listPasskeys, type Passkey, removePasskey, savePasskey } from './passkey-store.ts';
import {
  creationOptions,
  passkeyVault,
  readRegistration,
  requestOptions,
  verifyRegistration,
} from './verify-passkey.ts';

const schema = z.object({
  passkey: z.string().max(20_000).default(''),
  name: z.string().trim().max(limits.passkeyNameCharacters).default(''),
});

/**
 * `community/users/{user}/passkeys`: the user's passkeys, and whether this installation supports them. For the user themselves also
 * `confirm`, what the browser needs to sign with one of them (`PublicKeyCredentialRequestOptionsJSON`), for operations that take an
 * `assertion`.
 */
export const getPasskeys: Operation = async (call) => {
  const { username } = await loadOwnUser(call);
  const { context, caller, reply } = call;
  const passkeys = await listPasskeys(context.database, username);
  const vault = passkeyVault(context);
  const isOwn = caller.kind === 'member' && caller.username === username;
  const asked = { purpose: { act: 'confirm', of: username }, allowed: passkeys } as const;
  const confirm = vault && isOwn && passkeys.length > 0 && (await requestOptions(context, vault, asked));
  if (confirm) void reply.header('cache-control', 'no-store');
  return {
    passkeys: passkeys.map(present),
    available: vault !== undefined,
    ...(confirm && { confirm }),
  };
};

/**
 * `…/passkeys/options` `password`, and with a second factor `code` (of the app, or a recovery code) or `assertion`: what the browser
 * needs to create a passkey (`PublicKeyCredentialCreationOptionsJSON`).
 */
export const getPasskeyOptions: Operation = async (call) => {
  const { username, full_name: fullName } = await loadSelf(call);
  const vault = requirePasskeys(call);
  await requireAllFactors(call, username);
  await refuseMany(call.context.database, username);
  return { ...(await creationOptions(call.context, vault, { username, fullName })) };
};

/**
 * `…/passkeys/add` `passkey`, `name`: stores what the browser created. With the first second factor of an account every other
 * session ends, and the response has recovery codes, which are shown once.
 */
export const addPasskey: Operation = async (call) => {
  const { username } = await loadSelf(call);
  const vault = requirePasskeys(call);
  const { passkey, name } = readOperation(schema, call.parameters);
  const registration = readRegistration(passkey);
  const verified = registration && (await verifyRegistration(call, vault, { registration, username }));
  if (!verified) throw invalidPasskey();
  const added: Passkey = { ...verified, name };
  let recoveryCodes: string[] | undefined;
  await change(call, username, 'person.passkey-added', async (transaction, session) => {
    // One at a time: the first has recovery codes, and their number is limited.
    const since = await lockSecondFactor(transaction, username);
    await refuseMany(transaction, username);
    if (!(await savePasskey(transaction, added))) throw invalidPasskey();
    if (since !== null) return;
    // An app that was not turned on, perhaps someone else's, does not come into force with it.
    await removeSecret(transaction, username);
    recoveryCodes = newRecoveryCodes();
    await saveRecoveryCodes(transaction, username, recoveryCodes.map(hashOf));
    await markSecondFactor(transaction, username, call.context.now());
    await endOtherSessions(call, transaction, session);
  });
  return { passkey: present(added), ...(recoveryCodes && { recoveryCodes }) };
};

/**
 * `…/passkeys/{id}/remove` `password`, `code` (of the app, or a recovery code) or `assertion`: the passkey no longer signs in; without
 * another second factor the password is enough again. Every other session ends.
 */
export const deletePasskey: Operation = async (call) => {
  const { username } = await loadSelf(call);
  const { database } = call.context;
  const others = (await listPasskeys(database, username)).filter(({ id }) => id !== call.path['passkey']);
  const isLast = others.length === 0 && !(await hasAuthenticatorApp(database, username));
  if (isLast) refuseToRemoveLast(call);
  await requireAllFactors(call, username);
  await change(call, username, 'person.passkey-removed', async (transaction, session) => {
    const removed = await removePasskey(transaction, username, call.path['passkey'] ?? '');
    if (!removed) {
      throw refusal(
        'portal:no-passkey',
        'This passkey was removed before.',
        'no-passkey',
        {},
        { status: 404 },
      );
    }
    await dropWithoutFactors(call, transaction, username);
    await endOtherSessions(call, transaction, session);
  });
  return { success: true, id: call.path['passkey'] };
};

function present({ id, name, synced, createdAt, usedAt }: Passkey) {
  return { id, name, synced, created: createdAt, lastUsed: usedAt };
}

function requirePasskeys({ context }: PortalCall): Vault {
  const vault = passkeyVault(context);
  if (vault) return vault;
  throw refusal(
    'portal:no-passkeys',
    'Passkeys need https, a host name and SECRETS_KEY; ask the operator of this installation.',
    'no-passkeys',
    {},
  );
}

async function refuseMany(database: Database, username: string): Promise<void> {
  if ((await listPasskeys(database, username)).length < limits.passkeysPerAccount) return;
  throw refusal(
    'portal:many-passkeys',
    `An account has at most ${limits.passkeysPerAccount} passkeys. Remove one first.`,
    'many-passkeys',
    { most: limits.passkeysPerAccount },
  );
}
