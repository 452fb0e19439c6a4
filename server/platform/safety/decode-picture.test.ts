import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { decodePicture, joinPictures } from './decode-picture.ts';

const plain = sharp({ create: { width: 20, height: 10, channels: 3, background: 'green' } });
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>');

describe('picture', () => {
  test.each(['png', 'jpeg', 'gif', 'webp'] as const)('of %s is decoded', async (format) => {
    const bytes = await plain.clone().toFormat(format).toBuffer();
    expect(await decodePicture(bytes, { pixels: 200 })?.metadata()).toMatchObject({ format, width: 20 });
  });

  test.each(['tiff', 'avif'] as const)('of %s is not decoded', async (format) => {
    expect(decodePicture(await plain.clone().toFormat(format).toBuffer(), { pixels: 200 })).toBeUndefined();
  });

  test('that is a drawing is not decoded, by sharp itself neither', async () => {
    expect(decodePicture(svg, { pixels: 200 })).toBeUndefined();
    await expect(sharp(svg).metadata()).rejects.toThrow('unsupported image format');
  });

  test('with more pixels than are allowed is not decoded', async () => {
    const bytes = await plain.clone().png().toBuffer();
    await expect(decodePicture(bytes, { pixels: 199 })?.toBuffer()).rejects.toThrow('pixel limit');
  });
});

test('pictures are joined at their places', async () => {
  const input = await plain.clone().png().toBuffer();
  const image = await joinPictures({ width: 30, height: 10 }, [{ input, left: 10, top: 0 }]);
  const { data } = await sharp(image).raw().toBuffer({ resolveWithObject: true });
  expect([...data.subarray(0, 4), ...data.subarray(40, 44)]).toEqual([0, 0, 0, 0, 0, 128, 0, 255]);
});
