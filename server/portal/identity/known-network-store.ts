import { sql } from 'kysely';
import { limits } from '../../limits.ts';
import { addressGroup } from '../../platform/budgets/address-group.ts';
import type { Database } from '../../platform/database/connect.ts';
import { deleteAllExpired } from '../../platform/database/expired-rows-store.ts';
import { hashOf } from './random-token.ts';

const day = 24 * 60 * 60 * 1000;

/**
 * The networks from which an account has signed in. Failed attempts from elsewhere block an account, but not these: scripts, service
 * accounts and ArcGIS Pro have no cookie by which they are known as browsers are (known-browsers.ts).
 */
export async function findKnownNetwork(
  database: Database,
  username: string | undefined,
  address: string,
  now: number,
): Promise<string | undefined> {
  // Also for unknown names, which are answered in the same time.
  const row = await database
    .selectFrom('portal_known_network')
    .select('network')
    .where('username', '=', username ?? '')
    .where('network', '=', networkHash(username ?? '', address))
    .where('signed_in_at', '>', since(now))
    .executeTakeFirst();
  return row?.network;
}

/** Remembers a complete sign-in. The day is enough: scripts sign in every minute. */
export async function noteKnownNetwork(
  database: Database,
  username: string,
  address: string,
  now: number,
): Promise<void> {
  const { numInsertedOrUpdatedRows = 0n } = await database
    .insertInto('portal_known_network')
    .values({ username, network: networkHash(username, address), signed_in_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['username', 'network'])
        .doUpdateSet({ signed_in_at: now })
        .where('portal_known_network.signed_in_at', '<=', now - day),
    )
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 0n) return;
  await database
    .deleteFrom('portal_known_network')
    .where('username', '=', username)
    .where('network', 'in', (eb) =>
      eb
        .selectFrom('portal_known_network as newer')
        .select('newer.network')
        .where('newer.username', '=', username)
        .orderBy('newer.signed_in_at', 'desc')
        .orderBy('newer.network')
        .offset(limits.knownNetworksPerAccount),
    )
    .execute();
}

/** All known networks of an account by username in any case, whose attempts are forgotten with those of the account. */
export async function knownNetworksOf(database: Database, username: string): Promise<string[]> {
  const rows = await database
    .selectFrom('portal_known_network')
    .innerJoin('portal_user', 'portal_user.username', 'portal_known_network.username')
    .select('network')
    .where((eb) => eb(eb.fn('lower', ['portal_user.username']), '=', username.toLowerCase()))
    .execute();
  return rows.map(({ network }) => network);
}

/** Deletes what is too old to count, a part at a time. */
export async function forgetKnownNetworks(database: Database, now: number): Promise<void> {
  await deleteAllExpired(database, 'portal_known_network', sql`signed_in_at <= ${since(now)}`);
}

function since(now: number): number {
  return now - limits.knownNetworkDays * day;
}

/** Of the account too, so that the networks of two accounts cannot be compared. */
function networkHash(username: string, address: string): string {
  return hashOf(JSON.stringify(['known-network', username, addressGroup(address)]));
}
