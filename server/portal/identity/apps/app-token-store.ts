import { sql } from 'kysely';
import { limits } from '../../../limits.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { deleteSomeExpired } from '../../../platform/database/expired-rows-store.ts';
import { lockApp } from '../app-store.ts';
import { endSessionsOfApp } from '../token-store.ts';

/** Stores the token of an application itself, and deletes expired ones and those above `limits.tokensPerApp`. */
export async function saveAppToken(
  database: Database,
  token: { tokenHash: string; clientId: string; expiresAt: number },
  now: number,
): Promise<void> {
  await database
    .insertInto('portal_app_token')
    .values({ token_hash: token.tokenHash, client_id: token.clientId, expires_at: token.expiresAt })
    .execute();
  await deleteSomeExpired(database, 'portal_app_token', sql`expires_at <= ${now}`);
  await database
    .deleteFrom('portal_app_token')
    .where('token_hash', 'in', (eb) =>
      eb
        .selectFrom('portal_app_token')
        .select('token_hash')
        .where('client_id', '=', token.clientId)
        // The order of their ages, unless lifetimes differ: the hash decides between equal ones.
        .orderBy('expires_at', 'desc')
        .orderBy('token_hash')
        .offset(limits.tokensPerApp)
        .limit(limits.tokensPerDeletion)
        .forUpdate()
        .skipLocked(),
    )
    .execute();
}

/** The application of a valid token, with the owner and the organisation of its item; undefined if the owner is disabled. */
export async function findCallingApp(
  database: Database,
  tokenHash: string,
  now: number,
): Promise<{ clientId: string; itemId: string; owner: string; orgId: string; title: string } | undefined> {
  return database
    .selectFrom('portal_app_token')
    .innerJoin('portal_app', 'portal_app.client_id', 'portal_app_token.client_id')
    .innerJoin('portal_item', 'portal_item.id', 'portal_app.item_id')
    .innerJoin('portal_user', 'portal_user.username', 'portal_item.owner')
    .where('portal_app_token.token_hash', '=', tokenHash)
    .where('portal_app_token.expires_at', '>', now)
    .where('portal_user.disabled', '=', false)
    .select([
      'portal_app.client_id as clientId',
      'portal_item.id as itemId',
      'portal_item.owner',
      'portal_item.org_id as orgId',
      'portal_item.title',
    ])
    .executeTakeFirst();
}

/** Ends the token of an application. */
export async function endAppToken(database: Database, tokenHash: string): Promise<void> {
  await database.deleteFrom('portal_app_token').where('token_hash', '=', tokenHash).execute();
}

/** Ends the tokens of an application itself, and its users' sessions, those included that begin meanwhile. */
export async function endTokensOfApp(database: Database, clientId: string): Promise<void> {
  await lockApp(database, clientId);
  await database.deleteFrom('portal_app_token').where('client_id', '=', clientId).execute();
  await endSessionsOfApp(database, clientId);
}

/** Ends the tokens and sessions of applications that are about to be deleted, or to belong to another organisation. */
export async function endTokensOfApps(
  database: Database,
  apps: readonly { client_id: string }[],
): Promise<void> {
  // oxlint-disable-next-line no-await-in-loop -- one transaction
  for (const { client_id: clientId } of apps) await endTokensOfApp(database, clientId);
}

/** Users with an active session of an application, most recently used first. Times are epoch milliseconds. */
export async function listUsersOfApp(
  database: Database,
  clientId: string,
  now: number,
  most: number,
): Promise<{ username: string; lastUsed: number }[]> {
  return database
    .selectFrom('portal_token')
    .where('client_id', '=', clientId)
    .where('expires_at', '>', now)
    .groupBy('username')
    .select((eb) => ['username', eb.fn.max(eb.fn.coalesce('used_at', 'created_at')).as('lastUsed')])
    .orderBy('lastUsed', 'desc')
    .orderBy('username')
    .limit(most)
    .execute();
}
