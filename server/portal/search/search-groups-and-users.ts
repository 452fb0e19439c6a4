import { presentGroup } from '../community/present-group.ts';
import type { Operation } from '../operation.ts';
import { groupSortFields, searchGroups as findGroups } from './groups/group-search-store.ts';
import { pageEnvelope, readSimpleSearch } from './parameters.ts';
import { presentUser } from '../community/present-user.ts';
import { checkPortalId } from '../organisation/portal-organisations.ts';
import { searchUsers as findUsers, userSortFields } from './users/user-search-store.ts';

/** `community/groups`: the groups visible to the caller. */
export const searchGroups: Operation = async (call) => {
  const { context, caller } = call;
  const search = readSimpleSearch(call.parameters, groupSortFields);
  const { total, rows } = await findGroups(context.database, search, caller);
  return {
    query: search.query,
    ...pageEnvelope(search.page, total),
    results: rows.map((row) => presentGroup(row)),
  };
};

/** `community/users`: users visible to the caller. `portals/{id}/users/search`: those of the organisation. */
export const searchUsers: Operation = async (call) => {
  checkPortalId(call);
  const { context, caller, path } = call;
  const search = readSimpleSearch(call.parameters, userSortFields);
  const orgId = path['portal'] === undefined ? undefined : context.portal.id;
  const { total, rows } = await findUsers(context.database, search, caller, orgId);
  return {
    query: search.query,
    ...pageEnvelope(search.page, total),
    results: rows.map((row) => presentUser(row, caller)),
  };
};
