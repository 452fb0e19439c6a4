import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { resizePicture, widthFor } from './get-info-file.ts';

const picture = async (width: number, format: 'png' | 'jpeg' | 'webp' | 'gif') => ({
  content_type: `image/${format}`,
  bytes: await sharp({
    create: {
      width,
      height: width / 2,
      channels: 3,
      background: 'green',
      noise: { type: 'gaussian', sigma: 30 },
    },
  })
    .toFormat(format)
    .toBuffer(),
});

describe('width', () => {
  it.each([
    [undefined, undefined],
    ['200', 200],
    ['1', 100],
    ['201', 400],
    ['1600', 1600],
    // The width with which the ArcGIS SDK requests the original picture.
    ['8192', undefined],
    ['0', undefined],
    ['-5', undefined],
    ['wide', undefined],
    ['999999', undefined],
  ])('for w=%s is %s', (wanted, width) => {
    expect(widthFor(wanted)).toBe(width);
  });
});

describe('picture', () => {
  it('that would fill the memory is sent unchanged, without being decoded', async () => {
    const create = { width: 7100, height: 7100, channels: 3, background: 'green' } as const;
    const bytes = await sharp({ create }).png({ compressionLevel: 2 }).toBuffer();
    const original = { content_type: 'image/png', bytes };
    expect((await resizePicture(original, 100)).bytes).toBe(bytes);
  });

  it.each(['png', 'jpeg', 'webp'] as const)('of %s is reduced in its own format', async (format) => {
    const original = await picture(900, format);
    const small = await resizePicture(original, 200);
    expect(small.content_type).toBe(`image/${format}`);
    expect(small.bytes.length).toBeLessThan(original.bytes.length);
    expect(await sharp(small.bytes).metadata()).toMatchObject({ width: 200, height: 100, format });
  });

  it('is never enlarged', async () => {
    const original = await picture(100, 'png');
    expect((await resizePicture(original, 400)).bytes).toEqual(original.bytes);
  });

  it('that is animated is sent unchanged', async () => {
    const original = await picture(300, 'gif');
    expect(await resizePicture(original, 200)).toBe(original);
  });

  it('that is invalid is sent unchanged', async () => {
    const broken = { content_type: 'image/png', bytes: Buffer.from('not a picture at all') };
    expect((await resizePicture(broken, 200)).bytes).toEqual(broken.bytes);
  });

  it('is resized once', async () => {
    const original = await picture(900, 'jpeg');
    const first = await resizePicture(original, 400);
    expect((await resizePicture(original, 400)).bytes).toBe(first.bytes);
    expect((await resizePicture(original, 200)).bytes).not.toBe(first.bytes);
  });
});
