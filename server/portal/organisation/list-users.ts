import { presentUser } from '../community/present-user.ts';
import { listUsers } from '../community/user-store.ts';
import type { Operation } from '../operation.ts';
import { requireMember } from '../access/refusals.ts';
import { pageEnvelope, readPage } from '../search/paging.ts';
import { checkPortalId } from './get-portal.ts';

/** `portals/{id}/users`: the organisation's users visible to a member, by username. */
export const listPortalUsers: Operation = async (call) => {
  checkPortalId(call);
  const { context } = call;
  const caller = requireMember(call.caller);
  const page = readPage(call.parameters);
  const { total, users } = await listUsers(context.database, context.portal.id, caller, page);
  return {
    ...pageEnvelope(page, total),
    users: users.map((user) => presentUser(user, caller)),
  };
};
