import type { Glyph } from '../../../wire/glyph-range.ts';
import { type Cluster, isClusterCode } from './clusters.ts';
import { drawClusters } from './local-glyphs.ts';

/** What the SDK reads from a range of glyphs, by code. */
interface GlyphRange {
  getRect(code: number): { left: number; top: number; width: number; height: number } | undefined;
  getShaping(
    code: number,
  ): { xOffset: number; yOffset: number; xAdvance: number; yAdvance: number } | undefined;
  getBitmap(code: number): Uint8Array | undefined;
}

/** The SDK's source of glyphs, which requests ranges of 256 codes from the server. */
export interface GlyphSource {
  fetchRange(font: string, range: number, options?: object): Promise<void>;
  preloadASCIIRange(font: string): Promise<void>;
  getRange(font: string, code: number): GlyphRange | undefined;
  woffURL(font: string): string;
}

/** The glyphs of a server, and those of clusters that were drawn here. */
export class ClusterSource implements GlyphSource {
  readonly #server: GlyphSource;
  readonly #draw: typeof drawClusters;
  /** By font and code; without a glyph where no font has the letters. */
  readonly #drawn = new Map<string, Map<number, Glyph | undefined>>();
  readonly #underWay = new Map<string, Promise<void>>();

  constructor(server: GlyphSource, draw: typeof drawClusters = drawClusters) {
    this.#server = server;
    this.#draw = draw;
  }

  /** Draws clusters that were not drawn in a font yet. */
  async prepare(font: string, clusters: readonly Cluster[]): Promise<void> {
    const glyphs = this.#glyphsOf(font);
    const keyOf = ({ code }: Cluster) => `${code} ${font}`;
    const missing = clusters.filter((each) => !glyphs.has(each.code) && !this.#underWay.has(keyOf(each)));
    if (missing.length > 0) {
      const drawing = this.#drawInto(glyphs, font, missing);
      for (const each of missing) this.#underWay.set(keyOf(each), drawing);
      void drawing.finally(() => {
        for (const each of missing) this.#underWay.delete(keyOf(each));
      });
    }
    await Promise.all(clusters.map((each) => this.#underWay.get(keyOf(each))));
  }

  /** Forgets the glyphs of a code that is going to stand for another cluster. */
  forget(code: number): void {
    for (const glyphs of this.#drawn.values()) glyphs.delete(code);
  }

  async fetchRange(font: string, range: number, options?: object): Promise<void> {
    if (!isClusterCode(range * 256)) await this.#server.fetchRange(font, range, options);
  }

  preloadASCIIRange(font: string): Promise<void> {
    return this.#server.preloadASCIIRange(font);
  }

  woffURL(font: string): string {
    return this.#server.woffURL(font);
  }

  getRange(font: string, code: number): GlyphRange | undefined {
    if (!isClusterCode(code)) return this.#server.getRange(font, code);
    const glyph = this.#glyphsOf(font).get(code);
    if (!glyph) return undefined;
    const { bitmap, left, top, width, height, advance } = glyph;
    return {
      getRect: () => ({ left, top, width, height }),
      getShaping: () => ({ xOffset: 0, yOffset: 0, xAdvance: advance, yAdvance: 0 }),
      getBitmap: () => (bitmap.length > 0 ? new Uint8Array(bitmap) : undefined),
    };
  }

  async #drawInto(glyphs: Map<number, Glyph | undefined>, font: string, clusters: readonly Cluster[]) {
    const drawn = await this.#draw(font, clusters);
    const byCode = new Map(drawn.map((glyph) => [glyph.id, glyph]));
    for (const { code } of clusters) glyphs.set(code, byCode.get(code));
  }

  #glyphsOf(font: string): Map<number, Glyph | undefined> {
    const known = this.#drawn.get(font);
    if (known) return known;
    const created = new Map<number, Glyph | undefined>();
    this.#drawn.set(font, created);
    return created;
  }
}
