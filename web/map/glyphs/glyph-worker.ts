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
import { lettersOf } from '../../../wire/script-fonts.ts';
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
      /** The product's fonts of its letters, on a computer that has none. */
      faces: readonly ScriptFace[];
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

/** Draws at the size of the format, on a canvas with room for a whole cluster. */
class RoomyDrawing extends TinySDF {
  declare readonly ctx: OffscreenCanvasRenderingContext2D;

  constructor(language: string) {
    super({ ...glyphSize, fontSize: largest, lang: language });
  }
}

const drawings = new Map<string, RoomyDrawing>();
/** A browser that cannot load fonts in a worker has none, and uses the computer's. */
const fonts = (globalThis as { fonts?: FontFaceSet }).fonts;
const families = new Set<string>();

const weightOf = (font: string) =>
  /bold|black|heavy/i.test(font) ? '700' : /medium|semi/i.test(font) ? '500' : '400';

/**
 * The drawing of a language, set to a font: fonts share its canvas and memory, because there are as many
 * fonts as blocks of Chinese characters ({@link loadFiles}).
 */
function drawingOf(font: string, language: string): RoomyDrawing {
  const drawing = drawings.get(language) ?? new RoomyDrawing(language);
  drawings.set(language, drawing);
  drawing.ctx.font = font;
  return drawing;
}

/**
 * A font with the letters of a script, loaded. Each script has a family of its own, because a canvas finds no
 * fonts that were loaded after a font of the same description was first used.
 */
async function loadScript(
  family: string | undefined,
  weight: string,
  faces: readonly ScriptFace[],
): Promise<string> {
  const size = `${weight} ${glyphSize.fontSize}px`;
  if (family === undefined || !fonts) return `${size} sans-serif`;
  if (!families.has(family)) {
    families.add(family);
    for (const face of faces)
      if (face.family === family) fonts.add(new FontFace(family, face.source, { weight: face.weight }));
  }
  // Without its font, a script is drawn with the computer's.
  await fonts.load(`${size} "${family}"`).catch(() => []);
  return `${size} "${family}", sans-serif`;
}

/**
 * A font with all letters of a range, loaded. Each file has a family of its own, for the same reason; the
 * last one that has a letter is used, as in a page.
 */
async function loadFiles(faces: readonly ScriptFace[], weight: string, letters: string): Promise<string> {
  const size = `${weight} ${glyphSize.fontSize}px`;
  if (faces.length === 0 || !fonts) return `${size} sans-serif`;
  const names = faces.map(({ source, range, weight: weights }) => {
    const family = source.replaceAll(/\W+/g, ' ');
    if (!families.has(family)) {
      families.add(family);
      fonts.add(new FontFace(family, source, { unicodeRange: range, weight: weights }));
    }
    return `"${family}"`;
  });
  const font = `${size} ${names.toReversed().join(', ')}, sans-serif`;
  await fonts.load(font, letters).catch(() => []);
  return font;
}

async function drawClusters(
  clusters: readonly Cluster[],
  weight: string,
  { faces, language }: { faces: readonly ScriptFace[]; language: string },
): Promise<Glyph[]> {
  const byFamily = Map.groupBy(
    clusters,
    ({ text }) => faces.find((face) => text.search(lettersOf(face)) === 0)?.family,
  );
  const drawn = await Promise.all(
    Array.from(byFamily, async ([family, letters]) => {
      const font = await loadScript(family, weight, faces);
      return drawLetters(
        drawingOf(font, language),
        letters.map(({ code, text }) => ({ id: code, text })),
      );
    }),
  );
  return drawn.flat();
}

async function draw(task: GlyphTask): Promise<DrawnGlyphs> {
  const weight = weightOf(task.font);
  if ('clusters' in task) return drawClusters(task.clusters, weight, task);
  const { font, first, language } = task;
  const ids = Array.from({ length: glyphRangeSize }, (_, at) => first + at);
  const range = `${first}-${first + glyphRangeSize - 1}`;
  const drawing = await loadFiles(task.faces, weight, String.fromCodePoint(...ids));
  const glyphs = drawGlyphs(drawingOf(drawing, language), ids);
  return encodeGlyphRange(new PbfWriter(), { font, range, glyphs }).slice().buffer as ArrayBuffer;
}

globalThis.addEventListener('message', async ({ data, ports: [port] }: MessageEvent<GlyphTask>) => {
  const drawn = await draw(data);
  port?.postMessage(drawn, drawn instanceof ArrayBuffer ? [drawn] : []);
});
