import { loadGroup } from '../../access/load-group.ts';
import type { Operation } from '../../operation.ts';
import { presentGroup, presentMembership } from '../present-group.ts';

/** `community/groups/{id}`: a group and the caller's membership in it. */
export const getGroup: Operation = async ({ context, caller, path }) => {
  const { group, facts } = await loadGroup(context, caller, path['id'] ?? '', 'see');
  return {
    ...presentGroup(group),
    userMembership: presentMembership(caller, facts.membership),
  };
};
