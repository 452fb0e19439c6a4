import { limits } from '../../limits.ts';
import type { Database } from '../../platform/database/connect.ts';
import { unassigned } from '../organisation/portal-organisation-store.ts';

type Kind = 'password' | 'code';

export interface MailToken {
  tokenHash: string;
  kind: Kind;
  username: string;
  email: string;
  expires: number;
}

/** Stores a token. A new code replaces an earlier one; a link leaves those of the same hour valid, because mail may arrive late. */
export async function saveMailToken(database: Database, token: MailToken): Promise<void> {
  if (token.kind === 'code') await deleteMailTokens(database, token.username, 'code');
  await database
    .insertInto('portal_mail_token')
    .values({
      token_hash: token.tokenHash,
      kind: token.kind,
      username: token.username,
      email: token.email,
      expires_at: token.expires,
    })
    .execute();
}

/** The user of a valid token, whose confirmed address is still the one it was sent to. */
export async function findLinkUser(
  database: Database,
  tokenHash: string,
  now: number,
): Promise<string | undefined> {
  const row = await database
    .selectFrom('portal_mail_token')
    .innerJoin('portal_user', 'portal_user.username', 'portal_mail_token.username')
    .select('portal_user.username')
    .where('token_hash', '=', tokenHash)
    .where('kind', '=', 'password')
    .where('expires_at', '>', now)
    .where('disabled', '=', false)
    .where('org_id', '<>', unassigned)
    .where('email_confirmed_at', 'is not', null)
    .whereRef('portal_user.email', '=', 'portal_mail_token.email')
    .executeTakeFirst();
  return row?.username;
}

/** Uses up a token. @returns whether this call did: only one of several concurrent calls succeeds */
export async function useMailToken(
  database: Database,
  { tokenHash, kind, username, email }: Omit<MailToken, 'expires'>,
  now: number,
): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom('portal_mail_token')
    .where('token_hash', '=', tokenHash)
    .where('kind', '=', kind)
    .where('username', '=', username)
    .where('email', '=', email)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Ends the links or codes of a user; all of them when no kind is named. */
export async function deleteMailTokens(database: Database, username: string, kind?: Kind): Promise<void> {
  await database
    .deleteFrom('portal_mail_token')
    .where('username', '=', username)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? 'code'))
    .execute();
}

/**
 * The accounts that someone may mean who has forgotten their password: by username, or by confirmed address. Not those of an
 * identity provider, which have no password here, and not disabled ones.
 * @param orgId only of this organisation; null: of all
 */
export async function findForgetful(
  database: Database,
  { typed, orgId }: { typed: string; orgId: string | null },
): Promise<string[]> {
  const name = typed.trim().toLowerCase();
  const rows = await database
    .selectFrom('portal_user')
    .select('username')
    .where((eb) =>
      eb.or([eb(eb.fn('lower', ['username']), '=', name), eb(eb.fn('lower', ['email']), '=', name)]),
    )
    .where('email_confirmed_at', 'is not', null)
    .where('disabled', '=', false)
    .where('org_id', '<>', unassigned)
    .$if(orgId !== null, (query) => query.where('org_id', '=', orgId ?? ''))
    .where((eb) =>
      eb.or([
        eb('password_hash', 'is not', null),
        eb.not(
          eb.exists(
            eb
              .selectFrom('portal_provider_user')
              .select('subject')
              .whereRef('portal_provider_user.username', '=', 'portal_user.username'),
          ),
        ),
      ]),
    )
    .orderBy('username')
    .limit(limits.accountsPerAddress)
    .execute();
  return rows.map(({ username }) => username);
}

/** Records that a user has an address, as long as it is theirs. */
export async function confirmAddress(
  database: Database,
  { username, email }: { username: string; email: string },
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('portal_user')
    .set({ email_confirmed_at: now })
    .where('username', '=', username)
    .where('email', '=', email)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
