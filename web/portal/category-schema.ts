import { MappingError } from '../../wire/errors.ts';
import { groupPath, itemPath } from './paths.ts';
import type { PortalConnection } from './portal-connection.ts';
import { portalRequest } from './portal-request.ts';
import type { Category, Portal, PortalGroup, PortalItem, SearchPage } from './portal-types.ts';

interface SchemaResponse {
  categorySchema?: (Category & { source?: string })[];
}

/** Prefix of the name of a category set that is stored in the portal's group of sets. */
const setPrefix = 'contentCategorySetsGroupQuery.';

/** The portal's tree of categories (`portals/self/categorySchema`); empty when it has none. */
export async function loadCategorySchema(
  connection: PortalConnection,
  portal: Portal,
  signal?: AbortSignal,
): Promise<Category[]> {
  if (portal.hasCategorySchema === false) return [];
  const response = await portalRequest<SchemaResponse>(connection, 'portals/self/categorySchema', { signal });
  return resolveSet(connection, portal, response, signal);
}

/** A group's own tree of categories (`community/groups/{id}/categorySchema`). */
export async function loadGroupCategorySchema(
  connection: PortalConnection,
  portal: Portal,
  groupId: string,
  signal?: AbortSignal,
): Promise<Category[]> {
  const path = `${groupPath(groupId)}/categorySchema`;
  return resolveSet(
    connection,
    portal,
    await portalRequest<SchemaResponse>(connection, path, { signal }),
    signal,
  );
}

/**
 * Loads the ready-made set that a schema names: an item of the group that the portal's
 * `contentCategorySetsGroupQuery` finds.
 * @throws MappingError `portal:category-query-not-found`, `portal:category-group-not-found`
 */
async function resolveSet(
  connection: PortalConnection,
  portal: Portal,
  { categorySchema = [] }: SchemaResponse,
  signal: AbortSignal | undefined,
): Promise<Category[]> {
  const source = categorySchema.find((part) => part.source?.startsWith(setPrefix))?.source;
  if (!source) return categorySchema;
  const query = portal.contentCategorySetsGroupQuery;
  if (!query) {
    throw new MappingError(
      'portal:category-query-not-found',
      'contentCategorySetsGroupQuery value not found',
    );
  }
  const groups = await portalRequest<SearchPage<PortalGroup>>(connection, 'community/groups', {
    params: { q: query, num: 1 },
    signal,
  });
  const group = groups.results[0];
  if (!group) {
    throw new MappingError(
      'portal:category-group-not-found',
      'contentCategorySetsGroupQuery group not found',
    );
  }
  const items = await portalRequest<SearchPage<PortalItem>>(
    connection,
    `content/groups/${encodeURIComponent(group.id)}/search`,
    { params: { q: `typekeywords:"${source.slice(setPrefix.length)}"`, num: 1 }, signal },
  );
  const item = items.results[0];
  if (!item) return [];
  const data = await portalRequest<SchemaResponse>(connection, `${itemPath(item.id)}/data`, { signal });
  return data.categorySchema ?? [];
}

/** Every category of a tree with its path (`/Categories/Water/Rivers`) and its depth, parents before children. */
export function categoryPaths(
  schema: readonly Category[],
  parent = '',
  depth = 0,
): { path: string; title: string; depth: number }[] {
  return schema.flatMap(({ title, categories = [] }) => {
    const path = `${parent}/${title}`;
    const below = categoryPaths(categories, path, depth + 1);
    // The root is the name of the tree, not a category that can be chosen.
    return depth === 0 ? below : [{ path, title, depth: depth - 1 }, ...below];
  });
}
