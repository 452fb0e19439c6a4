import { presentUser } from '../community/present-user.ts';
import type { Operation } from '../operation.ts';
import { checkPortalId } from '../organisation/get-portal.ts';
import { pageEnvelope } from './paging.ts';
import { readSimpleSearch } from './simple-search.ts';
import { userSortFields } from './users/user-search.ts';
import { searchUsers as findUsers } from './users/user-search-store.ts';

/** `community/users` and `portals/{id}/users/search`: people the caller may see (portal-wire §2, §3). */
export const searchUsers: Operation = async (call) => {
  checkPortalId(call);
  const { context, caller } = call;
  const search = readSimpleSearch(call, userSortFields);
  const { total, rows } = await findUsers(context.database, search, caller);
  return {
    query: search.query,
    ...pageEnvelope(search.page, total),
    results: rows.map((row) => presentUser(row, caller)),
  };
};
