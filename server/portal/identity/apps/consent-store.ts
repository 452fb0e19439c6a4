import type { Database } from '../../../platform/database/connect.ts';

/** A user's permission for an application to act for them from a redirect address. */
interface Consent {
  clientId: string;
  username: string;
  redirectUri: string;
}

/** Whether a user allowed an application, at a redirect address or at any. */
export async function hasConsent(
  database: Database,
  { clientId, username, redirectUri }: Omit<Consent, 'redirectUri'> & Partial<Consent>,
): Promise<boolean> {
  const found = await database
    .selectFrom('portal_app_consent')
    .select('username')
    .where('client_id', '=', clientId)
    .where('username', '=', username)
    .$if(redirectUri !== undefined, (query) => query.where('redirect_uri', '=', redirectUri ?? ''))
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether one of some accounts, given in lower case, allowed an application at a redirect address. */
export async function hasConsentOfAny(
  database: Database,
  { clientId, usernames, redirectUri }: Omit<Consent, 'username'> & { usernames: readonly string[] },
): Promise<boolean> {
  if (usernames.length === 0) return false;
  const found = await database
    .selectFrom('portal_app_consent')
    .innerJoin('portal_user', 'portal_user.username', 'portal_app_consent.username')
    .select('portal_user.username')
    .where('client_id', '=', clientId)
    .where('redirect_uri', '=', redirectUri)
    .where((eb) => eb(eb.fn('lower', ['portal_user.username']), 'in', usernames))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

export async function saveConsents(
  database: Database,
  { clientId, username, redirectUris }: Omit<Consent, 'redirectUri'> & { redirectUris: readonly string[] },
  now: number,
): Promise<void> {
  if (redirectUris.length === 0) return;
  await database
    .insertInto('portal_app_consent')
    .values(
      redirectUris.map((redirect_uri) => ({ client_id: clientId, username, redirect_uri, created_at: now })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Withdraws a user's consents to the application of a session, or to all applications. */
export async function withdrawConsents(
  database: Database,
  username: string,
  sessionId?: string,
): Promise<void> {
  await database
    .deleteFrom('portal_app_consent')
    .where('username', '=', username)
    .$if(sessionId !== undefined, (query) =>
      query.where('client_id', 'in', (eb) =>
        eb
          .selectFrom('portal_token')
          .select((of) => of.ref('portal_token.session_client_id').$castTo<string>().as('client_id'))
          .where('portal_token.username', '=', username)
          .where('portal_token.session_id', '=', sessionId ?? '')
          .union(
            eb
              .selectFrom('portal_token')
              .select((of) => of.ref('portal_token.client_id').$castTo<string>().as('client_id'))
              .where('portal_token.username', '=', username)
              .where('portal_token.session_id', '=', sessionId ?? ''),
          ),
      ),
    )
    .execute();
}
