import { limits } from '../../../limits.ts';
import { currentWork } from '../../../platform/database/current-work.ts';
import { decodePicture, joinPictures } from '../../../platform/safety/decode-picture.ts';
import { type PictureSymbol, pixelsPerPoint } from './drawing/class-layers.ts';
import { type DrawnLayer, imageName } from './drawing/hosted-style.ts';

/** Pictures of a style in one image, with their positions (Mapbox sprite). */
export interface Sprite {
  index: Record<string, { x: number; y: number; width: number; height: number; pixelRatio: number }>;
  image: Buffer;
}

export type PixelRatio = 1 | 2;

/** Pixels of a row of pictures, which clients' textures must hold. */
const rowPixels = 2048;

interface Picture {
  name: string;
  bytes: Buffer;
  width: number;
  height: number;
}

/**
 * The picture symbols of a service's layers, drawn for screens of a pixel ratio. Unreadable ones are omitted, and those
 * beyond the limits.
 */
export async function makeSprite(layers: readonly DrawnLayer[], pixelRatio: PixelRatio): Promise<Sprite> {
  const index: Sprite['index'] = {};
  const pieces: { input: Buffer; left: number; top: number }[] = [];
  let [x, y, width, height] = [0, 0, 1, 1];
  for (const picture of await drawAll(layers, pixelRatio)) {
    if (x > 0 && x + picture.width > rowPixels) [x, y] = [0, height + 1];
    const size = { width: picture.width, height: picture.height };
    index[picture.name] = { x, y, ...size, pixelRatio };
    pieces.push({ input: picture.bytes, left: x, top: y });
    width = Math.max(width, x + picture.width);
    height = Math.max(height, y + picture.height);
    // A pixel between them prevents bleeding.
    x += picture.width + 1;
  }
  return { index, image: await joinPictures({ width, height }, pieces) };
}

async function drawAll(layers: readonly DrawnLayer[], pixelRatio: PixelRatio): Promise<Picture[]> {
  const pictures: Picture[] = [];
  // The same pictures at both densities.
  let left: { shown: number; read: number } = {
    shown: limits.spritePixels,
    read: limits.spriteSourcePixels,
  };
  for (const tiled of layers)
    for (const [number, { symbol }] of tiled.drawing.classes.entries()) {
      if (symbol.type !== 'esriPMS') continue;
      currentWork()?.signal.throwIfAborted();
      const shown = left.shown - symbol.width * symbol.height * pixelsPerPoint ** 2;
      const source = Buffer.from(symbol.imageData, 'base64');
      const read = left.read - (await pixelsOf(source));
      if (shown < 0 || read < 0) continue;
      left = { shown, read };
      const picture = await draw(source, symbol, pixelRatio);
      if (picture) pictures.push({ name: imageName(tiled, number), ...picture });
    }
  return pictures;
}

async function pixelsOf(source: Buffer): Promise<number> {
  const size = await open(source)
    ?.metadata()
    .catch(() => undefined);
  return size ? size.width * size.height : 0;
}

async function draw(source: Buffer, symbol: PictureSymbol, pixelRatio: PixelRatio) {
  const width = Math.max(1, Math.round(symbol.width * pixelsPerPoint * pixelRatio));
  const height = Math.max(1, Math.round(symbol.height * pixelsPerPoint * pixelRatio));
  try {
    const bytes = await open(source)?.resize(width, height, { fit: 'fill' }).png().toBuffer();
    return bytes && { bytes, width, height };
  } catch {
    return undefined;
  }
}

function open(source: Buffer) {
  return decodePicture(source, { pixels: limits.spritePicturePixels });
}
