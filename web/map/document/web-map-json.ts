/**
 * A layer of a web map document (web map specification 2.x, `operationalLayers`), as far as it matters here. Other
 * members belong to its author and are preserved.
 */
export interface LayerJson {
  id?: string;
  title?: string;
  layerType?: string;
  url?: string;
  itemId?: string;
  visibility?: boolean;
  /** 0 (invisible) to 1. */
  opacity?: number;
  showLabels?: boolean;
  layerDefinition?: { definitionExpression?: string | null; [other: string]: unknown };
  /** Members of a group; other kinds of layers use the same name for something else. */
  layers?: LayerJson[];
  featureCollection?: { layers?: LayerJson[]; [other: string]: unknown };
  [other: string]: unknown;
}

/** A web map document (web map specification 2.x), as far as it matters here. */
export interface WebMapJson {
  version?: string;
  operationalLayers?: LayerJson[];
  baseMap?: { title?: string; baseMapLayers?: LayerJson[]; [other: string]: unknown };
  bookmarks?: unknown[];
  initialState?: { viewpoint?: unknown; [other: string]: unknown };
  [other: string]: unknown;
}

/** The layers of a group; undefined for other layers. */
export function membersOf(layer: LayerJson): LayerJson[] | undefined {
  return layer.layerType === 'GroupLayer' ? (layer.layers ?? []) : undefined;
}
