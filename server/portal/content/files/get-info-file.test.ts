import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import { resizePicture, widthFor } from './get-info-file.ts';

const stored = (content_type: string, bytes: Buffer) => ({
  content_type,
  digest: createHash('sha256').update(bytes).digest(),
  bytes,
  read: vi.fn<() => Promise<Buffer>>(async () => bytes),
});

const picture = async (width: number, format: 'png' | 'jpeg' | 'webp' | 'gif') => {
  const create = {
    width,
    height: width / 2,
    channels: 3,
    background: 'green',
    noise: { type: 'gaussian', sigma: 30 },
  } as const;
  return stored(`image/${format}`, await sharp({ create }).toFormat(format).toBuffer());
};

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
    expect(await resizePicture(stored('image/png', bytes), 100)).toBeUndefined();
  });

  it.each(['png', 'jpeg', 'webp'] as const)('of %s is reduced in its own format', async (format) => {
    const original = await picture(900, format);
    const small = await resizePicture(original, 200);
    expect(small?.length).toBeLessThan(original.bytes.length);
    expect(await sharp(small).metadata()).toMatchObject({ width: 200, height: 100, format });
  });

  it('is never enlarged', async () => {
    const original = await picture(100, 'png');
    expect(await resizePicture(original, 400)).toBeUndefined();
  });

  it('that is animated is sent unchanged', async () => {
    const original = await picture(300, 'gif');
    expect(await resizePicture(original, 200)).toBeUndefined();
  });

  it('that is invalid is sent unchanged', async () => {
    const broken = stored('image/png', Buffer.from('not a picture at all'));
    expect(await resizePicture(broken, 200)).toBeUndefined();
  });

  it('that is not of the type that its name says is sent unchanged', async () => {
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="600"><!--${'x'.repeat(90_000)}--></svg>`;
    expect(await resizePicture(stored('image/png', Buffer.from(drawing)), 200)).toBeUndefined();
    const { bytes } = await picture(900, 'gif');
    expect(await resizePicture(stored('image/png', bytes), 200)).toBeUndefined();
  });

  it('is read and resized once for a width', async () => {
    const original = await picture(900, 'jpeg');
    const first = await resizePicture(original, 400);
    expect(await resizePicture(original, 400)).toBe(first);
    expect(original.read).toHaveBeenCalledTimes(1);
    expect(await resizePicture(original, 200)).not.toBe(first);
  });

  it('that cannot be made smaller is read once', async () => {
    const original = await picture(90, 'jpeg');
    for (const _ of [1, 2]) expect(await resizePicture(original, 400)).toBeUndefined();
    expect(original.read).toHaveBeenCalledTimes(1);
  });
});
