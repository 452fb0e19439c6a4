import { parsePicturePlace, type PicturePlace, printPicturePlace } from '../../../../wire/map-picture.ts';
import { ownPictures, ownPicturesOf } from '../../../context/own-pictures.ts';

/** The map of a picture, and the member for whom it was drawn. */
export interface PictureOf {
  restUrl: string;
  org: string;
  who: string;
  item: string;
  /** `modified` of the item that was drawn: another version has no picture. */
  modified: number;
}

export interface OwnPicture {
  file: Blob;
  place: PicturePlace;
}

/** Pictures that a browser stores, about 150 kB each. */
const most = 40;

const headers = { place: 'mapping-place', modified: 'mapping-modified' } as const;

/** One picture per map and member. */
function pathOf({ restUrl, org, who, item }: PictureOf): string {
  return ownPicturesOf(restUrl) + [org, who, item].map(encodeURIComponent).join('/');
}

/** Stores the picture of a map in place of an earlier one, and drops the oldest of too many. */
export async function storeOwnPicture(of: PictureOf, { file, place }: OwnPicture): Promise<void> {
  const cache = await globalThis.caches?.open(ownPictures);
  if (!cache) return;
  const response = new Response(file, {
    headers: {
      'content-type': file.type,
      [headers.place]: `${printPicturePlace(place)}.jpg`,
      [headers.modified]: String(of.modified),
    },
  });
  await cache.put(pathOf(of), response);
  const stored = await cache.keys();
  for (const oldest of stored.slice(0, Math.max(0, stored.length - most))) await cache.delete(oldest);
}

/** The last picture of this version of a map that was drawn for this member; undefined if there is none. */
export async function findOwnPicture(of: PictureOf): Promise<OwnPicture | undefined> {
  // Opening a store would create it.
  if (!(await globalThis.caches?.has(ownPictures))) return undefined;
  const found = await (await caches.open(ownPictures)).match(pathOf(of));
  const place = parsePicturePlace(found?.headers.get(headers.place));
  if (!found || !place || found.headers.get(headers.modified) !== String(of.modified)) return undefined;
  return { file: await found.blob(), place };
}
