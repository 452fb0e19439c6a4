import { type RawBuilder, sql } from 'kysely';
import { limits } from '../../limits.ts';
import type { Database } from '../../platform/database/connect.ts';
import { deleteSomeExpired } from '../../platform/database/expired-rows-store.ts';
import { namedUsers, notifyOfEndedSessions } from '../../platform/database/notification-store.ts';
import { prepared } from '../../platform/database/prepared.ts';
import type { PortalRole } from '../../platform/database/tables/portal.ts';
import { renewAllSecurityStamps, renewSecurityStamp } from './security-stamp-store.ts';
import { unassigned } from '../organisation/portal-organisation-store.ts';
import { selectMembers } from './member-store.ts';

interface TokenOwner {
  username: string;
  orgId: string;
  role: PortalRole;
  granted: string[] | null;
  groupIds: string[];
  usedAt: number | null;
  signedInAt: number;
  byPassword: boolean;
}

/**
 * The owner of a valid access token, with their groups, in one round trip. Users without an organisation
 * count as unknown until the operator assigns them.
 * @param bound looks up a token meant for another server instead
 */
export async function findCaller(
  database: Database,
  tokenHash: string,
  now: number,
  bound = false,
): Promise<TokenOwner | undefined> {
  return owners(database, now, bound)
    .where('portal_token.token_hash', '=', tokenHash)
    .modifyEnd(prepared)
    .executeTakeFirst();
}

/** The owners of valid access tokens by the hashes of these, in one statement; see `findCaller`. */
export async function findCallers(
  database: Database,
  tokenHashes: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, TokenOwner>> {
  const rows = await owners(database, now, false)
    .select('portal_token.token_hash as tokenHash')
    .where('portal_token.token_hash', '=', sql<string>`any(cast(${[...tokenHashes]} as text[]))`)
    .execute();
  return new Map(rows.map(({ tokenHash, ...owner }) => [tokenHash, owner]));
}

function owners(database: Database, now: number, bound: boolean) {
  return selectMembers(database)
    .innerJoin('portal_token', 'portal_token.username', 'portal_user.username')
    .where('portal_token.kind', '=', 'access')
    .where('portal_token.audience', bound ? 'is not' : 'is', null)
    .where('portal_token.expires_at', '>', now)
    .select((eb) => [
      'portal_token.used_at as usedAt',
      eb.fn.coalesce('authenticated_at', 'started_at', 'portal_token.created_at').as('signedInAt'),
      eb('portal_token.client_id', 'is', null).$castTo<boolean>().as('byPassword'),
    ]);
}

/** A stored token; see `portal_token`. */
export interface StoredToken {
  tokenHash: string;
  kind: 'access' | 'refresh';
  username: string;
  clientId: string | null;
  sessionId: string;
  /** The application that opened the session, whatever the token was exchanged for. */
  sessionClientId: string | null;
  expiresAt: number;
  /** The client's `User-Agent`. */
  agent: string;
  /** When the session began; null: with this token. */
  startedAt: number | null;
  /** When the user signed in at an identity provider; 0: it does not say; null: here, when the session began. */
  authenticatedAt?: number | null;
  /** The only server it is for; null: this portal. */
  audience?: string | null;
}

/** A valid token of an enabled user with an organisation. */
export async function findToken(
  database: Database,
  tokenHash: string,
  kind: StoredToken['kind'],
  now: number,
): Promise<(StoredToken & { replacedAt: number | null }) | undefined> {
  return validToken(database, tokenHash, kind, now).executeTakeFirst();
}

/**
 * The same for a token that another one is made from in this transaction: a session that ends meanwhile waits, and ends with the new
 * token (`endSession`).
 */
export async function holdToken(
  transaction: Database,
  tokenHash: string,
  kind: StoredToken['kind'],
  now: number,
): Promise<StoredToken | undefined> {
  return validToken(transaction, tokenHash, kind, now).forKeyShare().executeTakeFirst();
}

/** The user comes first, so that locks are taken in the order of changes of an account. */
function validToken(database: Database, tokenHash: string, kind: StoredToken['kind'], now: number) {
  return database
    .selectFrom('portal_user')
    .innerJoin('portal_token', 'portal_user.username', 'portal_token.username')
    .select([
      'token_hash as tokenHash',
      'kind',
      'portal_token.username',
      'client_id as clientId',
      'session_id as sessionId',
      'session_client_id as sessionClientId',
      'expires_at as expiresAt',
      'agent',
      'authenticated_at as authenticatedAt',
      'audience',
      'replaced_at as replacedAt',
      (eb) => eb.fn.coalesce('started_at', 'portal_token.created_at').as('startedAt'),
    ])
    .where('token_hash', '=', tokenHash)
    .where('kind', '=', kind)
    .where('audience', 'is', null)
    .where('expires_at', '>', now)
    .where('portal_user.disabled', '=', false)
    .where('portal_user.org_id', '<>', unassigned);
}

/** Whether a token is one of this portal's; an expired one is known until it is deleted. */
export async function wasIssued(database: Database, tokenHash: string): Promise<boolean> {
  const found = await database
    .selectFrom('portal_token')
    .select('token_hash')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return found !== undefined;
}

/** Stores new tokens, and deletes expired ones. */
export async function saveTokens(
  database: Database,
  tokens: readonly StoredToken[],
  now: number,
): Promise<void> {
  await database
    .insertInto('portal_token')
    .values(
      tokens.map((token) => ({
        token_hash: token.tokenHash,
        kind: token.kind,
        username: token.username,
        client_id: token.clientId,
        session_id: token.sessionId,
        session_client_id: token.sessionClientId,
        created_at: now,
        expires_at: token.expiresAt,
        agent: token.agent,
        started_at: token.startedAt,
        authenticated_at: token.authenticatedAt ?? null,
        audience: token.audience ?? null,
      })),
    )
    .execute();
  await deleteSomeExpired(database, 'portal_token', sql`expires_at <= ${now}`);
}

/** Locks a token until the transaction ends; undefined when it was deleted. */
export async function lockToken(
  transaction: Database,
  tokenHash: string,
): Promise<{ successor: Uint8Array | null } | undefined> {
  return (
    transaction
      .selectFrom('portal_token')
      .select('successor')
      .where('token_hash', '=', tokenHash)
      // Weaker than for a deletion, for which other holders of the token (`holdToken`) would have to end first.
      .forNoKeyUpdate()
      .executeTakeFirst()
  );
}

/** Marks a refresh token as exchanged; it stays known until it expires. */
export async function replaceToken(
  database: Database,
  tokenHash: string,
  successor: Uint8Array,
  now: number,
): Promise<void> {
  await database
    .updateTable('portal_token')
    .set({ replaced_at: now, successor })
    .where('token_hash', '=', tokenHash)
    .execute();
}

/** Deletes one token. @returns whether it existed: only one of two concurrent calls succeeds */
export async function deleteToken(database: Database, tokenHash: string): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom('portal_token')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Ends the session a token belongs to: every token made from the same sign-in. An unknown token ends nothing. */
export async function endSessionOf(database: Database, tokenHash: string): Promise<void> {
  const found = await database
    .selectFrom('portal_token')
    .select('session_id')
    .where('token_hash', '=', tokenHash)
    // A server that verified a user's identity cannot end their session.
    .where('audience', 'is', null)
    .executeTakeFirst();
  if (found) await endSession(database, found.session_id);
}

/** @returns whether there was such a session, of this user if one is named */
export async function endSession(database: Database, sessionId: string, username?: string): Promise<boolean> {
  const ended = await endAllOf(
    database,
    sql`session_id = ${sessionId} and (${username ?? null}::text is null or username = ${username ?? null})`,
  );
  return ended > 0;
}

/**
 * Deletes tokens until none is left, a bounded part at a time: an account of an attacker may have millions. Who makes a token holds
 * the one it is made from (`holdToken`), for which a deletion waits, but the new one is seen by the next deletion only. What is
 * still connected is checked again, in all processes.
 * @returns the number of tokens
 */
async function endAllOf(database: Database, which: RawBuilder<unknown>): Promise<number> {
  const usernames = new Set<string>();
  let ended = 0;
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- one part after the other
    const part = await deletePart(database, which);
    // Those that another process has deleted meanwhile were found, but are not counted.
    if (part.found === 0) break;
    ended += part.ended;
    for (const name of part.usernames) usernames.add(name);
  }
  if (ended > 0) await notifyOfEndedSessions(database, [...usernames]);
  return ended;
}

