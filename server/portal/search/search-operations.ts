import { z } from 'zod';
import { MappingError } from '../../../wire/errors.ts';
import { limits } from '../../limits.ts';
import { parameterError } from '../../platform/arcgis/parameters.ts';
import { readOperation, textList } from '../../platform/arcgis/schema.ts';
import { inTurn } from '../../platform/budgets/in-turn.ts';
import type { Database } from '../../platform/database/connect.ts';
import { hasMoreValues, parseStorableJson } from '../../platform/safety/json-shape.ts';
import {
  findCategorySchema,
  itemCategories,
  setItemCategories,
} from '../community/group-categories-store.ts';
import { presentUser } from '../community/present-user.ts';
import type { ItemRow } from '../content/items/item-store.ts';
import { presentItem } from '../content/items/present-item.ts';
import type { Operation, PortalCall } from '../operation.ts';
import { checkPortalId } from '../organisation/portal-organisations.ts';
import { groupSortFields, searchGroups as findGroups } from './groups/group-search-store.ts';
import { isItemSortField, type ItemSearch, readItemSearch } from './items/item-search.ts';
import { searchItems as findItems } from './items/item-search-store.ts';
import { pageEnvelope, readSimpleSearch } from './parameters.ts';
import { loadGroup } from '../access/load-group.ts';
import { categoryPaths, findPath, foldPaths } from '../community/groups/category-schema.ts';
import { type GroupRow, presentGroup } from '../community/present-group.ts';
import { searchUsers as findUsers, userSortFields } from './users/user-search-store.ts';

/** `search`: the items visible to the caller (docs/portal-search.md). */
export const searchItems: Operation = (call) => runItemSearch(call, readItemSearch(call.parameters));

export async function runItemSearch({ context, caller }: PortalCall, search: ItemSearch): Promise<object> {
  const { total, rows, endsAfter, facets } = await findItems(context.database, search, caller);
  const filed = await filedIn(context.database, search, rows);
  return {
    query: search.query,
    ...pageEnvelope(search.page, total, endsAfter),
    results: rows.map((row) => ({ ...presentItem(row, caller), ...filed(row) })),
    ...(facets && { aggregations: { counts: facets } }),
  };
}

/** `groupCategories` of items in a search of one group. */
export async function filedIn(
  database: Database,
  { groupId }: ItemSearch,
  rows: readonly ItemRow[],
): Promise<(row: ItemRow) => { groupCategories?: string[] }> {
  if (groupId === undefined) return () => ({});
  const ids = rows.map(({ id }) => id);
  const filed = await itemCategories(database, groupId, ids);
  return ({ id }) => ({ groupCategories: filed.get(id) ?? [] });
}

/**
 * `content/groups/{id}/search`: the group's items visible to the caller, in the group's own order by default.
 */
export const searchGroupContent: Operation = async (call) => runItemSearch(call, await readSearch(call));

/** `content/groups/{id}`: the same under the name `items`, as requested by older clients. */
export const listGroupContent: Operation = async (call) => {
  const { context, caller } = call;
  const search = await readSearch(call);
  const { total, rows, endsAfter } = await findItems(context.database, search, caller);
  const filed = await filedIn(context.database, search, rows);
  return {
    ...pageEnvelope(search.page, total, endsAfter),
    items: rows.map((row) => ({ ...presentItem(row, caller), ...filed(row) })),
  };
};

async function readSearch(call: PortalCall): Promise<ItemSearch> {
  const { group } = await loadGroup(call.context, call.caller, call.path['id'] ?? '', 'see');
  const paths = group.has_category_schema
    ? categoryPaths(await findCategorySchema(call.context.database, group.id))
    : [];
  const search = readItemSearch(call.parameters, group.id, paths);
  return search.sort.length > 0 || search.query ? search : { ...search, sort: ownOrder(group) };
}

function ownOrder(group: GroupRow): ItemSearch['sort'] {
  const field = group.sort_field.toLowerCase();
  return isItemSortField(field) ? [{ field, descending: group.sort_order === 'desc' }] : [];
}

/** `community/groups`: the groups visible to the caller. */
export const searchGroups: Operation = async (call) => {
  const { context, caller } = call;
  const search = readSimpleSearch(call.parameters, groupSortFields);
  const { total, rows, endsAfter } = await findGroups(context.database, search, caller);
  return {
    query: search.query,
    ...pageEnvelope(search.page, total, endsAfter),
    results: rows.map((row) => presentGroup(row)),
  };
};

/** `community/users`: users visible to the caller. `portals/{id}/users/search`: those of the organisation. */
export const searchUsers: Operation = async (call) => {
  checkPortalId(call);
  const { context, caller, path } = call;
  const search = readSimpleSearch(call.parameters, userSortFields);
  if (search.ofOwnGroups)
    throw parameterError('searchUserAccess', 'Only groups and items are searched by it.');
  const orgId = path['portal'] === undefined ? undefined : context.portal.id;
  const { total, rows } = await findUsers(context.database, search, caller, orgId);
  return {
    query: search.query,
    ...pageEnvelope(search.page, total),
    results: rows.map((row) => presentUser(row, caller)),
  };
};

/**
 * `content/groups/{id}/updateItems` `items=[{"<item id>":{"categories":[…]}}]`: assigns the group's
 * categories to its items, for group managers. Each has its own result.
 */
export const fileGroupItems: Operation = async ({ context, caller, path, parameters }) => {
  const { group } = await loadGroup(context, caller, path['id'] ?? '', 'manage');
  const known = foldPaths(categoryPaths(await findCategorySchema(context.database, group.id)));
  const results = [];
  for (const [itemId, wanted] of readItems(readOperation(schema, parameters).items)) {
    const found: (string | undefined)[] = [];
    for (const each of wanted) {
      found.push(findPath(known, each));
      await inTurn();
    }
    const unknown = wanted.find((_, index) => found[index] === undefined);
    const categories = [...new Set(found.filter((each) => each !== undefined))];
    const message =
      unknown !== undefined
        ? `The group has no category “${unknown}”.`
        : (await setItemCategories(context.database, group.id, itemId, categories))
          ? undefined
          : 'The item is not in the group.';
    results.push({
      itemId,
      success: message === undefined,
      ...(message && { error: { code: 400, message } }),
    });
  }
  return { results };
};

const schema = z.object({ items: z.string().optional() });

/** Objects, lists and members of them in `items`: a list may name several items in one object. */
const givenValues = limits.itemsPerCall * (limits.itemCategories + 10);

const given = z
  .array(z.record(z.string(), z.object({ categories: textList(limits.itemCategories, limits.itemCategory) })))
  .max(limits.itemsPerCall)
  .transform((list) =>
    list.flatMap((each) => Object.entries(each).map(([id, { categories }]) => [id, categories] as const)),
  )
  .refine(({ length }) => length <= limits.itemsPerCall);

function readItems(text: string | undefined): z.output<typeof given> {
  try {
    if (hasMoreValues(text ?? '', givenValues)) throw new RangeError('Too many values.');
    return given.parse(parseStorableJson(text ?? ''));
  } catch (cause) {
    const message = `Specify [{"<item id>":{"categories":["/Categories/…"]}}] of at most ${limits.itemsPerCall} items, ${limits.itemCategories} categories each.`;
    throw new MappingError('portal:invalid-parameters', message, {
      status: 400,
      cause,
      faults: [{ path: 'items', message }],
    });
  }
}
