import { findMember } from '../identity/member-store.ts';
import { sessionOf } from '../identity/session-store.ts';
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
  const { database } = call.context;
  const before = requireMember(call.caller);
  const { tokenHash } = before;
  const session = await sessionOf(database, tokenHash);
  const member = await findMember(database, before.username);
  if (session === undefined || !member) throw invalidToken();
  checkRequirement(member, needs);
  return { ...call, caller: { ...before, ...member, tokenHash } };
}
