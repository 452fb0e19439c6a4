import { MappingError } from '../../../wire/errors.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';

/**
 * The security stamp of an account is replaced by a new random value whenever all its sign-ins end: with a new password, with a change of its second
 * factor, and by ending all sessions. A sign-in takes several requests and statements; it knows the stamp that was read together with
 * what it checked, and what it stores is refused under another one. Random, not counted, so that no earlier value recurs after a recovery.
 */
export interface StampedAccount {
  username: string;
  securityStamp: string;
}

/** Ends what is under way for an account, before what it has stored is deleted. @returns the new stamp; undefined for an unknown user */
export async function renewSecurityStamp(database: Database, username: string): Promise<string | undefined> {
  const renewed = await database
    .updateTable('portal_user')
    .set((eb) => ({ security_stamp: eb.fn<string>('gen_random_uuid') }))
    .where('username', '=', username)
    .returning('security_stamp')
    .executeTakeFirst();
  return renewed?.security_stamp;
}

/** The same for all accounts. */
export async function renewAllSecurityStamps(database: Database): Promise<void> {
  await database
    .with('held', (eb) =>
      // In the order in which others lock several users.
      eb.selectFrom('portal_user').select('username').orderBy('username').forNoKeyUpdate(),
    )
    .updateTable('portal_user')
    .from('held')
    .set((eb) => ({ security_stamp: eb.fn<string>('gen_random_uuid') }))
    .whereRef('portal_user.username', '=', 'held.username')
    .execute();
}

/**
 * Stores a part of a sign-in (a step, a consent, a code or a session). Until it is stored, whatever ends the sign-ins of the account
 * waits, and deletes it; if it came first, nothing is stored.
 * @throws MappingError `portal:sign-in-ended` (403)
 */
export async function storeForSignIn<Result>(
  database: Database,
  { username, securityStamp }: StampedAccount,
  store: (transaction: Database) => Promise<Result>,
): Promise<Result> {
  return inTransaction(database, async (transaction) => {
    const held = await transaction
      .selectFrom('portal_user')
      .select('username')
      .where('username', '=', username)
      .where('security_stamp', '=', securityStamp)
      .where('disabled', '=', false)
      // Not a shared lock: sign-ins without a pause would keep the end of all sessions waiting.
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!held) throw signInEnded();
    return store(transaction);
  });
}

const ended = 'portal:sign-in-ended';

function signInEnded(): MappingError {
  return new MappingError(ended, 'This sign-in ended before it was complete. Sign in again.', {
    status: 403,
  });
}

export function isSignInEnded(error: unknown): boolean {
  return error instanceof MappingError && error.id === ended;
}
