import { z } from 'zod';
import { quoted } from '../../../wire/search-text.ts';
import { boolean, readOperation } from '../../platform/arcgis/schema.ts';
import { requireMember } from '../access/refusals.ts';
import { presentUser } from '../community/present-user.ts';
import type { Operation } from '../operation.ts';
import { pageEnvelope, readSimpleSearch } from '../search/parameters.ts';
import { searchUsers, userSortFields } from '../search/users/user-search-store.ts';
import { checkPortalId } from './portal-organisations.ts';

const text = z.string().optional();

/** Fields by which users can be filtered, with the same meaning as in searches. */
const filters = { username: text, fullname: text, firstname: text, lastname: text, role: text };

const schema = z.object({
  ...filters,
  filterIntersection: boolean.default(false),
  provider: z
    .string()
    .toLowerCase()
    .pipe(z.literal('arcgis', 'All users of this portal have the provider arcgis.'))
    .optional(),
});

/** All users have the same level, so that sorting by it is sorting by name. */
const sortFields = { ...userSortFields, level: 'username' } as const;

/**
 * `portals/{id}/users`: the organisation's users visible to a member, by username or `sortField`. Users match one of the given
 * filters, or with `filterIntersection=true` all of them.
 */
export const listPortalUsers: Operation = async (call) => {
  checkPortalId(call);
  const { context, parameters } = call;
  const caller = requireMember(call.caller);
  const { filterIntersection, ...input } = readOperation(schema, parameters);
  const wanted = Object.keys(filters).flatMap((name) => {
    const value = input[name as keyof typeof filters];
    return value === undefined ? [] : [`${name}:${quoted(value)}`];
  });
  const filter = wanted.join(filterIntersection ? ' AND ' : ' OR ');
  const search = readSimpleSearch(parameters.with({ q: '', filter }), sortFields);
  const { total, rows } = await searchUsers(context.database, search, caller, context.portal.id);
  return { ...pageEnvelope(search.page, total), users: rows.map((user) => presentUser(user, caller)) };
};
