/**
 * In place of the SDK's mosaic of glyphs (`tools/arcgis/substitutes.ts`), on the page: labels of Devanagari,
 * Khmer and others are placed cluster by cluster ({@link Clusters}). The SDK has a shaping of its own for
 * some of these scripts, which needs a font of all letters of a label as one WOFF2 file, and draws on the
 * main thread.
 */
// oxlint-disable import/no-default-export, eslint/no-underscore-dangle
// @ts-expect-error The SDK has no types for what it keeps to itself.
import SdkMosaic from '@arcgis/core/views/2d/engine/webgl/GlyphMosaic.js';
import { type Cluster, Clusters } from './clusters.ts';
import { ClusterSource, type GlyphSource } from './cluster-source.ts';

interface Mosaic {
  /** The glyphs of a label of a feature layer; `null` when the font does not exist. */
  getGlyphItems(text: string, shapes: boolean, font: string, options?: object): Promise<object | null>;
  /** The glyphs of a worker's vector tiles, by code. */
  getGlyphItemsVTL(font: string, codes: readonly number[]): Promise<object[]>;
  /** What was placed already, by code. */
  _getGlyphCache(font: string): Record<number, object>;
}
type MosaicConstructor = new (width: number, height: number, source: GlyphSource, snaps?: boolean) => Mosaic;

export default class ClusterMosaic extends (SdkMosaic as MosaicConstructor) {
  readonly #source: ClusterSource;
  readonly #fonts = new Set<string>();
  readonly #clusters = new Clusters((code) => {
    this.#source.forget(code);
    for (const font of this.#fonts) delete this._getGlyphCache(font)[code];
  });

  constructor(width: number, height: number, source: GlyphSource, snaps?: boolean) {
    const withClusters = new ClusterSource(source);
    super(width, height, withClusters, snaps);
    this.#source = withClusters;
  }

  override async getGlyphItems(text: string, _shapes: boolean, font: string, options?: object) {
    const encoded = this.#clusters.encode(text);
    await this.#prepare(font, this.#clusters.in(encoded));
    return super.getGlyphItems(encoded, false, font, options);
  }

  /** @param codes clusters come with their text, since codes of a worker are its own (`cluster-handler.ts`) */
  override async getGlyphItemsVTL(font: string, codes: readonly (number | Cluster)[]) {
    const letters = codes.filter((code) => typeof code === 'number');
    const clusters = codes.filter((code) => typeof code === 'object');
    const own = clusters.map(({ text }) => ({ text, code: this.#clusters.codeOf(text) }));
    await this.#prepare(font, own);
    const items = await super.getGlyphItemsVTL(font, [...letters, ...own.map(({ code }) => code)]);
    const answer: object[] = [];
    const answerWith = (code: number, item: object | undefined) => {
      if (item) answer[code] = item;
    };
    for (const code of letters) answerWith(code, items[code]);
    for (const [at, { code }] of clusters.entries()) answerWith(code, items[own[at]?.code ?? 0]);
    return answer;
  }

  async #prepare(font: string, clusters: readonly Cluster[]) {
    if (clusters.length === 0) return;
    this.#fonts.add(font);
    await this.#source.prepare(font, clusters);
  }
}
