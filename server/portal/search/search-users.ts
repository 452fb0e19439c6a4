import { presentUser } from '../community/present-user.ts';
import type { Operation } from '../operation.ts';
import { checkPortalId } from '../organisation/get-portal.ts';
import { pageEnvelope } from './paging.ts';
import { readSimpleSearch } from './simple-search.ts';
import { userSortFields } from './users/user-search.ts';
import { searchUsers as findUsers } from './users/user-search-store.ts';

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
