import { type Insertable, type Selectable, sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { deleteSomeExpired } from '../../../platform/database/expired-rows-store.ts';
import type { PortalTables } from '../../../platform/database/tables/portal.ts';
import type { Sealed } from '../../../platform/safety/vault.ts';

/** Stores a new sealed secret, which awaits its first code; it replaces an earlier one. */
export async function saveSecret(database: Database, username: string, sealed: Sealed): Promise<void> {
  await removeSecret(database, username);
  const { keyId, ...bytes } = sealed;
  await database
    .insertInto('portal_second_factor')
    .values({ username, key_id: keyId, ...bytes })
    .execute();
}

/** The sealed secret of a user. @param state `used`: of the app in force (`hasAuthenticatorApp`); `any`: also one that awaits its first code */
export async function findSecret(
  database: Database,
  username: string,
  state: 'used' | 'any',
): Promise<Sealed | undefined> {
  return database
    .selectFrom('portal_second_factor')
    .innerJoin('portal_user', 'portal_user.username', 'portal_second_factor.username')
    .select(['key_id as keyId', 'nonce', 'sealed'])
    .where('portal_user.username', '=', username)
    .$if(state === 'used', (query) =>
      query.where('last_step', '>', 0).where('portal_user.second_factor_at', 'is not', null),
    )
    .executeTakeFirst();
}

/**
 * Stores a secret as sealed again under a newer key.
 * @param opened as it was sealed before. @returns whether that was still stored: the app may have been replaced meanwhile
 */
export async function resealSecret(
  database: Database,
  username: string,
  opened: Sealed,
  sealed: Sealed,
): Promise<boolean> {
  const { keyId, ...bytes } = sealed;
  const { numUpdatedRows } = await database
    .updateTable('portal_second_factor')
    .set({ key_id: keyId, ...bytes })
    .where('username', '=', username)
    .where('sealed', '=', opened.sealed)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Marks the codes of a time step and all earlier ones as used.
 * @param of the secret that a code was checked against, as it is stored. @returns whether it is still stored and the step was unused:
 * one of several concurrent attempts succeeds
 */
export async function consumeStep(
  database: Database,
  username: string,
  step: number,
  of: Sealed,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('portal_second_factor')
    .set({ last_step: step })
    .where('username', '=', username)
    .where('sealed', '=', of.sealed)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Requires a code at sign-in from now on. */
export async function markSecondFactor(
  database: Database,
  username: string,
  since: number | null,
): Promise<void> {
  await database
    .updateTable('portal_user')
    .set({ second_factor_at: since })
    .where('username', '=', username)
    .execute();
}

/** Whether a user has an authenticator app: a code of it has been used, and signing in asks for one. */
export async function hasAuthenticatorApp(database: Database, username: string): Promise<boolean> {
  const found = await database
    .selectFrom('portal_second_factor')
    .innerJoin('portal_user', 'portal_user.username', 'portal_second_factor.username')
    .select('portal_user.username')
    .where('portal_user.username', '=', username)
    .where('portal_user.second_factor_at', 'is not', null)
    .where('last_step', '>', 0)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Since when signing in requires a second factor; null: it does not. Locks the account, so that no other change of its factors comes
 * between this and the end of the transaction.
 */
export async function lockSecondFactor(transaction: Database, username: string): Promise<number | null> {
  const row = await transaction
    .selectFrom('portal_user')
    .select('second_factor_at')
    .where('username', '=', username)
    .forUpdate()
    .executeTakeFirst();
  return row?.second_factor_at ?? null;
}

/** Deletes the secret of a user's authenticator app. */
export async function removeSecret(database: Database, username: string): Promise<void> {
  await database.deleteFrom('portal_second_factor').where('username', '=', username).execute();
}

export async function removeRecoveryCodes(database: Database, username: string): Promise<void> {
  await database.deleteFrom('portal_recovery_code').where('username', '=', username).execute();
}

/** Replaces all recovery codes. */
export async function saveRecoveryCodes(
  database: Database,
  username: string,
  hashes: readonly string[],
): Promise<void> {
  await removeRecoveryCodes(database, username);
  await database
    .insertInto('portal_recovery_code')
    .values(hashes.map((hash) => ({ username, code_hash: hash })))
    .execute();
}

/** Deletes a recovery code. @returns whether it existed: one of several concurrent attempts succeeds */
export async function consumeRecoveryCode(
  database: Database,
  username: string,
  hash: string,
): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom('portal_recovery_code')
    .where('username', '=', username)
    .where('code_hash', '=', hash)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function countRecoveryCodes(database: Database, username: string): Promise<number> {
  const { count } = await database
    .selectFrom('portal_recovery_code')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('username', '=', username)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export type SignInStep = Selectable<PortalTables['portal_sign_in_step']>;

/** Stores a sign-in between password and code, and deletes expired ones. */
export async function saveSignInStep(
  database: Database,
  step: Insertable<PortalTables['portal_sign_in_step']>,
  now: number,
): Promise<void> {
  await database.insertInto('portal_sign_in_step').values(step).execute();
  await deleteSomeExpired(database, 'portal_sign_in_step', sql`expires_at <= ${now}`);
}

/** A sign-in that awaits its code, in this browser and for this application. */
export async function findSignInStep(
  database: Database,
  of: Pick<SignInStep, 'step_hash' | 'browser_hash' | 'client_id'>,
  now: number,
): Promise<SignInStep | undefined> {
  return database
    .selectFrom('portal_sign_in_step')
    .selectAll()
    .where('step_hash', '=', of.step_hash)
    .where('browser_hash', '=', of.browser_hash)
    .where('client_id', '=', of.client_id)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** Ends a sign-in's wait. @returns whether it was waiting: one of several concurrent attempts succeeds */
export async function endSignInStep(database: Database, stepHash: string): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom('portal_sign_in_step')
    .where('step_hash', '=', stepHash)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
