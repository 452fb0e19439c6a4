import { parsePicturePlace, type PicturePlace } from '../../../../wire/map-picture.ts';
import type { OpenMap } from '../../../context/open-map.ts';
import { ownPictures } from '../../../context/own-pictures.ts';
import type { MapSource } from '../../../map/map-source.ts';
import type { PortalConnection } from '../../../portal/portal-connection.ts';
import type { PortalItem } from '../../../portal/portal-types.ts';

/** The map of a picture, and the reader for whom it was drawn. */
export interface PictureOf {
  restUrl: string;
  org: string;
  /** Username; empty for visitors, who share one. */
  who: string;
  /** Id of the item, or of the shared map. */
  map: string;
  /** `modified` of the item that was drawn: another version has no picture. 0 for shared maps, which do not change. */
  modified: number;
}

export interface OwnPicture {
  file: Blob;
  place: PicturePlace;
}

/** The map at the page's address; a new one has no id. */
export interface ViewedMap {
  kind: OpenMap['kind'];
  id?: string;
}

/**
 * Whose picture of which map this page may store and show now; undefined: none, such as for unsaved work, or for a map that was saved
 * at another address. Visitors have those of what everyone may open, and never on a page that had a session, whose map may still
 * show what only a member sees.
 */
export function pictureOf(
  source: MapSource,
  { kind, id = '' }: ViewedMap,
  { restUrl, session: { credential, lastUser } }: PortalConnection,
  org: string,
): PictureOf | undefined {
  const item = source.webMap?.item?.answer as PortalItem | undefined;
  const isOpen = item ? item.id === id : kind === 'shared-map';
  const isPublic = lastUser === undefined && (!item || item.access === 'public');
  if (!isOpen || source.unsaved || !(credential || isPublic)) return undefined;
  return { restUrl, org, who: credential?.userId ?? '', map: id, modified: item?.modified ?? 0 };
}

export const headers = { place: 'mapping-place', modified: 'mapping-modified' } as const;

/** One picture per map and reader; nothing is served there. */
export function pathOf({ restUrl, org, who, map }: PictureOf): string {
  return ['/own-pictures', ...[restUrl, org, who, map].map(encodeURIComponent)].join('/');
}

/** The last picture of this version of a map that was drawn for this reader; undefined if there is none. */
export async function findOwnPicture(of: PictureOf): Promise<OwnPicture | undefined> {
  // Opening a store would create it.
  if (!(await globalThis.caches?.has(ownPictures))) return undefined;
  const found = await (await caches.open(ownPictures)).match(pathOf(of));
  const place = parsePicturePlace(found?.headers.get(headers.place));
  if (!found || !place || found.headers.get(headers.modified) !== String(of.modified)) return undefined;
  return { file: await found.blob(), place };
}
