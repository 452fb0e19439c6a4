import { z } from 'zod';
import { readOperation } from '../../../platform/arcgis/schema.ts';
import { type Database, inTransaction } from '../../../platform/database/connect.ts';
import { refusal } from '../../../../wire/refusals.ts';
import { forbidden, requireMember, userNotFound } from '../../access/refusals.ts';
import type { UserRow } from '../../community/present-user.ts';
import { findUser, lockUserAndReferences } from '../../community/user-store.ts';
import { loadColleague, loadOwnUser } from '../../community/users/load-user.ts';
import { cancelJobsOf } from '../../content/publishing/job-store.ts';
import type { Operation, PortalCall } from '../../operation.ts';
import { recordPortalAct } from '../../record-portal-act.ts';
import { refuseQueryParameters } from '../../request/parameters.ts';
import { listPasskeys, removeAllPasskeys } from '../passkeys/passkey-store.ts';
import { hashOf } from '../random-token.ts';
import { endOtherSessions } from '../known-browsers.ts';
import { lockOwnAccount, ownSession } from '../session-store.ts';
import { endSessionsOf } from '../token-store.ts';
import { clearCodeTries, ownerOf, requireFirstCode, requireVault } from './check-code.ts';
import { newRecoveryCodes, newSecret, secretAddress } from './codes.ts';
import { requireAllFactors } from './require-factors.ts';
import {
  countRecoveryCodes,
  hasAuthenticatorApp,
  lockSecondFactor,
  markSecondFactor,
  removeRecoveryCodes,
  removeSecret,
  saveRecoveryCodes,
  saveSecret,
} from './second-factor-store.ts';

const schema = z.object({ code: z.string().default('') });

/**
 * `community/users/{user}/secondFactor`: whether signing in requires a second factor, whether an authenticator app is one, and
 * the recovery codes left.
 */
export const getSecondFactor: Operation = async (call) => {
  const { username, second_factor_at: since } = await loadOwnUser(call);
  const { database, vault } = call.context;
  return {
    enabled: since !== null,
    app: since !== null && (await hasAuthenticatorApp(database, username)),
    since,
    recoveryCodes: since === null ? 0 : await countRecoveryCodes(database, username),
    available: vault !== undefined,
  };
};

/**
 * `…/secondFactor/add` `password`, and with passkeys `code` (a recovery code) or `assertion`: a new secret for the user's
 * authenticator app, shown once. It has no effect until `enable` receives a code made with it.
 */
export const addSecondFactor: Operation = async (call) => {
  const user = await loadSelf(call);
  const { context } = call;
  if (await hasAuthenticatorApp(context.database, user.username)) throw existsAlready();
  const vault = requireVault(context.vault);
  await requireAllFactors(call, user.username);
  const secret = newSecret();
  await inTransaction(context.database, async (transaction) => {
    await lockOwnAccount(transaction, requireMember(call.caller));
    if (await hasAuthenticatorApp(transaction, user.username)) throw existsAlready();
    await saveSecret(transaction, user.username, vault.seal(secret, ownerOf(user.username)));
  });
  return { secret, address: secretAddress(secret, context.portal.name, user.username) };
};

/**
 * `…/secondFactor/enable` `code`, of the new app only: from now on signing in requires a code; every other session ends. Responds with the
 * recovery codes, which are shown once.
 */
export const enableSecondFactor: Operation = async (call) => {
  const { username } = await loadSelf(call);
  const { context } = call;
  if (await hasAuthenticatorApp(context.database, username)) throw existsAlready();
  const owner = { username, knownBrowser: await ownSession(call.caller, context.database) };
  const recoveryCodes = newRecoveryCodes();
  await requireFirstCode(context, owner, readOperation(schema, call.parameters).code, (spend) =>
    change(call, username, 'person.second-factor-added', async (transaction, session) => {
      if (await hasAuthenticatorApp(transaction, username)) throw existsAlready();
      await spend(transaction);
      await saveRecoveryCodes(transaction, username, recoveryCodes.map(hashOf));
      const since = await lockSecondFactor(transaction, username);
      await markSecondFactor(transaction, username, since ?? context.now());
      await endOtherSessions(call, transaction, session);
    }),
  );
  return { recoveryCodes };
};

/**
 * `…/secondFactor/updateCodes` `password`, `code` (of the app, or a recovery code) or `assertion`: new recovery codes; the earlier ones
 * stop working.
 */
export const updateRecoveryCodes: Operation = async (call) => {
  const { username } = await loadSelfWithFactors(call);
  const recoveryCodes = newRecoveryCodes();
  await change(call, username, 'person.recovery-codes-renewed', (transaction) =>
    saveRecoveryCodes(transaction, username, recoveryCodes.map(hashOf)),
  );
  return { recoveryCodes };
};

