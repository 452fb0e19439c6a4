import { randomBytes } from 'node:crypto';
import { MappingError } from '../../wire/errors.ts';
import type { Database } from '../platform/database/connect.ts';
import type { PortalRole } from '../platform/database/tables/portal.ts';
import { createUser } from '../portal/community/create-user.ts';
import { findUser, updateUser } from '../portal/community/user-store.ts';
import { cancelJobsOf } from '../portal/content/publishing/job-store.ts';
import { setPasswordHash } from '../portal/identity/account-store.ts';
import { unblockAccount } from '../portal/identity/authenticate.ts';
import { hashPassword } from '../portal/identity/password.ts';
import { clearCodeTries } from '../portal/identity/second-factor/check-code.ts';
import { dropSecondFactor } from '../portal/identity/second-factor/operations.ts';
import { endAllSessions, endSessionsOf } from '../portal/identity/token-store.ts';
import type { PortalContext } from '../portal/operation.ts';
import { type PortalAct, recordPortalAct } from '../portal/record-portal-act.ts';

const roles: readonly PortalRole[] = ['org_admin', 'org_publisher', 'org_user'];

/** Creates a member of the context's organisation; the password is shown once. */
export async function addUser(
  context: PortalContext,
  username: string,
  given: { fullName?: string; role?: string },
): Promise<string> {
  const role = roles.find((each) => each === (given.role ?? 'org_user'));
  if (!role) throw new MappingError('operator:role', `Specify one of the roles ${roles.join(', ')}.`);
  const password = newPassword();
  await createUser(context, { username, fullName: given.fullName ?? username, role, password });
  await note(context, {
    act: 'person.created',
    subject: username,
    orgId: context.portal.id,
    detail: { role },
  });
  return `${username} can sign in with the password ${password}`;
}

/** Sets a new password for a user, printed once, and ends their sessions. */
export async function resetPassword(context: PortalContext, username: string): Promise<string> {
  const user = await requireUser(context.database, username);
  const password = newPassword();
  const hash = await hashPassword(password);
  await context.database.transaction().execute(async (transaction) => {
    await setPasswordHash(transaction, user.username, hash);
    await endSessionsOf(transaction, user.username);
    await cancelJobsOf(transaction, user.username);
  });
  await unblockAccount(context, user.username);
  await note(context, { act: 'person.password-reset', subject: user.username, orgId: user.org_id });
  return `${user.username} can sign in with the password ${password}`;
}

/** Ends all sessions on the embedded portal: after a recovery, those that were ended since are there again. */
export async function endSessions(database: Database): Promise<string> {
  return `${await endAllSessions(database)} sessions have ended. Everyone signs in again.`;
}

/** Removes a user's second factor, so that they sign in by password again, and ends their sessions. */
export async function resetSecondFactor(context: PortalContext, username: string): Promise<string> {
  const user = await requireUser(context.database, username);
  await context.database.transaction().execute(async (transaction) => {
    await dropSecondFactor(transaction, user.username);
    await endSessionsOf(transaction, user.username);
    await cancelJobsOf(transaction, user.username);
  });
  await clearCodeTries(context, user.username);
  await note(context, { act: 'person.second-factor-reset', subject: user.username, orgId: user.org_id });
  return `${user.username} signs in without a code now.`;
}

export async function setDisabled(
  context: PortalContext,
  username: string,
  disabled: boolean,
): Promise<string> {
  const user = await requireUser(context.database, username);
  // Before they can sign in again: what could not be deleted when the account was disabled would be valid again.
  if (!disabled) await endSessionsOf(context.database, user.username);
  await context.database.transaction().execute(async (transaction) => {
    await updateUser(transaction, user, { disabled, modified_at: context.now() });
    if (disabled) await cancelJobsOf(transaction, user.username);
  });
  if (disabled) await endSessionsOf(context.database, user.username);
  const act = disabled ? 'person.disabled' : 'person.enabled';
  await note(context, { act, subject: user.username, orgId: user.org_id });
  return disabled ? `${user.username} can no longer sign in.` : `${user.username} can sign in again.`;
}

/** The operator may do everything; it is logged all the same. */
function note({ database, now }: PortalContext, act: PortalAct): Promise<void> {
  return recordPortalAct(database, 'operator', act, now());
}

/** A user of the embedded portal. @throws MappingError `portal:user-not-found` */
export async function requireUser(database: Database, username: string) {
  const user = await findUser(database, username);
  if (!user) throw new MappingError('portal:user-not-found', `There is no user named ${username}.`);
  return user;
}

/** 96 random bits, in characters that need no quoting in a shell. */
function newPassword(): string {
  return randomBytes(12).toString('base64url');
}
