import { presentGroup } from '../community/present-group.ts';
import type { Operation } from '../operation.ts';
import { groupSortFields } from './groups/group-search.ts';
import { searchGroups as findGroups } from './groups/group-search-store.ts';
import { pageEnvelope } from './paging.ts';
import { readSimpleSearch } from './simple-search.ts';

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
