import { rangesOf } from '../../../wire/script-fonts.ts';
import { glyphRangeSize, type Glyph } from '../../../wire/glyph-range.ts';
import type { Cluster } from './clusters.ts';
import { eastAsianFaces } from '../../ui/east-asian-fonts.ts';
import type { DrawnGlyphs, GlyphTask } from './glyph-worker.ts';

/**
 * Blocks of 256 code points that the server has no glyphs for, first and last: Chinese, Japanese, Korean and
 * Yi characters, and signs such as ☎, ★ and ✓. Devanagari and others whose letters join are not among them
 * (`cluster-mosaic.ts`).
 */
const blocks = [
  [0x11, 0x11],
  [0x23, 0x27],
  [0x2b, 0x2b],
  [0x2e, 0xa4],
  [0xac, 0xd7],
  [0xf9, 0xfa],
  [0xff, 0xff],
] as const;

let worker: Worker | undefined;

/**
 * The glyphs of a range that the SDK requests from this server, drawn with the fonts of the reader's computer
 * or, where it has none, with those files of the product's that have characters of the range.
 * @param address a request of the SDK, `/server/fonts/{font}/{range}.pbf` or below a vector tile service
 * @returns a file as the server sends; nothing for another request, and where the browser cannot draw in a worker
 */
export async function drawLocally(address: string): Promise<ArrayBuffer | undefined> {
  const task = readAddress(address, location.origin);
  if (!task) return undefined;
  const language = document.documentElement.lang;
  const last = task.first + glyphRangeSize - 1;
  const faces = (await eastAsianFaces(language)).filter((face) =>
    rangesOf(face).some(([from, to]) => from <= last && to >= task.first),
  );
  const drawn = await askWorker({ ...task, faces, language });
  return drawn instanceof ArrayBuffer ? drawn : undefined;
}

/**
 * Draws clusters with the product's fonts, or those of the reader's computer.
 * @returns a glyph for each cluster whose letters some font has, with its code as `id`
 */
export async function drawClusters(font: string, clusters: readonly Cluster[]): Promise<Glyph[]> {
  const { faces } = await import('virtual:script-faces');
  const drawn = await askWorker({ font, clusters, faces, language: document.documentElement.lang });
  return Array.isArray(drawn) ? drawn : [];
}

function askWorker(task: GlyphTask): Promise<DrawnGlyphs | undefined> {
  worker ??= new Worker(new URL('glyph-worker.ts', import.meta.url), { type: 'module' });
  const asked = worker;
  const { port1, port2 } = new MessageChannel();
  const answered = new AbortController();
  return new Promise((resolve) => {
    const answer = (drawn?: DrawnGlyphs) => {
      answered.abort();
      port1.close();
      resolve(drawn);
    };
    port1.addEventListener('message', ({ data }: MessageEvent<DrawnGlyphs>) => answer(data));
    port1.start();
    asked.addEventListener('error', () => answer(), { signal: answered.signal });
    asked.postMessage(task, { transfer: [port2] });
  });
}

/** The font and range of a request, when its glyphs are drawn here. */
export function readAddress(address: string, origin: string): { font: string; first: number } | undefined {
  if (!address.startsWith(`${origin}/server/`)) return undefined;
  const { pathname } = new URL(address);
  const [, font, first] = /\/fonts\/([^/]+)\/(\d{1,7})-\d{1,7}\.pbf$/.exec(pathname) ?? [];
  if (font === undefined || first === undefined) return undefined;
  const block = Number(first) / 256;
  if (!blocks.some(([from, to]) => block >= from && block <= to)) return undefined;
  return { font: decodeURIComponent(font), first: Number(first) };
}
