/** What people change about a layer, as plain values that compare. */
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
  /** Stands for what the layer itself holds, such as drawings: another text, another content. */
  content: string;
  /** Members of a group, the lowest first. */
  layers: readonly LayerFacts[];
}

/** What people change about a map, as plain values that compare. */
export interface MapFacts {
  /** The lowest layer first, as web map documents have it. */
  layers: readonly LayerFacts[];
  /** Stands for the basemap: another text, another basemap. */
  basemap: string;
  bookmarks: string;
  /** Where the map begins. */
  view: string;
}

/** Every layer, groups before their members. */
export function allLayers(layers: readonly LayerFacts[]): LayerFacts[] {
  return layers.flatMap((layer) => [layer, ...allLayers(layer.layers)]);
}
