import sharp from 'sharp';
import { imageName, type TiledLayer } from './drawing/hosted-style.ts';
import type { PictureSymbol } from './drawing/symbol.ts';
import { pixelsPerPoint } from './drawing/class-layers.ts';

/** Pictures of a style in one image, and where in it they are (Mapbox sprite). */
export interface Sprite {
  index: Record<string, { x: number; y: number; width: number; height: number; pixelRatio: number }>;
  image: Buffer;
}

/** The picture symbols of a service's layers, drawn for screens of a pixel ratio. One that cannot be read is left out. */
export async function makeSprite(layers: readonly TiledLayer[], pixelRatio: 1 | 2): Promise<Sprite> {
  const index: Sprite['index'] = {};
  const pieces: { input: Buffer; left: number; top: number }[] = [];
  let [x, height] = [0, 1];
  for (const tiled of layers) {
    for (const [number, { symbol }] of tiled.drawing.classes.entries()) {
      if (symbol.type !== 'esriPMS') continue;
      const picture = await draw(symbol, pixelRatio);
      if (!picture) continue;
      index[imageName(tiled, number)] = {
        x,
        y: 0,
        width: picture.width,
        height: picture.height,
        pixelRatio,
      };
      pieces.push({ input: picture.bytes, left: x, top: 0 });
      // A pixel between them keeps one from bleeding into the next.
      x += picture.width + 1;
      height = Math.max(height, picture.height);
    }
  }
  const canvas = { width: Math.max(1, x), height, channels: 4 as const, background: '#00000000' };
  return { index, image: await sharp({ create: canvas }).composite(pieces).png().toBuffer() };
}

async function draw(symbol: PictureSymbol, pixelRatio: number) {
  const width = Math.max(1, Math.round(symbol.width * pixelsPerPoint * pixelRatio));
  const height = Math.max(1, Math.round(symbol.height * pixelsPerPoint * pixelRatio));
  try {
    const bytes = await sharp(Buffer.from(symbol.imageData, 'base64'), { limitInputPixels: 16_000_000 })
      .resize(width, height, { fit: 'fill' })
      .png()
      .toBuffer();
    return { bytes, width, height };
  } catch {
    return undefined;
  }
}
