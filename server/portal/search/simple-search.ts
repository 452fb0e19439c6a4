import { z } from 'zod';
import type { Parameters } from '../../platform/arcgis/parameters.ts';
import { readOperation } from '../../platform/arcgis/schema.ts';
import { parseQuery } from './grammar/parse.ts';
import type { QueryTree } from './grammar/query-tree.ts';
import { type Page, readPage } from './paging.ts';
import { readSort, type SortStep } from './sort-order.ts';

/** Besides those of `readPage` and `readSort`. */
const schema = z.object({ q: z.string().default(''), filter: z.string().default('') });

/** A requested search for groups or users. */
export interface SimpleSearch<Field extends string> {
  query: string;
  q: QueryTree;
  filter: QueryTree;
  page: Page;
  sort: readonly SortStep<Field>[];
}

/** @throws MappingError with status 400 that names the parameter */
export function readSimpleSearch<Field extends string>(
  parameters: Parameters,
  sortFields: Readonly<Record<string, Field>>,
): SimpleSearch<Field> {
  const { q, filter } = readOperation(schema, parameters);
  return {
    query: q,
    q: parseQuery(q),
    filter: parseQuery(filter),
    page: readPage(parameters),
    sort: readSort(parameters, sortFields),
  };
}
