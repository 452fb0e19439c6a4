import type {
  OrganisationStorageAnswer,
  QuotaNumbers,
  QuotaScope,
  StorageAnswer,
} from '../../../wire/quota.ts';
import { loadOwnUser } from '../community/users/load-user.ts';
import type { Operation, PortalCall } from '../operation.ts';
import { checkPortalId } from '../organisation/get-portal.ts';
import { requireMember } from '../access/refusals.ts';
import { findQuotas, findUsage, listLargest, listLargestPeople } from './quota-store.ts';
import { findUploadSeconds } from './upload-time-store.ts';

/** Rows of a response: the largest content is among them. */
const shown = 50;

/**
 * `community/users/{user}/storage`, this portal's own: usage and quota of a user's content, and the largest
 * items.
 */
export const getStorage: Operation = async (call) => {
  const user = await loadOwnUser(call);
  const of = { username: user.username, orgId: user.org_id };
  const answer: StorageAnswer = {
    ...(await amounts(call, 'person', of)),
    largest: await listLargest(call.context.database, user.username, shown),
  };
  return answer;
};

/** `portals/{id}/storage`, for administrators: the same for the organisation, and its users. */
export const getOrganisationStorage: Operation = async (call) => {
  checkPortalId(call);
  const { username, orgId } = requireMember(call.caller);
  const answer: OrganisationStorageAnswer = {
    ...(await amounts(call, 'organisation', { username, orgId })),
    people: await listLargestPeople(call.context.database, orgId, shown),
  };
  return answer;
};

async function amounts(
  { context: { database, now } }: Pick<PortalCall, 'context'>,
  scope: QuotaScope,
  { username, orgId }: { username: string; orgId: string },
): Promise<Pick<StorageAnswer, 'used' | 'most'>> {
  const day = new Date(now()).toISOString().slice(0, 10);
  const [usage, seconds, most] = await Promise.all([
    findUsage(database, scope, scope === 'person' ? username : orgId),
    findUploadSeconds(database, { username, orgId, day }),
    findQuotas(database, orgId),
  ]);
  return {
    used: { ...usage, uploadSeconds: Math.round(seconds[scope]) },
    most: shownQuotas(most[scope]),
  };
}

function shownQuotas({ bytes, items, features, uploadSeconds }: QuotaNumbers): StorageAnswer['most'] {
  return { bytes, items, features, uploadSeconds };
}