/**
 * `…/secondFactor/remove` `password`, `code` (of the app, or a recovery code) or `assertion`: removes the authenticator app; without passkeys the password is enough again. Every
 * other session ends.
 */
export const removeSecondFactor: Operation = async (call) => {
  const { database } = call.context;
  const { username } = await loadSelf(call);
  const isLast = (await listPasskeys(database, username)).length === 0;
  if (isLast) refuseToRemoveLast(call);
  await loadSelfWithFactors(call);
  await change(call, username, 'person.second-factor-removed', async (transaction, session) => {
    await removeSecret(transaction, username);
    await dropWithoutFactors(call, transaction, username);
    await endOtherSessions(call, transaction, session);
  });
  return { success: true, username };
};

/**
 * `…/secondFactor/reset`, for administrators: a member who lost their phone signs in by password again. Their sessions
 * and jobs end. One's own is removed with a code instead, so that a stolen session cannot remove it.
 */
export const resetSecondFactor: Operation = async (call) => {
  const { username } = await loadColleague(call);
  if (requireMember(call.caller).username === username) {
    throw refusal(
      'portal:own-account',
      'Remove your own second factor in your profile, with your password and a code.',
      'own-second-factor',
      {},
    );
  }
  await change(call, username, 'person.second-factor-reset', async (transaction) => {
    await dropSecondFactor(transaction, username);
    await endSessionsOf(transaction, username);
    await cancelJobsOf(transaction, username);
  });
  await clearCodeTries(call.context, username);
  return { success: true, username };
};

/** @throws MappingError `portal:second-factor-required` (400) where the organisation requires a second factor */
export function refuseToRemoveLast({ context }: PortalCall): void {
  if (!context.portal.requireSecondFactor) return;
  throw refusal(
    'portal:second-factor-required',
    'Your organisation requires a second factor. Ask an administrator to reset it when you change your phone.',
    'second-factor-required',
    {},
  );
}

/** After a removal: without an authenticator app and passkeys, the password is enough again. */
export async function dropWithoutFactors(
  call: PortalCall,
  transaction: Database,
  username: string,
): Promise<void> {
  if ((await listPasskeys(transaction, username)).length > 0) return;
  if (await hasAuthenticatorApp(transaction, username)) return;
  refuseToRemoveLast(call);
  await dropSecondFactor(transaction, username);
}

/** Removes authenticator app, passkeys and recovery codes: the password is enough again. */
export async function dropSecondFactor(transaction: Database, username: string): Promise<void> {
  await removeSecret(transaction, username);
  await removeAllPasskeys(transaction, username);
  await removeRecoveryCodes(transaction, username);
  await markSecondFactor(transaction, username, null);
}

/**
 * Changes how an account is signed in to, and records it in the audit log. The account is locked.
 * @param work also gets the caller's session, where they change their own account
 */
export async function change(
  { context, caller }: PortalCall,
  subject: string,
  act: string,
  work: (transaction: Database, session: string | undefined) => Promise<void>,
): Promise<void> {
  const member = requireMember(caller);
  await inTransaction(context.database, async (transaction) => {
    const isOwn = member.username === subject;
    const session = isOwn ? await lockOwnAccount(transaction, member) : undefined;
    if (!isOwn) {
      await lockUserAndReferences(transaction, subject);
      // Another administrator may have deleted the user meanwhile.
      if (!(await findUser(transaction, subject))) throw userNotFound();
    }
    await work(transaction, session);
    await recordPortalAct(transaction, member.username, { act, subject }, context.now());
  });
}

/** The caller: only they may change their second factor. */
export async function loadSelf(call: PortalCall): Promise<UserRow> {
  refuseQueryParameters(call, ['password', 'code', 'assertion']);
  const user = await loadOwnUser(call);
  if (requireMember(call.caller).username !== user.username) throw forbidden();
  void call.reply.header('cache-control', 'no-store');
  return user;
}

/** The same for changes of a second factor in force. */
async function loadSelfWithFactors(call: PortalCall): Promise<UserRow> {
  const user = await loadSelf(call);
  if (user.second_factor_at === null) {
    throw refusal('portal:no-second-factor', 'This account has no second factor.', 'no-second-factor', {});
  }
  await requireAllFactors(call, user.username);
  return user;
}

function existsAlready() {
  return refusal(
    'portal:second-factor-exists',
    'This account has a second factor already. Remove it first.',
    'second-factor-exists',
    {},
  );
}
