import { gunzipSync } from 'node:zlib';
import { PbfReader } from 'pbf';
import { describe, expect, it } from 'vitest';
import { chooseFont, readGlyphRange, readGlyphs } from './glyphs.ts';

interface Stack {
  name: string;
  range: string;
  glyphs: { id: number; width: number; height: number; bitmap: number; left: number; advance: number }[];
}

function decode(packed: Buffer): Stack {
  const stack: Stack = { name: '', range: '', glyphs: [] };
  new PbfReader(gunzipSync(packed)).readFields((tag, _, pbf) => {
    if (tag === 1) pbf.readMessage(readStack, stack);
  }, undefined);
  return stack;
}

function readStack(tag: number, stack: Stack, pbf: PbfReader): void {
  if (tag === 1) stack.name = pbf.readString();
  if (tag === 2) stack.range = pbf.readString();
  if (tag === 3)
    stack.glyphs.push(
      pbf.readMessage(readGlyph, { id: 0, width: 0, height: 0, bitmap: 0, left: 0, advance: 0 }),
    );
}

function readGlyph(tag: number, glyph: Stack['glyphs'][number], pbf: PbfReader): void {
  if (tag === 1) glyph.id = pbf.readVarint();
  if (tag === 2) glyph.bitmap = pbf.readBytes().length;
  if (tag === 3) glyph.width = pbf.readVarint();
  if (tag === 4) glyph.height = pbf.readVarint();
  if (tag === 5) glyph.left = pbf.readSVarint();
  if (tag === 7) glyph.advance = pbf.readVarint();
}

describe('readGlyphs', () => {
  it.each(['noto-sans-regular', 'noto-sans-medium', 'noto-sans-bold', 'noto-sans-italic'] as const)(
    'has Latin, Kazakh, Arabic, Armenian, Hebrew, Thai and Ethiopic letters in %s',
    async (font) => {
      const latin = decode(await readGlyphs(font, '0-255')).glyphs.map(({ id }) => id);
      const cyrillic = decode(await readGlyphs(font, '1024-1279')).glyphs.map(({ id }) => id);
      expect(latin).toEqual(expect.arrayContaining([...'AZaz09 é'].map((letter) => letter.codePointAt(0))));
      expect(cyrillic).toEqual(
        expect.arrayContaining([...'АЯаяӘҒҚҢӨҰҮҺІ'].map((letter) => letter.codePointAt(0))),
      );
      const arabic = decode(await readGlyphs(font, '1536-1791')).glyphs.map(({ id }) => id);
      // As requested by the SDK: in presentation forms, which join their neighbours.
      const joined = decode(await readGlyphs(font, '65024-65279')).glyphs.map(({ id }) => id);
      expect(arabic).toEqual(expect.arrayContaining([...'مكرىپ٣'].map((letter) => letter.codePointAt(0))));
      expect(joined).toEqual(expect.arrayContaining([0xfe8d, 0xfedf, 0xfee3, 0xfee1, 0xfefb]));
      const ranges = ['1280-1535', '3584-3839', '4608-4863', '4864-5119'];
      const others = await Promise.all(ranges.map(async (range) => decode(await readGlyphs(font, range))));
      const letters = others.flatMap(({ glyphs }) => glyphs.map(({ id }) => id));
      expect(letters).toEqual(expect.arrayContaining([...'Աֆבםกุ้አፕԥ'].map((letter) => letter.codePointAt(0))));
    },
  );

  it('has bitmaps of the size the format requires: three pixels of border on each side', async () => {
    const { glyphs } = decode(await readGlyphs('noto-sans-regular', '0-255'));
    const inked = glyphs.filter(({ bitmap }) => bitmap > 0);
    expect(inked.length).toBeGreaterThan(180);
    expect(inked.filter((glyph) => glyph.bitmap !== (glyph.width + 6) * (glyph.height + 6))).toEqual([]);
    expect(glyphs.filter(({ advance }) => advance <= 0)).toEqual([]);
  });

  it('sets Thai marks over the letter before them', async () => {
    const { glyphs } = decode(await readGlyphs('noto-sans-regular', '3584-3839'));
    const mark = glyphs.find(({ id }) => id === 0x0e31);
    expect(mark).toMatchObject({ advance: 0 });
    expect(mark?.left).toBeLessThan(-4);
  });

  it('returns an empty range for a range without glyphs', async () => {
    const stack = decode(await readGlyphs('noto-sans-bold', '19968-20223'));
    expect(stack).toEqual({ name: 'noto-sans-bold', range: '19968-20223', glyphs: [] });
  });
});

describe('chooseFont', () => {
  it.each([
    ['Noto Sans Regular', 'noto-sans-regular'],
    ['Noto Sans Medium,Arial Unicode MS Regular', 'noto-sans-medium'],
    ['Unknown Face,Noto Sans Italic', 'noto-sans-italic'],
    ['arial-unicode-ms-bold', 'noto-sans-bold'],
    ['arial-regular', 'noto-sans-regular'],
    ['playfair-display-italic', 'noto-sans-italic'],
    ['../../etc/passwd', 'noto-sans-regular'],
    ['', 'noto-sans-regular'],
  ])('draws %s with %s', (input, font) => {
    expect(chooseFont(input)).toBe(font);
  });
});

describe('readGlyphRange', () => {
  it('reads a range of 256', () => {
    expect(readGlyphRange('1024-1279.pbf')).toBe('1024-1279');
  });

  it.each(['1-256.pbf', '0-511.pbf', '0-255', '../0-255.pbf', '1114112-1114367.pbf', ''])(
    'rejects %s',
    (range) => {
      expect(() => readGlyphRange(range)).toThrow(
        expect.objectContaining({ id: 'services:bad-glyph-range', status: 400 }),
      );
    },
  );
});
