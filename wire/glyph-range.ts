/** A glyph as a signed distance field, at 24 px. */
export interface Glyph {
  id: number;
  bitmap: Uint8ClampedArray;
  width: number;
  height: number;
  left: number;
  top: number;
  advance: number;
}

/** What [TinySDF](https://github.com/mapbox/tiny-sdf) draws with the options below. */
interface GlyphDrawing {
  data: Uint8ClampedArray;
  width: number;
  glyphWidth: number;
  glyphHeight: number;
  glyphTop: number;
  glyphLeft: number;
  glyphAdvance: number;
}

interface GlyphCanvas {
  draw(text: string): GlyphDrawing;
}

/** The part of a writer of the package `pbf` that is used here. */
interface GlyphWriter {
  writeStringField(tag: number, text: string): void;
  writeBytesField(tag: number, bytes: Uint8Array): void;
  writeVarintField(tag: number, value: number): void;
  writeSVarintField(tag: number, value: number): void;
  writeMessage<Value>(tag: number, write: (value: Value, writer: GlyphWriter) => void, value: Value): void;
  finish(): Uint8Array;
}

/** Code points in a file of glyphs. */
export const glyphRangeSize = 256;

/** Sizes that the format implies: glyphs of 24 px with 3 px around them. */
export const glyphSize = { fontSize: 24, buffer: 3, radius: 8, cutoff: 0.25 };

/** Distance of the text's top line above the baseline at 24 px: Noto Sans' ascender. */
const ascender = 26;

/** Draws the code points that a font has; for the others, it would draw a box. */
export function drawGlyphs(sdf: GlyphCanvas, ids: readonly number[]): Glyph[] {
  return drawLetters(
    sdf,
    ids.map((id) => ({ id, text: String.fromCodePoint(id) })),
  );
}

/** Draws letters or groups of letters, each as one glyph, without those of which a letter is missing. */
export function drawLetters(sdf: GlyphCanvas, letters: readonly { id: number; text: string }[]): Glyph[] {
  const box = signature(sdf.draw('\u0378'));
  const missing = new Map<string, boolean>();
  const isMissing = (letter: string) => {
    const known = missing.get(letter) ?? signature(sdf.draw(letter)) === box;
    missing.set(letter, known);
    return known;
  };
  return letters.flatMap(({ id, text }): Glyph[] => {
    const parts = Array.from(text);
    const checked = parts.length === 1 ? parts : parts.filter((part) => /\p{L}/u.test(part));
    if (checked.some(isMissing)) return [];
    const drawn = sdf.draw(text);
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

function signature({ width, glyphAdvance, data }: GlyphDrawing): string {
  return `${width}:${glyphAdvance}:${data.join()}`;
}

/**
 * Encodes a range of a font (`0-255`) as the `glyphs` message of
 * [Mapbox' format](https://github.com/mapbox/node-fontnik/blob/master/proto/glyphs.proto).
 */
export function encodeGlyphRange(
  pbf: GlyphWriter,
  { font, range, glyphs }: { font: string; range: string; glyphs: readonly Glyph[] },
): Uint8Array {
  const writeStack = (_: undefined, stack: GlyphWriter) => {
    stack.writeStringField(1, font);
    stack.writeStringField(2, range);
    for (const glyph of glyphs) stack.writeMessage(3, writeGlyph, glyph);
  };
  pbf.writeMessage(1, writeStack, undefined);
  return pbf.finish();
}

function writeGlyph(glyph: Glyph, pbf: GlyphWriter): void {
  pbf.writeVarintField(1, glyph.id);
  if (glyph.bitmap.length > 0) pbf.writeBytesField(2, new Uint8Array(glyph.bitmap));
  pbf.writeVarintField(3, glyph.width);
  pbf.writeVarintField(4, glyph.height);
  pbf.writeSVarintField(5, glyph.left);
  pbf.writeSVarintField(6, glyph.top);
  pbf.writeVarintField(7, glyph.advance);
}
