import { itemPath } from './paths.ts';
import { type PortalEndpoint, portalRequest } from './portal-request.ts';

/** A comment on an item, or a reply to one. Times are epoch milliseconds. */
export interface ItemComment {
  id: string;
  /** Username of its author. */
  owner: string;
  created: number;
  /** When its text was changed; absent if never. */
  modified?: number;
  comment: string;
  /** The comment it replies to; absent: none. */
  parentId?: string;
}

/** ArcGIS has null for a comment that replies to none. */
type Listed = Omit<ItemComment, 'parentId' | 'modified'> & {
  parentId?: string | null;
  modified?: number | null;
};

const commentIn = ({ parentId, modified, ...comment }: Listed): ItemComment => ({
  ...comment,
  ...(parentId && { parentId }),
  ...(modified && { modified }),
});

/** Comments of one request, and most requests: portals allow up to a thousand comments on an item. */
const page = 100;
const maxPages = 10;

const commentsPath = (itemId: string) => `${itemPath(itemId)}/comments`;
const commentPath = (itemId: string, id: string) => `${commentsPath(itemId)}/${encodeURIComponent(id)}`;

/** The comments on an item, newest first. */
export async function listItemComments(
  connection: PortalEndpoint,
  itemId: string,
  signal?: AbortSignal,
): Promise<ItemComment[]> {
  const found: ItemComment[] = [];
  let start = 1;
  for (let pages = 0; start > 0 && pages < maxPages; pages++) {
    const response = await portalRequest<{ comments?: Listed[]; nextStart?: number }>(
      connection,
      commentsPath(itemId),
      { params: { start, num: page }, signal },
    );
    found.push(...(response.comments ?? []).map(commentIn));
    start = response.nextStart ?? -1;
  }
  return found;
}

/**
 * Adds a comment, or a reply. `@username` in it notifies that user.
 * @throws MappingError `portal:*`, such as when the owner turned comments off
 */
export async function addItemComment(
  connection: PortalEndpoint,
  itemId: string,
  comment: string,
  parentId?: string,
): Promise<void> {
  await portalRequest(connection, `${itemPath(itemId)}/addComment`, {
    body: { comment, ...(parentId !== undefined && { parentId }) },
  });
}

/** Changes the text of a comment of the caller's own. */
export async function changeItemComment(
  connection: PortalEndpoint,
  itemId: string,
  { id, comment }: Pick<ItemComment, 'id' | 'comment'>,
): Promise<void> {
  await portalRequest(connection, `${commentPath(itemId, id)}/update`, { body: { comment } });
}

/** Deletes a comment with the replies to it. */
export async function deleteItemComment(
  connection: PortalEndpoint,
  itemId: string,
  id: string,
): Promise<void> {
  await portalRequest(connection, `${commentPath(itemId, id)}/delete`, { body: {} });
}
