import sharp, { type Sharp } from 'sharp';
import { limits } from '../../limits.ts';
import { pictureTypeOf } from './picture-type.ts';

/**
 * Decoding pictures that others have sent. No other file of the server imports sharp (`npm run check:rules`): it would decode every
 * format that it knows, also those that take a program to draw, such as SVG, in which a few hundred bytes keep a core busy for hours.
 */
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadNsgif', 'VipsForeignLoadWebp'],
});

interface Decoding {
  /** A picture with more fails when it is decoded: a small file can fill the memory. */
  pixels: number;
  /** All frames of an animation; otherwise the first. */
  frames?: 'all';
  /** Fail for what browsers show in part; otherwise only for what cannot be read. */
  strict?: boolean;
}

/**
 * A PNG, JPEG, GIF or WebP, by its bytes, to be changed and encoded in `limits.pictureSeconds`; undefined for other files. A broken
 * picture fails when it is read.
 */
export function decodePicture(
  bytes: Uint8Array,
  { pixels, frames, strict = false }: Decoding,
): Sharp | undefined {
  if (pictureTypeOf(bytes) === undefined) return undefined;
  return sharp(bytes, {
    limitInputPixels: pixels,
    ...(frames && { pages: -1 }),
    ...(strict && { failOn: 'error' }),
  }).timeout({ seconds: limits.pictureSeconds });
}

/** PNG pictures of this server at places of a transparent one, as a PNG. */
export function joinPictures(
  { width, height }: { width: number; height: number },
  pieces: { input: Buffer; left: number; top: number }[],
): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 4, background: '#00000000' } })
    .composite(pieces)
    .png()
    .timeout({ seconds: limits.pictureSeconds })
    .toBuffer();
}
