import { type Insertable, type Selectable, sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { deleteSomeExpired } from '../../platform/database/expired-rows-store.ts';
import type { PortalTables } from '../../platform/database/tables/portal.ts';
import type { PortalAppType } from '../../platform/database/tables/portal-sign-in.ts';

/** A registered application. */
export interface App {
  clientId: string;
  /** The organisation whose users it signs in; null: all users. */
  orgId: string | null;
  title: string;
  /** Of the item of one that a member registered, with the title in other languages (`wire/item-translations.ts`). */
  properties?: Readonly<Record<string, unknown>> | null;
  redirectUris: readonly string[];
  /** `server`: every request for tokens needs the secret. */
  type: PortalAppType;
  /** The member who registered it; null: the operator. */
  owner: string | null;
  secretHash: string | null;
}

/** An application; title and organisation of one that a member registered are those of its item. */
export async function findApp(database: Database, clientId: string): Promise<App | undefined> {
  return database
    .selectFrom('portal_app')
    .leftJoin('portal_item', 'portal_item.id', 'portal_app.item_id')
    .select((eb) => [
      'client_id as clientId',
      eb.fn.coalesce('portal_item.org_id', 'portal_app.org_id').as('orgId'),
      eb.fn.coalesce('portal_item.title', 'portal_app.title').as('title'),
      'redirect_uris as redirectUris',
      'app_type as type',
      'secret_hash as secretHash',
      'portal_item.owner',
      'portal_item.properties',
    ])
    .where('client_id', '=', clientId)
    .executeTakeFirst();
}

/** Stores an application of the operator, or replaces its title and addresses. */
export async function saveApp(
  database: Database,
  app: Pick<App, 'clientId' | 'orgId' | 'title' | 'redirectUris'> & { createdAt: number },
): Promise<void> {
  const changed = { org_id: app.orgId, title: app.title, redirect_uris: [...app.redirectUris] };
  await database
    .insertInto('portal_app')
    .values({ client_id: app.clientId, created_at: app.createdAt, ...changed })
    .onConflict((conflict) => conflict.column('client_id').doUpdateSet(changed))
    .execute();
}

export type StoredCode = Selectable<PortalTables['portal_code']>;

/** Used codes are kept this long after they expire, so that a late second use still ends the session. */
const keepUsedMs = 24 * 60 * 60 * 1000;

export async function saveCode(
  database: Database,
  code: Omit<Insertable<PortalTables['portal_code']>, 'session_id'>,
  now: number,
): Promise<void> {
  await database.insertInto('portal_code').values(code).execute();
  await deleteSomeExpired(database, 'portal_code', sql`expires_at < ${now - keepUsedMs}`);
}

/** Holds the user of a code before the code, in the order of changes of an account, which end its codes. */
export async function holdUserOfCode(transaction: Database, codeHash: string): Promise<void> {
  await transaction
    .selectFrom('portal_user')
    .select('username')
    .where('username', '=', (eb) =>
      eb.selectFrom('portal_code').select('portal_code.username').where('code_hash', '=', codeHash),
    )
    // As what ends sessions: an exchange waits for that before it locks an application, for which all others would wait.
    .forNoKeyUpdate()
    .execute();
}

/**
 * Locks an application until the transaction ends: what is stored for it comes before a new secret or the end of its registration, which
 * then end it, or comes after and is refused.
 * @param secretHash as it was verified
 * @returns whether there is such an application, with this secret if one is given
 */
export async function lockApp(
  transaction: Database,
  clientId: string,
  secretHash?: string | null,
): Promise<boolean> {
  const locked = await transaction
    .selectFrom('portal_app')
    .select('client_id')
    .where('client_id', '=', clientId)
    .$if(secretHash !== undefined, (query) =>
      query.where('secret_hash', 'is not distinct from', secretHash ?? null),
    )
    // Not a shared lock: requests without a pause would keep a new secret waiting.
    .forNoKeyUpdate()
    .executeTakeFirst();
  return locked !== undefined;
}

/**
 * Uses up a code for a session. Only one of several concurrent attempts succeeds; call it in a transaction
 * that also stores the session's tokens, so that the next one sees them.
 */
export async function useCode(
  database: Database,
  codeHash: string,
  sessionId: string,
): Promise<StoredCode | { usedFor: string } | undefined> {
  const code = await database
    .updateTable('portal_code')
    .set({ session_id: sessionId })
    .where('code_hash', '=', codeHash)
    .where('session_id', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (code) return code;
  const used = await database
    .selectFrom('portal_code')
    .select('session_id')
    .where('code_hash', '=', codeHash)
    .executeTakeFirst();
  return used?.session_id ? { usedFor: used.session_id } : undefined;
}
