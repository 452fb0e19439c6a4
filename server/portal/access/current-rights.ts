import { findCaller } from '../identity/token-store.ts';
import type { PortalCall } from '../operation.ts';
import { checkRequirement, type Requirement } from './privileges.ts';
import { invalidToken, requireMember } from './refusals.ts';

/**
 * A call with the rights that its caller has now. Called before each part of an operation on several users or items: since the
 * first part its caller may have lost their role, their groups, their account or the session.
 * @param needs as of the operation
 * @throws MappingError `portal:invalid-token` (498), `portal:forbidden` (403)
 */
export async function withCurrentRights(call: PortalCall, needs: Requirement): Promise<PortalCall> {
  const { database, now } = call.context;
  const { tokenHash } = requireMember(call.caller);
  const found = await findCaller(database, tokenHash, now());
  if (!found) throw invalidToken();
  const { usedAt: _, ...member } = found;
  const caller = { kind: 'member' as const, ...member, tokenHash };
  checkRequirement(caller, needs);
  return { ...call, caller };
}
