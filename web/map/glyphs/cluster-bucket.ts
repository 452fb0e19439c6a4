/**
 * In place of the SDK's bucket of symbols (`tools/arcgis/substitutes.ts`), in a worker: the labels of a vector tile are
 * placed cluster by cluster ({@link Clusters}).
 */
// oxlint-disable import/no-default-export, eslint/no-underscore-dangle
// @ts-expect-error The SDK has no types for what it keeps to itself.
import SdkBucket from '@arcgis/core/views/2d/engine/vectorTiles/buckets/SymbolBucket.js';
import type ClusterHandler from './cluster-handler.ts';

interface SymbolBucket {
  /** Reads the labels of a tile, and adds the codes that each font needs. */
  getResources(clipper: unknown, addSprite: unknown, codes: Record<string, Set<number>>): void;
  readonly _workerTileHandler: ClusterHandler;
  readonly _symbolFeatures: { label?: string; textFont?: readonly string[] }[] | undefined;
}

export default class ClusterBucket extends (SdkBucket as new (...given: unknown[]) => SymbolBucket) {
  override getResources(clipper: unknown, addSprite: unknown, codes: Record<string, Set<number>>): void {
    super.getResources(clipper, addSprite, codes);
    const { clusters } = this._workerTileHandler;
    for (const feature of this._symbolFeatures ?? []) {
      if (!feature.label) continue;
      const encoded = clusters.encode(feature.label);
      if (encoded === feature.label) continue;
      feature.label = encoded;
      for (const { code } of clusters.in(encoded))
        for (const font of feature.textFont ?? []) codes[font]?.add(code);
    }
  }
}
