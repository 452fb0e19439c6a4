import { z } from 'zod';
import type { Parameters } from '../../../platform/arcgis/parameters.ts';
import { everyValue, readOperation } from '../../../platform/arcgis/schema.ts';
import { nothing } from '../../../platform/arcgis/unsupported.ts';
import { foldPaths, matchingPaths } from '../../community/groups/category-schema.ts';
import {
  type BoundingBox,
  type FacetRequest,
  type Page,
  readBoundingBox,
  readCategories,
  readFacets,
  readOwnGroups,
  readPage,
  readSort,
  type SortStep,
} from '../parameters.ts';
import { parseQuery } from '../grammar/parse.ts';
import type { QueryTree } from '../grammar/query-tree.ts';

/** Besides those of `readPage`, `readSort` and `readFacets`. */
const schema = z.object({
  q: z.string().default(''),
  filter: z.string().default(''),
  categories: everyValue(z.array(z.string()).default([])),
  categoryFilters: nothing('categoryFilters is not supported. Use categories, with the whole path of each.'),
  bbox: z.string().optional(),
});

const sortFieldNames = [
  'relevance',
  'title',
  'type',
  'owner',
  'created',
  'modified',
  'numviews',
  'numratings',
  'numcomments',
  'avgrating',
  'size',
] as const;

export type ItemSortField = (typeof sortFieldNames)[number];

export function isItemSortField(name: string): name is ItemSortField {
  return sortFieldNames.some((known) => known === name);
}

/** A search for items as requested. */
export interface ItemSearch {
  /** `q` as given; returned in the response. */
  query: string;
  q: QueryTree;
  filter: QueryTree;
  /** Every list must match, by any of its categories. */
  categories: readonly (readonly string[])[];
  bbox: BoundingBox | undefined;
  /** Of each list in `categories`, the group's own ones, by their paths. */
  groupCategories: readonly (readonly string[])[];
  /** Only items of this group. */
  groupId: string | undefined;
  /** Only items that are shared with a group of which the caller is a member. */
  ofOwnGroups: boolean;
  page: Page;
  sort: readonly SortStep<ItemSortField>[];
  facets: FacetRequest | undefined;
}

const sortFields: Readonly<Record<string, ItemSortField>> = {
  relevance: 'relevance',
  score: 'relevance',
  title: 'title',
  name: 'title',
  type: 'type',
  owner: 'owner',
  created: 'created',
  uploaded: 'created',
  modified: 'modified',
  numviews: 'numviews',
  numratings: 'numratings',
  avgrating: 'avgrating',
  size: 'size',
  numcomments: 'numcomments',
};

/**
 * Reads the parameters of `search` and `content/groups/{id}/search`.
 * @param groupPaths the group's own categories
 * @throws MappingError with status 400 that names the parameter
 */
export function readItemSearch(
  parameters: Parameters,
  groupId?: string,
  groupPaths: readonly string[] = [],
): ItemSearch {
  const input = readOperation(schema, parameters);
  const categories = readCategories(input.categories);
  const known = categories.length > 0 ? foldPaths(groupPaths) : [];
  return {
    query: input.q,
    q: parseQuery(input.q),
    filter: parseQuery(input.filter),
    categories,
    groupCategories: categories.map((names) => names.flatMap((name) => matchingPaths(known, name))),
    bbox: readBoundingBox(input.bbox),
    groupId,
    ofOwnGroups: readOwnGroups(parameters),
    page: readPage(parameters),
    sort: readSort(parameters, sortFields),
    facets: readFacets(parameters),
  };
}
