import type { MappingError } from '../../wire/errors.ts';
import type { SharingLevel } from './capabilities.ts';
import { contentPath, itemPath, ownItemPath } from './paths.ts';
import { type PortalErrorJson, errorFromJson } from './portal-error.ts';
import { type PortalEndpoint, portalRequest } from './portal-request.ts';
import type { PortalGroup, PortalItem } from './portal-types.ts';

/** What identifies an item in requests: its owner's username and its id. */
export type OwnedItem = Pick<PortalItem, 'id' | 'owner'>;

/** Fields of an item; an absent field stays as it is, an empty text clears it. */
export interface ItemFields {
  title?: string;
  snippet?: string;
  description?: string;
  tags?: readonly string[];
  typeKeywords?: readonly string[];
  accessInformation?: string;
  licenseInfo?: string;
  /** Whether comments can be added. */
  commentsEnabled?: boolean;
  /** Replaces all properties. */
  properties?: Readonly<Record<string, unknown>>;
}

/** Changes an item's fields and its thumbnail. */
export async function updateItem(
  connection: PortalEndpoint,
  item: OwnedItem,
  { tags, typeKeywords, properties, ...fields }: ItemFields,
): Promise<void> {
  await portalRequest(connection, `${ownItemPath(item)}/update`, {
    body: {
      ...fields,
      ...(tags && { tags: tags.join(',') }),
      ...(typeKeywords && { typeKeywords: typeKeywords.join(',') }),
      ...(properties && { properties: JSON.stringify(properties) }),
      clearEmptyFields: true,
    },
  });
}

/** Replaces an item's thumbnail: PNG, JPEG, GIF or WebP. */
export async function updateThumbnail(
  connection: PortalEndpoint,
  item: OwnedItem,
  picture: File,
): Promise<void> {
  await portalRequest(connection, `${ownItemPath(item)}/updateThumbnail`, {
    body: { file: picture, filename: picture.name },
  });
}

/** Removes an item's thumbnail. */
export async function deleteThumbnail(connection: PortalEndpoint, item: OwnedItem): Promise<void> {
  await portalRequest(connection, `${ownItemPath(item)}/deleteThumbnail`, { body: {} });
}

/** Moves an item into a folder of its owner; `/` moves it out of all folders. */
export async function moveItem(connection: PortalEndpoint, item: OwnedItem, folder: string): Promise<void> {
  await portalRequest(connection, `${ownItemPath(item)}/move`, { body: { folder } });
}

/** Transfers an item to another user; for administrators. @throws MappingError `portal:not-permitted` */
export async function reassignItem(
  connection: PortalEndpoint,
  item: OwnedItem,
  targetUsername: string,
): Promise<void> {
  const body = { targetUsername, targetFoldername: '/' };
  await portalRequest(connection, `${ownItemPath(item)}/reassign`, { body });
}

export interface SharingChange {
  /** The access level besides the groups; undefined leaves it as it is. */
  level: SharingLevel | undefined;
  /** Ids of groups to share with, and to unshare from. */
  add?: readonly string[];
  remove?: readonly string[];
}

/** Changes who may see an item. @returns ids of the groups that refused */
export async function shareItem(
  connection: PortalEndpoint,
  item: OwnedItem,
  { level, add = [], remove = [] }: SharingChange,
): Promise<string[]> {
  const refused: string[] = [];
  if (level !== undefined || add.length > 0) {
    const response = await portalRequest<{ notSharedWith?: string[] }>(
      connection,
      `${ownItemPath(item)}/share`,
      {
        body: {
          ...(level && { everyone: level === 'public', org: level !== 'private' }),
          ...(add.length > 0 && { groups: add.join(',') }),
        },
      },
    );
    refused.push(...(response.notSharedWith ?? []));
  }
  if (remove.length > 0) {
    const path = `${ownItemPath(item)}/unshare`;
    const response = await portalRequest<{ notUnsharedFrom?: string[] }>(connection, path, {
      body: { groups: remove.join(',') },
    });
    refused.push(...(response.notUnsharedFrom ?? []));
  }
  return refused;
}

/** The groups with which an item is shared, as far as the user may see them. */
export async function groupsOfItem(
  connection: PortalEndpoint,
  id: string,
  signal?: AbortSignal,
): Promise<PortalGroup[]> {
  const path = `${itemPath(id)}/groups`;
  const places = await portalRequest<Record<'admin' | 'member' | 'other', PortalGroup[]>>(connection, path, {
    signal,
  });
  return [...places.admin, ...places.member, ...places.other];
}

/** A new item: its fields, and its data as text, if any. */
export interface NewItem extends ItemFields {
  title: string;
  type: string;
  /** URL of a service or application. */
  url?: string;
  /** Data, such as the JSON of a web map. */
  text?: string;
  /** Data as a file, with its name. */
  file?: File;
  filename?: string;
  /** West, south, east, north in degrees. */
  extent?: readonly [number, number, number, number];
}

/**
 * Adds an item with its fields and text (`addItem`).
 * @param folder id of a folder; empty: none
 * @returns its id
 */
export async function addItem(
  connection: PortalEndpoint,
  username: string,
  folder: string,
  { tags = [], typeKeywords = [], extent, properties, ...fields }: NewItem,
): Promise<string> {
  const response = await portalRequest<{ id: string }>(
    connection,
    `${contentPath(username, folder)}/addItem`,
    {
      body: {
        ...fields,
        tags: tags.join(','),
        typeKeywords: typeKeywords.join(','),
        ...(properties && { properties: JSON.stringify(properties) }),
        ...(extent && { extent: extent.join(',') }),
      },
    },
  );
  return response.id;
}

/** An item that the portal did not delete, and why. */
export interface DeletionError {
  id: string;
  error: MappingError;
}

/** Items deleted per request. */
const maxAtOnce = 100;

/**
 * Deletes items permanently: one by `items/{id}/delete`, several by `deleteItems` with comma-separated ids.
 * @returns those that were not deleted; one failure does not stop the rest
 */
export async function deleteItems(
  connection: PortalEndpoint,
  username: string,
  items: readonly OwnedItem[],
): Promise<DeletionError[]> {
  const [only] = items;
  if (items.length === 1 && only) {
    await portalRequest(connection, `${ownItemPath(only)}/delete`, { body: {} });
    return [];
  }
  const undeleted: DeletionError[] = [];
  for (let from = 0; from < items.length; from += maxAtOnce) {
    const ids = items.slice(from, from + maxAtOnce).map(({ id }) => id);
    const { results } = await portalRequest<{
      results: { itemId: string; success: boolean; error?: PortalErrorJson }[];
    }>(connection, `${contentPath(username)}/deleteItems`, { body: { items: ids.join(',') } });
    for (const { itemId, success, error } of results) {
      if (!success) undeleted.push({ id: itemId, error: errorFromJson(error ?? {}) });
    }
  }
  return undeleted;
}
