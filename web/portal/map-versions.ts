import { itemPath, ownItemPath } from './paths.ts';
import type { PortalConnection } from './portal-connection.ts';
import { portalRequest } from './portal-request.ts';
import type { PortalItem } from './portal-types.ts';

/** Resource folder of an item's versions. */
const folder = 'mapping-history';
/** Versions stored per map; the oldest are removed first. Portals allow 1000 resources per item. */
export const maxVersions = 100;

/** Metadata of a version. */
export interface VersionNote<Change = unknown> {
  /** Username. */
  author: string;
  /** Epoch milliseconds. */
  at: number;
  title: string;
  /** What differs from the version before. */
  changes: Change[];
}

/** A version in the list: its id, its time and its size in bytes. */
export interface MapVersion {
  id: string;
  at: number;
}

/**
 * Stores a state of a web map as a version: the document, then its metadata. They are resources of the item, which
 * ArcGIS clients preserve; a version without metadata is not listed.
 * @param present files of the history that are stored already; they are not sent again
 */
export async function storeVersionFiles(
  connection: PortalConnection,
  item: Pick<PortalItem, 'id' | 'owner'>,
  note: VersionNote,
  document: object,
  present: ReadonlySet<string> = new Set(),
): Promise<void> {
  const path = `${folder}/${note.at}`;
  for (const [file, content] of [
    [`${path}.json`, document],
    [`${path}.note.json`, note],
  ] as const)
    if (!present.has(file)) await addJsonResource(connection, item, file, content);
}

/** The versions of a map, newest first. */
export async function listVersions(
  connection: PortalConnection,
  id: string,
  signal?: AbortSignal,
): Promise<MapVersion[]> {
  return (await listHistory(connection, id, signal)).versions;
}

/** The versions of a map, newest first, and the item's files, among them those of versions that were not completed. */
export async function listHistory(
  connection: PortalConnection,
  id: string,
  signal?: AbortSignal,
): Promise<{ versions: MapVersion[]; files: ReadonlySet<string> }> {
  const found: ItemResource[] = [];
  for (let start = 1; start > 0;) {
    const page = await listResources(connection, id, start, signal);
    found.push(...page.resources);
    start = page.nextStart;
  }
  const versions = found
    .flatMap(({ resource }) => /^mapping-history\/(\d+)\.note\.json$/.exec(resource)?.[1] ?? [])
    .map((version) => ({ id: version, at: Number(version) }))
    .toSorted((one, other) => other.at - one.at);
  return { versions, files: new Set(found.map(({ resource }) => resource)) };
}

export async function readVersionNote<Change>(
  connection: PortalConnection,
  id: string,
  version: string,
  signal?: AbortSignal,
): Promise<VersionNote<Change>> {
  return readJsonResource(connection, id, `${folder}/${version}.note.json`, signal);
}

/** The document of a version: JSON of the web map specification. */
export async function readVersion(
  connection: PortalConnection,
  id: string,
  version: string,
): Promise<object> {
  return readJsonResource(connection, id, `${folder}/${version}.json`);
}

/** Removes the oldest versions beyond `maxVersions` of a list, newest first. */
export async function pruneVersions(
  connection: PortalConnection,
  item: Pick<PortalItem, 'id' | 'owner'>,
  versions: readonly MapVersion[],
): Promise<void> {
  for (const { id } of versions.slice(maxVersions)) {
    await removeResource(connection, item, `${folder}/${id}.note.json`);
    await removeResource(connection, item, `${folder}/${id}.json`);
  }
}

/** A file stored with an item besides its data. */
interface ItemResource {
  /** Path below the item's resources, such as `history/1.json`. */
  resource: string;
  /** Epoch milliseconds. */
  created: number;
  /** Bytes. */
  size: number;
}

type ItemName = Pick<PortalItem, 'id' | 'owner'>;

/** The item's resources, newest first, at most 100 a page. `start` counts from 1. */
async function listResources(
  connection: PortalConnection,
  id: string,
  start = 1,
  signal?: AbortSignal,
): Promise<{ resources: ItemResource[]; nextStart: number }> {
  return portalRequest(connection, `${itemPath(id)}/resources`, {
    params: { start, num: 100, sortField: 'created', sortOrder: 'desc', _: Date.now() },
    signal,
  });
}

/** Adds a JSON file, for those who may change the item (`access=private`). An existing path is rejected. */
async function addJsonResource(
  connection: PortalConnection,
  item: ItemName,
  path: string,
  content: unknown,
): Promise<void> {
  const folders = path.split('/');
  const name = folders.pop() ?? '';
  const file = new File([JSON.stringify(content)], name, { type: 'application/json' });
  await portalRequest(connection, `${ownItemPath(item)}/addResources`, {
    body: { file, fileName: name, resourcesPrefix: folders.join('/'), access: 'private' },
  });
}

async function removeResource(connection: PortalConnection, item: ItemName, path: string): Promise<void> {
  await portalRequest(connection, `${ownItemPath(item)}/removeResources`, { body: { resource: path } });
}

/** A JSON file of the item. */
async function readJsonResource<Content>(
  connection: PortalConnection,
  id: string,
  path: string,
  signal?: AbortSignal,
): Promise<Content> {
  return portalRequest(connection, `${itemPath(id)}/resources/${path}`, { signal });
}
