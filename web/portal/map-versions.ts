import {
  addJsonResource,
  type ItemResource,
  listResources,
  readJsonResource,
  removeResource,
} from './item-resources.ts';
import type { PortalConnection } from './portal-connection.ts';
import type { PortalItem } from './portal-types.ts';

/** Folder of an item's resources where its versions lie. */
const folder = 'mapping-history';
/** Versions kept of one map; the oldest go first. Portals allow 1000 resources an item. */
export const versionsKept = 100;

/** What is told about a version without opening it. */
export interface VersionNote<Change = unknown> {
  /** Username. */
  author: string;
  /** Epoch milliseconds. */
  at: number;
  title: string;
  /** What differs from the version before. */
  changes: Change[];
}

/** A version of a map in the list: its id, when it was kept, and how many bytes it has. */
export interface MapVersion {
  id: string;
  at: number;
}

/**
 * Keeps a state of a web map as a version: the document, and then a note about it. They are resources of the item, which
 * ArcGIS clients carry along and leave alone; a version without its note is not listed.
 */
export async function keepVersion(
  connection: PortalConnection,
  item: Pick<PortalItem, 'id' | 'owner'>,
  note: VersionNote,
  document: object,
): Promise<void> {
  const id = `${note.at}`;
  await addJsonResource(connection, item, `${folder}/${id}.json`, document);
  await addJsonResource(connection, item, `${folder}/${id}.note.json`, note);
}

/** Every version of a map, newest first. */
export async function listVersions(
  connection: PortalConnection,
  id: string,
  signal?: AbortSignal,
): Promise<MapVersion[]> {
  const found: ItemResource[] = [];
  for (let start = 1; start > 0;) {
    const page = await listResources(connection, id, start, signal);
    found.push(...page.resources);
    start = page.nextStart;
  }
  return found
    .flatMap(({ resource }) => /^mapping-history\/(\d+)\.note\.json$/.exec(resource)?.[1] ?? [])
    .map((version) => ({ id: version, at: Number(version) }))
    .toSorted((one, other) => other.at - one.at);
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

/** Removes the oldest versions beyond `versionsKept`. */
export async function pruneVersions(
  connection: PortalConnection,
  item: Pick<PortalItem, 'id' | 'owner'>,
): Promise<void> {
  const versions = await listVersions(connection, item.id);
  for (const { id } of versions.slice(versionsKept)) {
    await removeResource(connection, item, `${folder}/${id}.note.json`);
    await removeResource(connection, item, `${folder}/${id}.json`);
  }
}
