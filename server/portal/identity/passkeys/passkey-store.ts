import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { deleteSomeExpired } from '../../../platform/database/expired-rows-store.ts';

/** A passkey of a user, with the public key that verifies its signatures. Times are epoch milliseconds. */
export interface Passkey {
  /** The credential's id, base64url. */
  id: string;
  username: string;
  publicKey: Uint8Array;
  counter: number;
  transports: string[];
  name: string;
  /** Whether its provider stores it for several devices. */
  synced: boolean;
  createdAt: number;
  usedAt: number | null;
}

const columns = [
  'id',
  'username',
  'public_key as publicKey',
  'counter',
  'transports',
  'name',
  'synced',
  'created_at as createdAt',
  'used_at as usedAt',
] as const;

/** A user's passkeys, the oldest first. */
export async function listPasskeys(database: Database, username: string): Promise<Passkey[]> {
  return database
    .selectFrom('portal_passkey')
    .select(columns)
    .where('username', '=', username)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export async function findPasskey(database: Database, id: string): Promise<Passkey | undefined> {
  return database.selectFrom('portal_passkey').select(columns).where('id', '=', id).executeTakeFirst();
}

/** @returns whether it was stored; false: another account has a passkey with this id */
export async function savePasskey(
  database: Database,
  { publicKey, createdAt, usedAt, ...passkey }: Passkey,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await database
    .insertInto('portal_passkey')
    .values({ ...passkey, public_key: publicKey, created_at: createdAt, used_at: usedAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/**
 * The counter never goes back: a copy of the authenticator would be accepted with one that was used.
 * @returns whether the passkey still exists: it may have been removed while its signature was verified
 */
export async function notePasskeyUse(
  database: Database,
  id: string,
  { counter, usedAt }: { counter: number; usedAt: number },
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('portal_passkey')
    .set((eb) => ({ counter: eb.fn<number>('greatest', ['counter', eb.val(counter)]), used_at: usedAt }))
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** @returns whether this user had it */
export async function removePasskey(database: Database, username: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom('portal_passkey')
    .where('username', '=', username)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function removeAllPasskeys(database: Database, username: string): Promise<void> {
  await database.deleteFrom('portal_passkey').where('username', '=', username).execute();
}

/**
 * Marks a challenge as answered until it expires, and deletes expired ones. @returns whether it was unused: one of several
 * concurrent responses succeeds
 */
export async function consumeChallenge(
  database: Database,
  challenge: { challenge_hash: string; expires_at: number },
  now: number,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await database
    .insertInto('portal_used_challenge')
    .values(challenge)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  await deleteSomeExpired(database, 'portal_used_challenge', sql`expires_at <= ${now}`);
  return numInsertedOrUpdatedRows > 0n;
}
