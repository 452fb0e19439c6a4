import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';
import { GlobalFonts } from '@napi-rs/canvas';
import { PbfWriter } from 'pbf';
import { drawGlyphs, encodeGlyphRange, glyphSize } from '../../../../wire/glyph-range.ts';
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

type Glyphs = ReturnType<typeof drawGlyphs>;

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
      if (chosen.length === 0) continue;
      const encoded = encodeGlyphRange(new PbfWriter(), { font, range, glyphs: chosen });
      files.set(`${font}/${range}.pbf.gz`, gzipSync(encoded, { level: 9 }));
    }
  }
  return files;
}

/** The web font has one file per script: each covers the code points it is declared for. */
function readFont(font: string, weight: number, style: string): Glyphs {
  const ranges = readUnicodeRanges(require.resolve('@fontsource/noto-sans/unicode.json'));
  const glyphs = new Map<number, Glyphs[number]>();
  for (const subset of subsets) {
    const family = `${font}-${subset}`;
    GlobalFonts.register(
      readFileSync(
        require.resolve(`@fontsource/noto-sans/files/noto-sans-${subset}-${weight}-${style}.woff2`),
      ),
      family,
    );
    const wanted = (ranges[subset] ?? []).filter((id) => !glyphs.has(id) && blocks.includes(id >> 8));
    for (const glyph of draw(family, wanted)) glyphs.set(glyph.id, glyph);
  }
  return [...glyphs.values()].sort((a, b) => a.id - b.id);
}

/** Noto Sans has no Arabic of its own, and Arabic has no italics: those letters are upright. */
function readArabic(font: string, weight: number): Glyphs {
  const cut = arabicCuts[weight] ?? '400Regular';
  const family = `${font}-arabic`;
  GlobalFonts.register(
    readFileSync(require.resolve(`@expo-google-fonts/noto-sans-arabic/${cut}/NotoSansArabic_${cut}.ttf`)),
    family,
  );
  const all = arabicBlocks.flatMap((block) => Array.from({ length: 256 }, (_, at) => block * 256 + at));
  return draw(family, all);
}

/** Scripts without italics of their own, upright as well. */
function readScripts(font: string, weight: number): Glyphs {
  return plainScripts.flatMap((script) => {
    const family = `${font}-${script.subset}`;
    const folder = `@fontsource/${script.font}`;
    GlobalFonts.register(
      readFileSync(require.resolve(`${folder}/files/${fontFile(script, weight)}`)),
      family,
    );
    const ids = readUnicodeRanges(require.resolve(`${folder}/unicode.json`))[script.subset] ?? [];
    const letters = String.fromCodePoint(...ids).match(lettersOf(script)) ?? [];
    return draw(
      family,
      letters.map((letter) => letter.codePointAt(0) ?? 0),
    );
  });
}

function draw(family: string, ids: readonly number[]): Glyphs {
  return drawGlyphs(new CanvasSdf({ ...glyphSize, fontFamily: family }), ids);
}
