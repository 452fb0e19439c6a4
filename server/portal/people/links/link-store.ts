import type { Database } from '../../../platform/database/connect.ts';
import type { Selectable } from 'kysely';
import type { AdministrationTables } from '../../../platform/database/tables/administration.ts';
import { unassigned } from '../../organisation/portal-organisation-store.ts';

/** The ids that are still groups of the organisation. */
export async function existingGroups(
  database: Database,
  orgId: string,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await database
    .selectFrom('portal_group')
    .select('id')
    .where('id', 'in', [...ids])
    .where('org_id', '=', orgId)
    .execute();
  return rows.map(({ id }) => id);
}

export type LinkRow = Selectable<AdministrationTables['portal_link']>;

/** Stores a link. A new one for a password replaces older ones of the same user; expired ones are deleted. */
export async function saveLink(database: Database, link: LinkRow, now: number): Promise<void> {
  await database
    .deleteFrom('portal_link')
    .where((eb) =>
      eb.or([
        eb('expires_at', '<=', now),
        ...(link.username === null ? [] : [eb('username', '=', link.username)]),
      ]),
    )
    .execute();
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

/** A valid link: not expired, not used, and its author is still an administrator. */
export async function findOpenLink(
  database: Database,
  tokenHash: string,
  now: number,
): Promise<LinkRow | undefined> {
  return database
    .selectFrom('portal_link')
    .innerJoin('portal_user as maker', 'maker.username', 'portal_link.created_by')
    .selectAll('portal_link')
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('portal_link.expires_at', '>', now)
    .whereRef('maker.org_id', '=', 'portal_link.org_id')
    .where('maker.org_id', '<>', unassigned)
    .where('maker.role', '=', 'org_admin')
    .where('maker.disabled', '=', false)
    .executeTakeFirst();
}

/** Uses up a link. @returns whether this call did: only one of two concurrent calls succeeds */
export async function useUpLink(database: Database, tokenHash: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('portal_link')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
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
