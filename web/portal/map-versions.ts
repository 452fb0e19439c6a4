import { addResource, listResources, readJsonResource, removeResource } from './item-resources.ts';
import type { PortalConnection } from './portal-connection.ts';
import type { PortalItem } from './portal-types.ts';

/** Resource folder of an item's versions. */
export const versionsFolder = 'mapping-history';
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
  const path = `${versionsFolder}/${note.at}`;
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
  const found = await listResources(connection, id, signal);
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
  return readJsonResource(connection, id, `${versionsFolder}/${version}.note.json`, signal);
}

/** The document of a version: JSON of the web map specification. */
export async function readVersion(
  connection: PortalConnection,
  id: string,
  version: string,
): Promise<object> {
  return readJsonResource(connection, id, `${versionsFolder}/${version}.json`);
}

/** Removes the oldest versions beyond `maxVersions` of a list, newest first. */
export async function pruneVersions(
  connection: PortalConnection,
  item: Pick<PortalItem, 'id' | 'owner'>,
  versions: readonly MapVersion[],
): Promise<void> {
  for (const { id } of versions.slice(maxVersions)) {
    await removeResource(connection, item, `${versionsFolder}/${id}.note.json`);
    await removeResource(connection, item, `${versionsFolder}/${id}.json`);
  }
}

/** Adds a JSON file, for those who may change the item. */
async function addJsonResource(
  connection: PortalConnection,
  item: Pick<PortalItem, 'id' | 'owner'>,
  path: string,
  content: unknown,
): Promise<void> {
  const bytes = new Blob([JSON.stringify(content)], { type: 'application/json' });
  await addResource(connection, item, { path, bytes, isPrivate: true });
}
