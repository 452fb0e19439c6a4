import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { limits } from '../../../limits.ts';

/** The widths that are generated, in pixels: a request gets the next larger one, so that few pictures serve all screens. */
const widths = [100, 200, 400, 600, 800, 1200, 1600] as const;

export interface Picture {
  content_type: string;
  bytes: Uint8Array;
}

/** The width to scale to for the request's parameter `w`; undefined: the original. */
export function widthFor(wanted: string | undefined): number | undefined {
  if (wanted === undefined || !/^\d{1,5}$/.test(wanted) || Number(wanted) === 0) return undefined;
  return widths.find((width) => width >= Number(wanted));
}

/** Resized pictures, the least recently used first; bounded by `limits.thumbnailCacheBytes`. */
const made = new Map<string, Uint8Array>();
let madeBytes = 0;

/**
 * Scales a picture down to a width, in its own format. Smaller pictures, animations, and files that cannot be read as a
 * picture are returned unchanged.
 */
export async function resizePicture(picture: Picture, width: number): Promise<Picture> {
  if (!/^image\/(png|jpeg|webp)$/.test(picture.content_type)) return picture;
  const key = `${width} ${createHash('sha256').update(picture.bytes).digest('base64url')}`;
  const known = made.get(key);
  if (known) {
    // Move to the end: most recently used.
    made.delete(key);
    made.set(key, known);
    return { ...picture, bytes: known };
  }
  const bytes = await shrink(picture.bytes, width);
  keep(key, bytes);
  return { ...picture, bytes };
}

async function shrink(bytes: Uint8Array, width: number): Promise<Uint8Array> {
  try {
    const image = sharp(bytes, { limitInputPixels: limits.thumbnailPixels, failOn: 'error', pages: -1 });
    const { width: has = 0, pages = 1 } = await image.metadata();
    if (has <= width || pages > 1) return bytes;
    const smaller = await image.rotate().resize({ width }).toBuffer();
    return smaller.length < bytes.length ? smaller : bytes;
  } catch {
    return bytes;
  }
}

function keep(key: string, bytes: Uint8Array): void {
  made.set(key, bytes);
  madeBytes += bytes.length;
  for (const [oldest, dropped] of made) {
    if (madeBytes <= limits.thumbnailCacheBytes) break;
    made.delete(oldest);
    madeBytes -= dropped.length;
  }
}
