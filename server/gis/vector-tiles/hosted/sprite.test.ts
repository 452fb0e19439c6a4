import sharp from 'sharp';
import { expect, test } from 'vitest';
import { symbolSchema } from './drawing/class-layers.ts';
import type { DrawnLayer } from './drawing/hosted-style.ts';
import { makeSprite } from './sprite.ts';

const drawing = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>',
);
const symbolOf = (bytes: Buffer) => ({
  type: 'esriPMS',
  contentType: 'image/png',
  imageData: bytes.toString('base64'),
  width: 12,
  height: 9,
});
const layerOf = (...symbols: object[]) =>
  ({ name: 'Trees', drawing: { classes: symbols.map((symbol) => ({ symbol })) } }) as unknown as DrawnLayer;

test('a sprite has the pictures made of pixels only, whatever type a symbol says', async () => {
  const dot = await sharp({ create: { width: 4, height: 4, channels: 4, background: 'red' } })
    .png()
    .toBuffer();
  const { index, image } = await makeSprite([layerOf(symbolOf(drawing), symbolOf(dot))], 1);
  expect(index).toEqual({ 'Trees/1': { x: 0, y: 0, width: 16, height: 12, pixelRatio: 1 } });
  expect(await sharp(image).metadata()).toMatchObject({ format: 'png', width: 16, height: 12 });
});

test('a picture that a sprite does not draw has a plain marker', () => {
  expect(symbolSchema.parse(symbolOf(drawing))).toMatchObject({ type: 'esriSMS', size: 6 });
});
