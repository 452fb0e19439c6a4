import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { PbfWriter } from 'pbf';
import { MappingError } from '../../../wire/errors.ts';
import { encodeGlyphRange, glyphRangeSize } from '../../../wire/glyph-range.ts';

const folder = fileURLToPath(new URL('glyphs/', import.meta.url));

/** The available fonts, by the names of their folders. */
const fonts = ['noto-sans-regular', 'noto-sans-medium', 'noto-sans-bold', 'noto-sans-italic'] as const;
export type Font = (typeof fonts)[number];

/** Larger ranges are requested but have no glyphs here. */
const lastCodePoint = 0x10ffff;

/**
 * The font for a name as styles write it (`Noto Sans Bold,Arial Unicode MS Regular`) or as the SDK requests it for text
 * symbols (`arial-unicode-ms-bold`). An unknown font becomes Noto Sans in the same weight or slope.
 */
export function chooseFont(fontstack: string): Font {
  const names = fontstack.split(',').map((name) =>
    name
      .trim()
      .toLowerCase()
      .replace(/[\s_]+/g, '-'),
  );
  const known = names.find((name): name is Font => (fonts as readonly string[]).includes(name));
  if (known) return known;
  const first = names[0] ?? '';
  if (/bold|black|heavy/.test(first)) return 'noto-sans-bold';
  if (/italic|oblique/.test(first)) return 'noto-sans-italic';
  return /medium|semi/.test(first) ? 'noto-sans-medium' : 'noto-sans-regular';
}

/** Reads `{first}-{last}.pbf`, a range of 256 code points; anything else is 400 `services:bad-glyph-range`. */
export function readGlyphRange(file: string): string {
  const match = /^(\d{1,7})-(\d{1,7})\.pbf$/.exec(file);
  const [first, last] = [Number(match?.[1]), Number(match?.[2])];
  if (match && first % glyphRangeSize === 0 && last === first + glyphRangeSize - 1 && last <= lastCodePoint)
    return `${first}-${last}`;
  throw new MappingError(
    'services:bad-glyph-range',
    'A glyph range is {first}-{last}.pbf over 256 code points.',
    { status: 400 },
  );
}

/** The font files with glyphs, as addresses below `resources/fonts`. */
export async function listGlyphs(): Promise<string[]> {
  const files = await Promise.all(
    fonts.map(async (font) => (await readdir(`${folder}${font}`)).map((file) => `${font}/${file}`)),
  );
  return files.flat().map((file) => file.replace(/\.gz$/, ''));
}

/** The glyphs of one range, gzipped; a range without glyphs is valid and empty. */
export async function readGlyphs(font: Font, range: string): Promise<Buffer> {
  try {
    return await readFile(`${folder}${font}/${range}.pbf.gz`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return gzipSync(encodeGlyphRange(new PbfWriter(), { font, range, glyphs: [] }));
  }
}
