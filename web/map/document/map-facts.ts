import type { PartMarks } from './layer-parts.ts';

/** The state of a layer that users can change, as comparable plain values. */
export interface LayerFacts {
  /** Id of the layer in its map. */
  id: string;
  title: string;
  visibility: boolean;
  /** 0 (invisible) to 1. */
  opacity: number;
  /** SQL condition; empty shows everything. */
  filter: string;
  /** Undefined for layers without labels. */
  labels: boolean | undefined;
  /** Identifies how the layer is drawn: another text means another renderer. */
  style: string;
  /** Labels, popup and other parts that are configured one by one. */
  parts: PartMarks;
  /** Identifies the layer's own content, such as drawings: another text means other content. */
  content: string;
  /** Members of a group, bottom first. */
  layers: readonly LayerFacts[];
}

/** The state of a map that users can change, as comparable plain values. */
export interface MapFacts {
  /** The bottom layer first, as in web map documents. */
  layers: readonly LayerFacts[];
  /** Identifies the basemap: another text means another basemap. */
  basemap: string;
  bookmarks: string;
  /** The initial viewpoint. */
  view: string;
}

/** Every layer, groups before their members. */
export function allLayers(layers: readonly LayerFacts[]): LayerFacts[] {
  return layers.flatMap((layer) => [layer, ...allLayers(layer.layers)]);
}
