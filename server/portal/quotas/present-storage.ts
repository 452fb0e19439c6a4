import { holdsIn } from '../access/privileges.ts';
import type { UserRow } from '../community/present-user.ts';
import type { PortalCall } from '../operation.ts';
import { findStorage } from './quota-store.ts';

/** The usage fields of an ArcGIS user, in bytes: for the user and for administrators. */
export async function presentStorage(
  { context, caller }: Pick<PortalCall, 'context' | 'caller'>,
  { username, org_id }: Pick<UserRow, 'username' | 'org_id'>,
): Promise<{ storageUsage?: number; storageQuota?: number }> {
  if (caller.kind !== 'member') return {};
  if (caller.username !== username && !holdsIn(caller, 'portal:admin:viewUsers', org_id)) return {};
  const { used, most } = await findStorage(context.database, username);
  return { storageUsage: used, ...(most !== null && { storageQuota: most }) };
}
