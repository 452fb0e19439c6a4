import { inTransaction } from '../../../platform/database/connect.ts';
import type { PortalRole } from '../../../platform/database/tables/portal.ts';
import type { UserRow } from '../../community/present-user.ts';
import { updateUser } from '../../community/user-store.ts';
import type { PortalContext } from '../../operation.ts';
import { recordPortalAct } from '../../record-portal-act.ts';
import { noSuchRole } from './role-operations.ts';
import { findRole, lockRoles, type RoleRow } from './role-store.ts';
import { lockWithAdministrators } from '../../community/users/administrator-store.ts';
import { userNotFound } from '../../access/refusals.ts';

/**
 * Gives a user another role and records who did it.
 * @param custom a role that the organisation defined; `role` is then `org_user`
 * The last administrator of a portal keeps theirs.
 * @returns whether the role was kept
 */
export async function changeRole(
  { database, now }: Pick<PortalContext, 'database' | 'now'>,
  user: UserRow,
  {
    role,
    custom,
    actor,
  }: { role: PortalRole; custom?: Pick<RoleRow, 'id' | 'name'> | undefined; actor: string },
): Promise<{ kept: boolean }> {
  const roleId = custom?.id ?? null;
  return inTransaction(database, async (transaction) => {
    if (custom) {
      // It may have been deleted meanwhile.
      await lockRoles(transaction, user.org_id);
      if (!(await findRole(transaction, user.org_id, custom.id))) throw noSuchRole();
    }
    // They may have become an administrator meanwhile, or have the role already.
    const { user: before, hasOther } = await lockWithAdministrators(transaction, user);
    if (!before) throw userNotFound();
    if (before.role === role && before.role_id === roleId) return { kept: false };
    if (before.role === 'org_admin' && role !== 'org_admin' && !hasOther) return { kept: true };
    const at = now();
    await updateUser(transaction, user, { role, role_id: roleId, modified_at: at });
    const detail = { from: before.role_id ?? before.role, to: custom?.name ?? role };
    const act = { act: 'person.role-changed', subject: user.username, orgId: user.org_id, detail };
    await recordPortalAct(transaction, actor, act, at);
    return { kept: false };
  });
}
