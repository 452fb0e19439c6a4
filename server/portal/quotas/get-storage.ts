import { holdsIn } from '../access/privileges.ts';
import type { UserRow } from '../community/present-user.ts';
import type { Operation, PortalCall } from '../operation.ts';
import { findQuotas, findStorage, findUsage, listLargest, listLargestUsers } from './quota-store.ts';
import type { OrganisationStorageResponse, QuotaScope, StorageResponse } from '../../../wire/quota.ts';
import { loadOwnUser } from '../community/users/load-user.ts';
import { checkPortalId } from '../organisation/portal-organisations.ts';
import { requireMember } from '../access/refusals.ts';
import { findUploadSeconds } from './upload-time-store.ts';

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

/** Rows of a response: the largest content is among them. */
const shown = 50;

/**
 * `community/users/{user}/storage`, this portal's own: usage and quota of a user's content, and the largest
 * items.
 */
export const getStorage: Operation = async (call) => {
  const user = await loadOwnUser(call);
  const of = { username: user.username, orgId: user.org_id };
  const response: StorageResponse = {
    ...(await amounts(call, 'person', of)),
    largest: await listLargest(call.context.database, user.username, shown),
  };
  return response;
};

/** `portals/{id}/storage`, for administrators: the same for the organisation, and its users. */
export const getOrganisationStorage: Operation = async (call) => {
  checkPortalId(call);
  const { username, orgId } = requireMember(call.caller);
  const response: OrganisationStorageResponse = {
    ...(await amounts(call, 'organisation', { username, orgId })),
    people: await listLargestUsers(call.context.database, orgId, shown),
  };
  return response;
};

async function amounts(
  { context: { database, now, countSharedMaps } }: Pick<PortalCall, 'context'>,
  scope: QuotaScope,
  { username, orgId }: { username: string; orgId: string },
): Promise<Pick<StorageResponse, 'used' | 'most'>> {
  const day = new Date(now()).toISOString().slice(0, 10);
  const [usage, sharedMaps, seconds, most] = await Promise.all([
    findUsage(database, scope, scope === 'person' ? username : orgId),
    countSharedMaps({ orgId, ...(scope === 'person' && { owner: username }) }),
    findUploadSeconds(database, { username, orgId, day }),
    findQuotas(database, orgId),
  ]);
  return {
    used: { ...usage, sharedMaps, uploadSeconds: Math.round(seconds[scope]) },
    most: most[scope],
  };
}
