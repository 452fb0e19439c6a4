import type { Database } from '../../platform/database/connect.ts';
import { deleteMailTokens } from '../mail/mail-token-store.ts';
import { deletePasswordLinks } from '../community/links/link-store.ts';

/** What signing in needs to know of a user; the only reader of password hashes. */
export interface Account {
  username: string;
  orgId: string;
  fullName: string;
  passwordHash: string | null;
  /** Their group of favourites, which no one else is in. */
  favGroupId: string | null;
  disabled: boolean;
  /** Whether signing in also requires a code from an authenticator app. */
  secondFactor: boolean;
  /** Read with the rest, so that what a sign-in checks belongs to this stamp (`security-stamp-store.ts`). */
  securityStamp: string;
}

/** A user by username in any case. */
export async function findAccount(database: Database, username: string): Promise<Account | undefined> {
  return database
    .selectFrom('portal_user')
    .select((eb) => [
      'username',
      'org_id as orgId',
      'full_name as fullName',
      'password_hash as passwordHash',
      'fav_group_id as favGroupId',
      'disabled',
      'security_stamp as securityStamp',
      eb('second_factor_at', 'is not', null).$castTo<boolean>().as('secondFactor'),
    ])
    .where((eb) => eb(eb.fn('lower', ['username']), '=', username.toLowerCase()))
    .executeTakeFirst();
}

/** Stores the hash of a password, in a transaction; links to choose one end. */
export async function setPasswordHash(
  transaction: Database,
  username: string,
  passwordHash: string | null,
): Promise<void> {
  await transaction
    .updateTable('portal_user')
    .set({ password_hash: passwordHash })
    .where('username', '=', username)
    .execute();
  await endPasswordLinks(transaction, username);
}

/** Ends what else could choose a password of a user: links that were mailed, and those that administrators gave. */
async function endPasswordLinks(transaction: Database, username: string): Promise<void> {
  await deleteMailTokens(transaction, username, 'password');
  await deletePasswordLinks(transaction, username);
}

/**
 * Stores the hash of another password, in a transaction, unless it was replaced since `from` was read: checking and hashing passwords
 * takes a while. Links to choose one end.
 * @returns whether it was stored
 */
export async function replacePasswordHash(
  transaction: Database,
  username: string,
  change: { from: string; to: string },
): Promise<boolean> {
  if (!(await renewPasswordHash(transaction, username, change))) return false;
  await endPasswordLinks(transaction, username);
  return true;
}

/** The same for another hash of the same password. */
export async function renewPasswordHash(
  database: Database,
  username: string,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('portal_user')
    .set({ password_hash: to })
    .where('username', '=', username)
    .where('password_hash', '=', from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function noteSignIn(database: Database, username: string, now: number): Promise<void> {
  await database
    .updateTable('portal_user')
    .set({ last_sign_in_at: now })
    .where('username', '=', username)
    .execute();
}

/** Invalidates the current password; a new one must be chosen. */
export async function clearPassword(transaction: Database, username: string): Promise<void> {
  await setPasswordHash(transaction, username, null);
}
