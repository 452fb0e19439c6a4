import { sql } from 'kysely';
import type { Database } from '../../database/connect.ts';
import type { PortalRole } from '../../database/tables/portal.ts';

/** The person a live access token belongs to, with the groups they are a member of, in one round trip. */
export async function findCaller(
  database: Database,
  tokenHash: string,
  now: number,
): Promise<{ username: string; role: PortalRole; groupIds: string[] } | undefined> {
  return database
    .selectFrom('portal_token')
    .innerJoin('portal_user', 'portal_user.username', 'portal_token.username')
    .where('portal_token.token_hash', '=', tokenHash)
    .where('portal_token.kind', '=', 'access')
    .where('portal_token.expires_at', '>', now)
    .where('portal_user.disabled', '=', false)
    .select((eb) => [
      'portal_user.username',
      'portal_user.role',
      sql<string[]>`array(${eb
        .selectFrom('portal_group_member')
        .select('group_id')
        .whereRef('portal_group_member.username', '=', 'portal_user.username')})`.as('groupIds'),
    ])
    .executeTakeFirst();
}
