import { itemPath, ownItemPath } from './paths.ts';
import { type PortalEndpoint, portalRequest } from './portal-request.ts';
import type { PortalItem } from './portal-types.ts';

/** A file stored with an item besides its data. */
export interface ItemResource {
  /** Path below the item's resources, such as `history/1.json`. */
  resource: string;
  /** Epoch milliseconds. */
  created: number;
  /** Bytes. */
  size: number;
  /** `private`: only for those who may change the item. */
  access?: 'inherit' | 'private';
}

type ItemName = Pick<PortalItem, 'id' | 'owner'>;

/** All resources of an item, newest first. */
export async function listResources(
  connection: PortalEndpoint,
  id: string,
  signal?: AbortSignal,
): Promise<ItemResource[]> {
  const found: ItemResource[] = [];
  for (let start = 1; start > 0;) {
    const page = await portalRequest<{ resources: ItemResource[]; nextStart: number }>(
      connection,
      `${itemPath(id)}/resources`,
      { params: { start, num: 100, sortField: 'created', sortOrder: 'desc', _: Date.now() }, signal },
    );
    found.push(...page.resources);
    start = page.nextStart;
  }
  return found;
}

/** Adds a file. An existing path is rejected. */
export async function addResource(
  connection: PortalEndpoint,
  item: ItemName,
  { path, bytes, isPrivate }: { path: string; bytes: Blob; isPrivate: boolean },
): Promise<void> {
  const folders = path.split('/');
  const name = folders.pop() ?? '';
  const file = new File([bytes], name, { type: bytes.type });
  await portalRequest(connection, `${ownItemPath(item)}/addResources`, {
    body: {
      file,
      fileName: name,
      ...(folders.length > 0 && { resourcesPrefix: folders.join('/') }),
      ...(isPrivate && { access: 'private' }),
    },
  });
}

export async function removeResource(
  connection: PortalEndpoint,
  item: ItemName,
  path: string,
): Promise<void> {
  await portalRequest(connection, `${ownItemPath(item)}/removeResources`, { body: { resource: path } });
}

/** A JSON file of the item. */
export async function readJsonResource<Content>(
  connection: PortalEndpoint,
  id: string,
  path: string,
  signal?: AbortSignal,
): Promise<Content> {
  return portalRequest(connection, `${itemPath(id)}/resources/${path}`, { signal });
}
