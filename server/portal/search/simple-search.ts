import type { PortalCall } from '../operation.ts';
import { parseQuery } from './grammar/parse.ts';
import type { QueryTree } from './grammar/query-tree.ts';
import { type Page, readPage } from './paging.ts';
import { readSort, type SortStep } from './sort-order.ts';

/** A search for groups or people as it was asked. */
export interface SimpleSearch<Field extends string> {
  query: string;
  q: QueryTree;
  filter: QueryTree;
  page: Page;
  sort: readonly SortStep<Field>[];
}

/** @throws MappingError with status 400 that names the parameter */
export function readSimpleSearch<Field extends string>(
  { parameters }: Pick<PortalCall, 'parameters'>,
  sortFields: Readonly<Record<string, Field>>,
): SimpleSearch<Field> {
  return {
    query: parameters['q'] ?? '',
    q: parseQuery(parameters['q'] ?? ''),
    filter: parseQuery(parameters['filter'] ?? ''),
    page: readPage(parameters),
    sort: readSort(parameters, sortFields),
  };
}
