import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';
import { GlobalFonts } from '@napi-rs/canvas';
import { PbfWriter } from 'pbf';
import { fontFile, lettersOf, scriptFonts } from '../../../../wire/script-fonts.ts';
import { CanvasSdf } from './canvas-sdf.ts';
import { readUnicodeRanges } from './unicode-ranges.ts';

const require = createRequire(import.meta.url);
const subsets = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'vietnamese'];

/** Fonts by the folder they are served from. */
const fonts: Record<string, { weight: number; style: 'normal' | 'italic' }> = {
  'noto-sans-regular': { weight: 400, style: 'normal' },
  'noto-sans-medium': { weight: 500, style: 'normal' },
  'noto-sans-bold': { weight: 700, style: 'normal' },
  'noto-sans-italic': { weight: 400, style: 'italic' },
};

/** Blocks of 256 code points worth shipping: Latin, Greek, Cyrillic, Vietnamese, punctuation, signs, arrows. */
const blocks = [0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x1e, 0x20, 0x21, 0x22];

/** Arabic letters, and their joined forms, which the SDK requests after shaping a text. */
const arabicBlocks = [0x06, 0xfb, 0xfe];
const arabicCuts: Record<number, string> = { 400: '400Regular', 500: '500Medium', 700: '700Bold' };

/**
 * Scripts whose letters stand side by side, as the SDK places them. Those of South and Southeast Asia, but Thai, join and
 * reorder their letters, which the SDK does not.
 */
const plainScripts = scriptFonts.filter(({ subset }) =>
  ['armenian', 'hebrew', 'thai', 'ethiopic'].includes(subset),
);
const scriptBlocks = [0x0e, 0x12, 0x13];

/** Distance of the text's top line above the baseline at 24 px: Noto Sans' ascender. */
const ascender = 26;

interface Glyph {
  id: number;
  bitmap: Uint8ClampedArray;
  width: number;
  height: number;
  left: number;
  top: number;
  advance: number;
}

/** Every non-empty range of every font as a gzipped glyph file, by path (`noto-sans-bold/0-255.pbf.gz`). */
export function makeGlyphs(): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  for (const [font, { weight, style }] of Object.entries(fonts)) {
    const glyphs = [
      ...readFont(font, weight, style),
      ...readScripts(font, weight),
      ...readArabic(font, weight),
    ];
    for (const block of [...blocks, ...scriptBlocks, ...arabicBlocks]) {
      const range = `${block * 256}-${block * 256 + 255}`;
      const chosen = glyphs.filter(({ id }) => id >> 8 === block);
      if (chosen.length > 0)
        files.set(`${font}/${range}.pbf.gz`, gzipSync(encode(font, range, chosen), { level: 9 }));
    }
  }
  return files;
}

/** The web font has one file per script: each covers the code points it is declared for. */
function readFont(font: string, weight: number, style: string): Glyph[] {
  const ranges = readUnicodeRanges(require.resolve('@fontsource/noto-sans/unicode.json'));
  const glyphs = new Map<number, Glyph>();
  for (const subset of subsets) {
    const family = `${font}-${subset}`;
    GlobalFonts.register(
      readFileSync(
        require.resolve(`@fontsource/noto-sans/files/noto-sans-${subset}-${weight}-${style}.woff2`),
      ),
      family,
    );
    const wanted = (ranges[subset] ?? []).filter((id) => !glyphs.has(id) && blocks.includes(id >> 8));
    for (const glyph of drawGlyphs(family, wanted)) glyphs.set(glyph.id, glyph);
  }
  return [...glyphs.values()].sort((a, b) => a.id - b.id);
}

/** Noto Sans has no Arabic of its own, and Arabic has no italics: those letters are upright. */
function readArabic(font: string, weight: number): Glyph[] {
  const cut = arabicCuts[weight] ?? '400Regular';
  const family = `${font}-arabic`;
  GlobalFonts.register(
    readFileSync(require.resolve(`@expo-google-fonts/noto-sans-arabic/${cut}/NotoSansArabic_${cut}.ttf`)),
    family,
  );
  const all = arabicBlocks.flatMap((block) => Array.from({ length: 256 }, (_, at) => block * 256 + at));
  return drawGlyphs(family, all);
}

/** Scripts without italics of their own, upright as well. */
function readScripts(font: string, weight: number): Glyph[] {
  return plainScripts.flatMap((script) => {
    const family = `${font}-${script.subset}`;
    const folder = `@fontsource/${script.font}`;
    GlobalFonts.register(
      readFileSync(require.resolve(`${folder}/files/${fontFile(script, weight)}`)),
      family,
    );
    const ids = readUnicodeRanges(require.resolve(`${folder}/unicode.json`))[script.subset] ?? [];
    const letters = String.fromCodePoint(...ids).match(lettersOf(script)) ?? [];
    return drawGlyphs(
      family,
      letters.map((letter) => letter.codePointAt(0) ?? 0),
    );
  });
}

/** The code points that a font has. */
function drawGlyphs(family: string, ids: readonly number[]): Glyph[] {
  const sdf = new CanvasSdf({ fontSize: 24, buffer: 3, radius: 8, cutoff: 0.25, fontFamily: family });
  const missing = signature(sdf.draw('\u0378'));
  return ids.flatMap((id): Glyph[] => {
    const drawn = sdf.draw(String.fromCodePoint(id));
    if (signature(drawn) === missing) return [];
    const ink = drawn.glyphWidth > 0 && drawn.glyphHeight > 0;
    if (!ink && drawn.glyphAdvance === 0) return [];
    return [
      {
        id,
        bitmap: ink ? drawn.data : new Uint8ClampedArray(),
        width: ink ? drawn.glyphWidth : 0,
        height: ink ? drawn.glyphHeight : 0,
        left: ink ? drawn.glyphLeft : 0,
        top: ink ? drawn.glyphTop - ascender : 0,
        advance: Math.round(drawn.glyphAdvance),
      },
    ];
  });
}

function signature(glyph: { data: Uint8ClampedArray; glyphAdvance: number; width: number }): string {
  return `${glyph.width}:${glyph.glyphAdvance}:${Buffer.from(glyph.data).toString('base64')}`;
}

/** The `glyphs` message of Mapbox' font format: a stack with name, range and glyphs. */
function encode(font: string, range: string, glyphs: Glyph[]): Uint8Array {
  const pbf = new PbfWriter();
  pbf.writeMessage(
    1,
    (_: undefined, stack: PbfWriter) => {
      stack.writeStringField(1, font);
      stack.writeStringField(2, range);
      for (const glyph of glyphs) stack.writeMessage(3, writeGlyph, glyph);
    },
    undefined,
  );
  return pbf.finish();
}

function writeGlyph(glyph: Glyph, pbf: PbfWriter): void {
  pbf.writeVarintField(1, glyph.id);
  if (glyph.bitmap.length > 0) pbf.writeBytesField(2, new Uint8Array(glyph.bitmap));
  pbf.writeVarintField(3, glyph.width);
  pbf.writeVarintField(4, glyph.height);
  pbf.writeSVarintField(5, glyph.left);
  pbf.writeSVarintField(6, glyph.top);
  pbf.writeVarintField(7, glyph.advance);
}
