import { requireMember, userNotFound } from '../../access/refusals.ts';
import type { Operation, PortalCall } from '../../operation.ts';
import { groupsOf } from '../group-store.ts';
import { presentGroup, presentMembership } from '../present-group.ts';
import { presentUser, type UserRow } from '../present-user.ts';
import { findUser } from '../user-store.ts';
import { presentStorage } from '../../quotas/present-storage.ts';
import { loadUser } from './load-user.ts';

/** `community/users/{user}`: a user with those of their groups visible to the caller. */
export const getUser: Operation = async (call) => withGroups(call, await loadUser(call));

/** `community/self`: the caller. Anonymous: 499. */
export const getSelf: Operation = async (call) => {
  const { username } = requireMember(call.caller);
  const user = await findUser(call.context.database, username);
  if (!user) throw userNotFound();
  return withGroups(call, user);
};

async function withGroups(call: PortalCall, user: UserRow): Promise<object> {
  const { context, caller } = call;
  const groups = await groupsOf(context.database, user.username, caller);
  return {
    ...presentUser(user, caller),
    ...(await presentStorage(call, user)),
    groups: groups.map(({ group, membership }) => ({
      ...presentGroup(group),
      userMembership: { ...presentMembership(caller, membership), username: user.username },
    })),
  };
}