/** What came of a part of the tokens; its names are a few more than a notification has room for, at most. */
async function deletePart(
  database: Database,
  which: RawBuilder<unknown>,
): Promise<{ found: number; ended: number; usernames: string[] }> {
  const { rows } = await sql<{ found: number; ended: number; usernames: string[] }>`
    with part as materialized (
      select token_hash from portal_token where ${which} limit ${limits.tokensPerDeletion}),
    gone as (
      delete from portal_token where token_hash in (select token_hash from part) returning username)
    select (select count(*)::integer from part) as found, (select count(*)::integer from gone) as ended,
      array(select distinct username from gone limit ${namedUsers + 1}) as usernames`.execute(database);
  return rows[0] ?? { found: 0, ended: 0, usernames: [] };
}

/** Ends every session of every user, and every sign-in that is under way. @returns the number of sessions */
export async function endAllSessions(database: Database): Promise<number> {
  await renewAllSecurityStamps(database);
  await database.deleteFrom('portal_sign_in_step').execute();
  await database.deleteFrom('portal_code').where('session_id', 'is', null).execute();
  const { sessions } = await database
    .selectFrom('portal_token')
    .select((eb) => eb.fn.count<number>('session_id').distinct().as('sessions'))
    .executeTakeFirstOrThrow();
  await endAllOf(database, sql`true`);
  return Number(sessions);
}

/**
 * Ends every session of a user, except one that may be kept, and every sign-in that is under way, with its step or code.
 * @returns the account's new security stamp; undefined for an unknown user
 */
export async function endSessionsOf(
  database: Database,
  username: string,
  except?: string,
): Promise<string | undefined> {
  // First: what a sign-in stored before is found below, and it stores nothing afterwards.
  const securityStamp = await renewSecurityStamp(database, username);
  await database.deleteFrom('portal_sign_in_step').where('username', '=', username).execute();
  // Before the tokens: a code that is being exchanged is waited for, and its session ends with the others.
  await database
    .deleteFrom('portal_code')
    .where('username', '=', username)
    .where('session_id', 'is', null)
    .execute();
  await endAllOf(
    database,
    sql`username = ${username} and (${except ?? null}::text is null or session_id <> ${except ?? null})`,
  );
  return securityStamp;
}

/**
 * Ends the sessions that an application opened, and those in which it has a token: any token of these may have been made from one of
 * the application.
 */
export async function endSessionsOfApp(database: Database, clientId: string): Promise<void> {
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- one part after the other
    const found = await database
      .selectFrom('portal_token')
      .select('session_id')
      .distinct()
      .where((eb) => eb.or([eb('client_id', '=', clientId), eb('session_client_id', '=', clientId)]))
      .limit(limits.tokensPerDeletion)
      .execute();
    if (found.length === 0) return;
    const sessionIds = found.map(({ session_id: id }) => id);
    // oxlint-disable-next-line no-await-in-loop
    await endAllOf(database, sql`session_id = any(${sessionIds}::text[])`);
  }
}
