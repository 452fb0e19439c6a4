import type { PortalConnection } from './portal-connection.ts';
import { portalRequest } from './portal-request.ts';
import type { PortalItem } from './portal-types.ts';

/** One page of a person's own items. `nextStart` is -1 when there is no more. */
export interface UserContent {
  total: number;
  start: number;
  num: number;
  nextStart: number;
  items: PortalItem[];
}

export interface UserContentQuery {
  username: string;
  /** First item, counting from 1. */
  start: number;
  /** Items wanted, at most 100. */
  num: number;
  sortField: string;
  sortOrder: 'asc' | 'desc';
}

/** Lists a person's items, those in folders included (spec §7 `content/users/{username}`). */
export async function userContent(
  connection: PortalConnection,
  { username, ...paging }: UserContentQuery,
  signal?: AbortSignal,
): Promise<UserContent> {
  return portalRequest(connection, `content/users/${encodeURIComponent(username)}`, {
    params: { ...paging, foldersContent: true },
    signal,
  });
}
