import type { PortalRole } from '../../../platform/database/tables/portal.ts';
import { z } from 'zod';
import { readOperation } from '../../../platform/arcgis/schema.ts';
import { requireMember, userNotFound } from '../../access/refusals.ts';
import { findColleague } from '../../community/users/load-user.ts';
import type { Operation } from '../../operation.ts';
import { checkPortalId } from '../portal-organisations.ts';
import { noSuchRole } from './role-operations.ts';
import { findRole } from './role-store.ts';
import { changeRole } from './change-role.ts';
import { lastAdministrator } from '../../community/users/keep-an-administrator.ts';

/** Role names sent by clients; the `account_` ones are from before organisations. */
const roles: Readonly<Record<string, PortalRole>> = {
  org_admin: 'org_admin',
  org_publisher: 'org_publisher',
  org_user: 'org_user',
  account_admin: 'org_admin',
  account_publisher: 'org_publisher',
  account_user: 'org_user',
};

export function readRole(name: string | undefined): PortalRole | undefined {
  return name !== undefined && Object.hasOwn(roles, name) ? roles[name] : undefined;
}

const schema = z.object({ user: z.string().default(''), role: z.string().optional() });

/** `portals/{id}/updateUserRole` `user`, `role`: `org_admin`, `org_publisher`, `org_user`, or the id of a role that the organisation defined. */
export const updateUserRole: Operation = async (call) => {
  checkPortalId(call);
  const { username: actor, orgId } = requireMember(call.caller);
  const { context, parameters } = call;
  const input = readOperation(schema, parameters);
  const builtIn = readRole(input.role);
  const custom = builtIn ? undefined : await findRole(context.database, orgId, input.role ?? '');
  if (!builtIn && !custom) throw noSuchRole();
  const user = await findColleague(call, input.user);
  if (!user) throw userNotFound();
  const { kept } = await changeRole(context, user, { role: builtIn ?? 'org_user', custom, actor });
  if (kept) throw lastAdministrator(user.username);
  return { success: true, username: user.username };
};
