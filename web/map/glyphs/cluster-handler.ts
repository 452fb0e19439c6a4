/**
 * In place of the SDK's handler of vector tiles (`tools/arcgis/substitutes.ts`), in a worker: asks the page
 * for the glyphs of clusters by their letters, because each worker has codes of its own.
 */
// oxlint-disable import/no-default-export
// @ts-expect-error The SDK has no types for what it keeps to itself.
import SdkHandler from '@arcgis/core/views/2d/engine/vectorTiles/WorkerTileHandler.js';
import { type Cluster, Clusters } from './clusters.ts';

interface TileHandler {
  fetchGlyphs(
    tile: string,
    font: string,
    codes: ReadonlySet<number | Cluster>,
    client: object,
    options?: object,
  ): Promise<void>;
  /** The glyphs of a font that the page has sent, by code. */
  getGlyphItems(font: string): (object | undefined)[] | undefined;
}

export default class ClusterHandler extends (SdkHandler as new () => TileHandler) {
  readonly #fonts = new Set<string>();
  readonly clusters = new Clusters((code) => {
    for (const font of this.#fonts) delete this.getGlyphItems(font)?.[code];
  });

  override fetchGlyphs(
    tile: string,
    font: string,
    codes: ReadonlySet<number>,
    client: object,
    options?: object,
  ): Promise<void> {
    this.#fonts.add(font);
    const known = this.getGlyphItems(font);
    const wanted = [...codes].flatMap((code) => {
      if (known?.[code]) return [];
      return this.clusters.find(code) ?? code;
    });
    return super.fetchGlyphs(tile, font, new Set(wanted), client, options);
  }
}
