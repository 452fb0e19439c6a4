import type { PortalConnection } from './portal-connection.ts';
import { portalRequest } from './portal-request.ts';
import type { PortalItem, SearchPage } from './portal-types.ts';

export interface ItemSearch {
  q: string;
  /** First result, counting from 1. */
  start?: number;
  /** Results wanted, 10 unless told (spec §9), at most 100. */
  num?: number;
  sortField?: string;
  sortOrder?: 'asc' | 'desc';
}

/** Searches the items the person may see (spec §7 `search`). */
export async function searchItems(
  connection: PortalConnection,
  { q, start = 1, num = 10, sortField, sortOrder }: ItemSearch,
  signal?: AbortSignal,
): Promise<SearchPage<PortalItem>> {
  const params = { q, start, num, ...(sortField && { sortField, sortOrder: sortOrder ?? 'asc' }) };
  return portalRequest(connection, 'search', { params, signal });
}
