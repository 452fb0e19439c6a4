import TinySDF from '@mapbox/tiny-sdf';
import { PbfWriter } from 'pbf';
import {
  drawGlyphs,
  drawLetters,
  encodeGlyphRange,
  type Glyph,
  glyphRangeSize,
  glyphSize,
} from '../../../wire/glyph-range.ts';
import type { ScriptFace } from 'virtual:script-faces';
import type { Cluster } from './clusters.ts';

export type GlyphTask = {
  /** A font as a style (`Noto Sans Bold`) or the SDK (`arial-unicode-ms-bold`) writes it. */
  font: string;
  /** The reader's language, which selects the form of a character. */
  language: string;
} & (
  | {
      /** The first code point of the range. */
      first: number;
    }
  | {
      clusters: readonly Cluster[];
      /** The product's fonts of their scripts. */
      faces: readonly ScriptFace[];
    }
);
/** A range as a file, or the glyphs of clusters. */
export type DrawnGlyphs = ArrayBuffer | Glyph[];

/** Width and height of the largest cluster that is drawn whole, in px. */
const largest = 120;
const family = 'Scripts';

/** Draws at the size of the format, on a canvas with room for a whole cluster. */
class RoomyDrawing extends TinySDF {
  declare readonly ctx: OffscreenCanvasRenderingContext2D;

  constructor(weight: string, language: string) {
    super({ ...glyphSize, fontSize: largest, lang: language });
    this.ctx.font = fontOf(weight);
  }
}

const drawings = new Map<string, RoomyDrawing>();
/** Empty in a browser that cannot load fonts in a worker: the computer's are used there. */
const fonts = (globalThis as { fonts?: FontFaceSet }).fonts;

const fontOf = (weight: string) => `${weight} ${glyphSize.fontSize}px ${family}, sans-serif`;
const weightOf = (font: string) =>
  /bold|black|heavy/i.test(font) ? '700' : /medium|semi/i.test(font) ? '500' : '400';

/** The drawing of a font's weight and slope in a language: its canvas and memory are used again. */
function drawingOf(weight: string, language: string): RoomyDrawing {
  const key = `${weight} ${language}`;
  const known = drawings.get(key);
  if (known) return known;
  const created = new RoomyDrawing(weight, language);
  drawings.set(key, created);
  return created;
}

async function loadFonts(weight: string, text: string, faces: readonly ScriptFace[]): Promise<void> {
  if (!fonts) return;
  if (fonts.size === 0)
    for (const { source, weight, range } of faces)
      fonts.add(new FontFace(family, source, { weight, unicodeRange: range }));
  // Without its font, a script is drawn with the computer's.
  await fonts.load(fontOf(weight), text).catch(() => []);
}

async function draw(task: GlyphTask): Promise<DrawnGlyphs> {
  const { font, language } = task;
  const weight = weightOf(font);
  if ('clusters' in task) {
    const { clusters, faces } = task;
    await loadFonts(weight, clusters.map(({ text }) => text).join(''), faces);
    return drawLetters(
      drawingOf(weight, language),
      clusters.map(({ code, text }) => ({ id: code, text })),
    );
  }
  const ids = Array.from({ length: glyphRangeSize }, (_, at) => task.first + at);
  const range = `${task.first}-${task.first + glyphRangeSize - 1}`;
  const glyphs = drawGlyphs(drawingOf(weight, language), ids);
  return encodeGlyphRange(new PbfWriter(), { font, range, glyphs }).slice().buffer as ArrayBuffer;
}

globalThis.addEventListener('message', async ({ data, ports: [port] }: MessageEvent<GlyphTask>) => {
  const drawn = await draw(data);
  port?.postMessage(drawn, drawn instanceof ArrayBuffer ? [drawn] : []);
});
