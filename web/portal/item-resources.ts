import type { PortalConnection } from './portal-connection.ts';
import { portalRequest } from './portal-request.ts';
import type { PortalItem } from './portal-types.ts';

/** A file that an item carries beside its data. */
export interface ItemResource {
  /** Path below the item's resources, such as `history/1.json`. */
  resource: string;
  /** Epoch milliseconds. */
  created: number;
  /** Bytes. */
  size: number;
}

type ItemName = Pick<PortalItem, 'id' | 'owner'>;

/** The item's resources, newest first, at most 100 a page. `start` counts from 1. */
export async function listResources(
  connection: PortalConnection,
  id: string,
  start = 1,
  signal?: AbortSignal,
): Promise<{ resources: ItemResource[]; nextStart: number }> {
  return portalRequest(connection, `content/items/${encodeURIComponent(id)}/resources`, {
    params: { start, num: 100, sortField: 'created', sortOrder: 'desc', _: Date.now() },
    signal,
  });
}

/** Adds a JSON file, for those who may change the item (`access=private`). A path that exists is refused. */
export async function addJsonResource(
  connection: PortalConnection,
  item: ItemName,
  path: string,
  content: unknown,
): Promise<void> {
  const folders = path.split('/');
  const name = folders.pop() ?? '';
  const file = new File([JSON.stringify(content)], name, { type: 'application/json' });
  await portalRequest(connection, `${ownPath(item)}/addResources`, {
    body: { file, fileName: name, resourcesPrefix: folders.join('/'), access: 'private' },
  });
}

export async function removeResource(
  connection: PortalConnection,
  item: ItemName,
  path: string,
): Promise<void> {
  await portalRequest(connection, `${ownPath(item)}/removeResources`, { body: { resource: path } });
}

/** A JSON file of the item. */
export async function readJsonResource<Content>(
  connection: PortalConnection,
  id: string,
  path: string,
  signal?: AbortSignal,
): Promise<Content> {
  return portalRequest(connection, `content/items/${encodeURIComponent(id)}/resources/${path}`, { signal });
}

function ownPath({ id, owner }: ItemName): string {
  return `content/users/${encodeURIComponent(owner)}/items/${encodeURIComponent(id)}`;
}
