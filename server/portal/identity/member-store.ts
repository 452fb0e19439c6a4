import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import type { Caller } from '../caller.ts';
import { unassigned } from '../organisation/portal-organisation-store.ts';

/** Users who may act, with the rights that they have now: not those who are disabled or without an organisation. */
export function selectMembers(database: Database) {
  return database
    .selectFrom('portal_user')
    .leftJoin('portal_role', 'portal_role.id', 'portal_user.role_id')
    .where('portal_user.disabled', '=', false)
    .where('portal_user.org_id', '<>', unassigned)
    .select((eb) => [
      'portal_user.username',
      'portal_user.org_id as orgId',
      'portal_user.role',
      'portal_role.privileges as granted',
      sql<string[]>`array(${eb
        .selectFrom('portal_group_member')
        .select('group_id')
        .whereRef('portal_group_member.username', '=', 'portal_user.username')})`.as('groupIds'),
    ]);
}

/** A member for work that continues without a token of theirs; undefined for those who may not act, or are deleted. */
export async function findMember(
  database: Database,
  username: string,
): Promise<Extract<Caller, { kind: 'member' }> | undefined> {
  const found = await selectMembers(database).where('portal_user.username', '=', username).executeTakeFirst();
  return found && { kind: 'member', ...found, tokenHash: '' };
}
