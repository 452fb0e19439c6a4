import TinySDF from '@mapbox/tiny-sdf';
import { PbfWriter } from 'pbf';
import { drawGlyphs, encodeGlyphRange, glyphRangeSize, glyphSize } from '../../../wire/glyph-range.ts';

export interface GlyphTask {
  /** A font as a style (`Noto Sans Bold`) or the SDK (`arial-unicode-ms-bold`) writes it. */
  font: string;
  /** The first code point of the range. */
  first: number;
  /** The reader's language, which selects the form of a character. */
  language: string;
}

const drawing = new Map<string, TinySDF>();

/** The drawing of a font's weight and slope in a language: its canvas and memory are used again. */
function drawingOf(font: string, language: string): TinySDF {
  const fontWeight = /bold|black|heavy/i.test(font) ? '700' : /medium|semi/i.test(font) ? '500' : '400';
  const key = `${fontWeight} ${language}`;
  const known = drawing.get(key);
  if (known) return known;
  const created = new TinySDF({ ...glyphSize, fontFamily: 'sans-serif', fontWeight, lang: language });
  drawing.set(key, created);
  return created;
}

globalThis.addEventListener('message', ({ data, ports: [port] }: MessageEvent<GlyphTask>) => {
  const { font, first, language } = data;
  const ids = Array.from({ length: glyphRangeSize }, (_, at) => first + at);
  const range = `${first}-${first + glyphRangeSize - 1}`;
  const glyphs = drawGlyphs(drawingOf(font, language), ids);
  const { buffer } = encodeGlyphRange(new PbfWriter(), { font, range, glyphs }).slice();
  port?.postMessage(buffer, [buffer as ArrayBuffer]);
});
