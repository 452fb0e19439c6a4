import { inTransaction } from '../../platform/database/connect.ts';
import type { PortalRole } from '../../platform/database/tables/portal.ts';
import type { UserRow } from '../community/present-user.ts';
import { updateUser } from '../community/user-store.ts';
import type { PortalContext } from '../operation.ts';
import { recordPortalAct } from '../record-portal-act.ts';
import { isLastAdministrator } from './keep-an-administrator.ts';

/**
 * Gives a user another role and records who did it. The last administrator of a portal keeps theirs.
 * @returns whether the role was kept
 */
export async function changeRole(
  { database, now }: Pick<PortalContext, 'database' | 'now'>,
  user: UserRow,
  { role, actor }: { role: PortalRole; actor: string },
): Promise<{ kept: boolean }> {
  if (user.role === role) return { kept: false };
  return inTransaction(database, async (transaction) => {
    if (user.role === 'org_admin' && (await isLastAdministrator(transaction, user))) return { kept: true };
    const at = now();
    await updateUser(transaction, user, { role, modified_at: at });
    const detail = { from: user.role, to: role };
    const act = { act: 'person.role-changed', subject: user.username, orgId: user.org_id, detail };
    await recordPortalAct(transaction, actor, act, at);
    return { kept: false };
  });
}
