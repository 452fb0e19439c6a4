import type { PortalRole } from '../../platform/database/tables/portal.ts';
import { z } from 'zod';
import { readOperation } from '../../platform/arcgis/schema.ts';
import { MappingError } from '../../../wire/errors.ts';
import { requireMember, userNotFound } from '../access/refusals.ts';
import { findColleague } from '../community/users/load-user.ts';
import type { Operation } from '../operation.ts';
import { checkPortalId } from '../organisation/portal-organisations.ts';
import { changeRole } from './change-role.ts';
import { lastAdministrator } from './keep-an-administrator.ts';

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

/** `portals/{id}/updateUserRole` `user`, `role`: one of `org_admin`, `org_publisher`, `org_user`. */
export const updateUserRole: Operation = async (call) => {
  checkPortalId(call);
  const { username: actor } = requireMember(call.caller);
  const { context, parameters } = call;
  const input = readOperation(schema, parameters);
  const role = readRole(input.role);
  if (!role) throw new MappingError('portal:invalid-role', 'This portal has no such role.', { status: 400 });
  const user = await findColleague(call, input.user);
  if (!user) throw userNotFound();
  const { kept } = await changeRole(context, user, { role, actor });
  if (kept) throw lastAdministrator(user.username);
  return { success: true, username: user.username };
};
