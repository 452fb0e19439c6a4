import { limits } from '../../limits.ts';
import type { Database } from '../../platform/database/connect.ts';
import { withoutSecondNode } from '../../platform/database/stand-in.ts';
import { invalidToken, type Member } from '../access/refusals.ts';
import type { Caller } from '../caller.ts';
import { lockUserAndReferences } from '../community/user-store.ts';

/** One active sign-in of a user: all tokens made from it. Times are epoch milliseconds. */
export interface Session {
  id: string;
  /** The application that it was opened with. */
  clientId: string | null;
  /** Title of the application, when it is registered. */
  app: string | null;
  agent: string;
  started: number;
  lastUsed: number;
  expires: number;
}

/** A user's active sessions, most recently used first, up to the number that an account may have. */
export async function listSessions(database: Database, username: string, now: number): Promise<Session[]> {
  return database
    .selectFrom('portal_token')
    .leftJoin('portal_app', 'portal_app.client_id', 'portal_token.session_client_id')
    .where('username', '=', username)
    .where('expires_at', '>', now)
    .groupBy('session_id')
    .select((eb) => [
      'session_id as id',
      eb.fn.max('session_client_id').as('clientId'),
      eb.fn.max('portal_app.title').as('app'),
      eb.fn.max('agent').as('agent'),
      eb.fn.min(eb.fn.coalesce('started_at', 'portal_token.created_at')).as('started'),
      eb.fn.max(eb.fn.coalesce('used_at', 'portal_token.created_at')).as('lastUsed'),
      eb.fn.max('expires_at').as('expires'),
    ])
    .orderBy('lastUsed', 'desc')
    .orderBy('started')
    .orderBy('id')
    .limit(2 * limits.sessionsPerAccount)
    .execute();
}

/** The session a token belongs to. */
export async function sessionOf(database: Database, tokenHash: string): Promise<string | undefined> {
  const found = await database
    .selectFrom('portal_token')
    .select('session_id')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return found?.session_id;
}

/**
 * Locks the caller's account, for a change of how it is signed in to. Another change may have ended their session since the call began,
 * and a thief's session must change nothing after that.
 * @returns the session
 * @throws MappingError `portal:invalid-token` (498)
 */
export async function lockOwnAccount(
  transaction: Database,
  { username, tokenHash }: Member,
): Promise<string> {
  await lockUserAndReferences(transaction, username);
  const session = await sessionOf(transaction, tokenHash);
  if (session === undefined) throw invalidToken();
  return session;
}

/** The session of a call; undefined for a visitor's. */
export async function ownSession(caller: Caller, database: Database): Promise<string | undefined> {
  return caller.kind === 'member' ? sessionOf(database, caller.tokenHash) : undefined;
}

export async function noteUse(database: Database, tokenHash: string, now: number): Promise<void> {
  await database
    .updateTable('portal_token')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where(withoutSecondNode)
    .execute();
}
