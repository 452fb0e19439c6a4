import { printPicturePlace } from '../../../../wire/map-picture.ts';
import { ownPictures } from '../../../context/own-pictures.ts';
import { trackedWork } from '../../../map/document/map-work.ts';
import type { MapModel } from '../../../map/map-model.ts';
import { mapSize } from '../../../map/map-picture/map-picture.ts';
import type { MapSource } from '../../../map/map-source.ts';
import { headers, type OwnPicture, pathOf, type PictureOf } from './own-picture-store.ts';

/** The largest width in pixels. */
const widest = 1200;

/** Pictures that a browser stores, about 150 kB each. */
const most = 40;

/**
 * Takes a picture of the open map, as saved, and stores it.
 *
 * @param whose its reader and map now; undefined: none is stored
 */
export async function keepPicture(
  model: MapModel,
  whose: (source: MapSource) => PictureOf | undefined,
): Promise<void> {
  const work = await trackedWork(model);
  if (work.state.get().dirty || document.hidden || !whose(work.source)) return;
  const { width, height } = mapSize(model);
  const scale = Math.min(1, widest / width);
  const { file, place } = await work.picture({
    width: Math.round(width * scale),
    height: Math.round(height * scale),
  });
  // The session may have ended meanwhile.
  const of = whose(work.source);
  if (of && place) await storeOwnPicture(of, { file, place });
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
