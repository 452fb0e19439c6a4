import type { Database } from '../../../platform/database/connect.ts';
import { deleteSomeExpired } from '../../../platform/database/expired-rows-store.ts';
import { type Expression, type ExpressionBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { Tables } from '../../../platform/database/tables.ts';
import type { AdministrationTables } from '../../../platform/database/tables/administration.ts';
import { unassigned } from '../../organisation/portal-organisation-store.ts';

/** Those of these ids that are still groups of the organisation, with their titles. */
export async function existingGroups(
  database: Database,
  orgId: string,
  ids: readonly string[],
): Promise<{ id: string; title: string }[]> {
  if (ids.length === 0) return [];
  return database
    .selectFrom('portal_group')
    .select(['id', 'title'])
    .where('id', 'in', [...ids])
    .where('org_id', '=', orgId)
    .execute();
}

export type LinkRow = Selectable<AdministrationTables['portal_link']>;

/** Stores a link. A new one for a password replaces older ones of the same user; expired ones are deleted. */
export async function saveLink(database: Database, link: LinkRow, now: number): Promise<void> {
  await deleteSomeExpired(database, 'portal_link', sql`expires_at <= ${now}`);
  if (link.username !== null) await deletePasswordLinks(database, link.username);
  await database.insertInto('portal_link').values(link).execute();
}

/** An organisation's valid links, newest first. */
export async function listOpenLinks(database: Database, orgId: string, now: number): Promise<LinkRow[]> {
  return database
    .selectFrom('portal_link')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .limit(500)
    .execute();
}

/**
 * Whether a link is valid: not expired, not used, its author is still an administrator of the organisation, and the user whose password
 * it replaces is still one of its enabled users.
 */
function isOpen(eb: ExpressionBuilder<Tables, 'portal_link'>, now: number): Expression<SqlBool> {
  const enabled = eb
    .selectFrom('portal_user')
    .select('portal_user.username')
    .whereRef('portal_user.org_id', '=', 'portal_link.org_id')
    .where('portal_user.org_id', '<>', unassigned)
    .where('portal_user.disabled', '=', false);
  const author = enabled
    .whereRef('portal_user.username', '=', 'portal_link.created_by')
    .where('portal_user.role', '=', 'org_admin');
  const user = enabled.whereRef('portal_user.username', '=', 'portal_link.username');
  return eb.and([
    eb('portal_link.used_at', 'is', null),
    eb('portal_link.expires_at', '>', now),
    eb.exists(author),
    eb.or([eb('portal_link.username', 'is', null), eb.exists(user)]),
  ]);
}

export async function findOpenLink(
  database: Database,
  tokenHash: string,
  now: number,
): Promise<LinkRow | undefined> {
  return database
    .selectFrom('portal_link')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where((eb) => isOpen(eb, now))
    .executeTakeFirst();
}

/**
 * Uses up a valid link: hashing a password takes a while, in which a link may end. @returns whether this call did: only one of two
 * concurrent calls succeeds
 */
export async function useUpLink(database: Database, tokenHash: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('portal_link')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where((eb) => isOpen(eb, now))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends the links by which a user chooses a password. */
export async function deletePasswordLinks(database: Database, username: string): Promise<void> {
  await database.deleteFrom('portal_link').where('username', '=', username).execute();
}

/** Revokes a link. */
export async function deleteLink(
  database: Database,
  orgId: string,
  tokenHash: string,
): Promise<LinkRow | undefined> {
  return database
    .deleteFrom('portal_link')
    .where('org_id', '=', orgId)
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}
