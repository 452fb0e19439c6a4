import { type ItemTranslations, withItemTranslations } from '../../wire/item-translations.ts';
import { contentPath, ownItemPath } from './paths.ts';
import type { PortalConnection } from './portal-connection.ts';
import { portalRequest } from './portal-request.ts';
import type { PortalItem } from './portal-types.ts';

/** The parts of a web map's item that saving writes. Absent ones stay as they are. */
export interface WebMapFields {
  title?: string;
  snippet?: string;
  tags?: readonly string[];
  /** Title and summary in other languages, of a new item. */
  translations?: ItemTranslations;
  /** The document: JSON of the web map specification. */
  document?: object;
  /** The thumbnail; a file whose name ends in .jpg or .png. */
  thumbnail?: File;
  /** West, south, east, north in degrees. */
  extent?: readonly [number, number, number, number];
}

/** A title or another text, cut to a length; a portal refuses a title longer than 250 characters. */
export function shortTitle(title: string, most: number): string {
  if (title.length <= most) return title;
  let end = 0;
  // Not a part of what people see as one character.
  for (const { segment, index } of new Intl.Segmenter().segment(title.slice(0, most + 1))) {
    if (index + segment.length > most - 1) break;
    end = index + segment.length;
  }
  return `${title.slice(0, end)}…`;
}

/**
 * Adds a web map to a user's content, private until it is shared.
 * @param folder id of one of the user's folders; empty: the root
 * @returns the new item's id
 */
export function addWebMap(
  connection: PortalConnection,
  username: string,
  folder: string,
  fields: WebMapFields,
): Promise<string> {
  const kind = { type: 'Web Map', typeKeywords: 'Map,Online Map,Web Map' };
  return add(connection, username, folder, { ...kind, ...form(fields) });
}

/** Adds a web scene (web scene specification) to the root of a user's content, private until it is shared. */
export function addWebScene(
  connection: PortalConnection,
  username: string,
  fields: WebMapFields,
): Promise<string> {
  const kind = { type: 'Web Scene', typeKeywords: '3D,Map,Scene,Streaming,Web,Web Scene,ViewingMode-Global' };
  return add(connection, username, '', { ...kind, ...form(fields) });
}

async function add(
  connection: PortalConnection,
  username: string,
  folder: string,
  body: Record<string, unknown>,
): Promise<string> {
  const { id } = await portalRequest<{ id: string }>(connection, `${contentPath(username, folder)}/addItem`, {
    body,
  });
  return id;
}

/** Replaces the document and fields of a web map or web scene. */
export async function updateWebMap(
  connection: PortalConnection,
  { id, owner }: Pick<PortalItem, 'id' | 'owner'>,
  fields: WebMapFields,
): Promise<void> {
  await portalRequest(connection, `${ownItemPath({ owner, id })}/update`, { body: form(fields) });
}

function form(fields: WebMapFields): Record<string, unknown> {
  const { title, snippet, tags, translations, document, thumbnail, extent } = fields;
  return {
    ...(translations && { properties: JSON.stringify(withItemTranslations({}, translations)) }),
    ...(title !== undefined && { title }),
    ...(snippet !== undefined && { snippet }),
    ...(tags && { tags: tags.join(',') }),
    ...(document && { text: JSON.stringify(document) }),
    ...(thumbnail && { thumbnail }),
    ...(extent && { extent: extent.join(',') }),
  };
}
