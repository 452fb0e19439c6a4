import { isObject } from '../../../wire/json.ts';

/**
 * A layer of a web map document (web map specification 2.x, `operationalLayers`), as far as it matters here. Other
 * members belong to its author and are preserved.
 */
export interface LayerJson {
  id?: string;
  title?: string;
  layerType?: string;
  url?: string;
  /** URL of a vector tile style. */
  styleUrl?: string;
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

/** The layers of a list, without members that are none: documents come from any program. */
export function layersIn(list: unknown): LayerJson[] {
  return Array.isArray(list) ? list.filter(isLayer) : [];
}

function isLayer(value: unknown): value is LayerJson {
  return isObject(value);
}

/** The layers of a group, and of a feature collection that has several; undefined for other layers. */
export function membersOf(layer: LayerJson): LayerJson[] | undefined {
  if (layer.layerType === 'GroupLayer') return layersIn(layer.layers);
  return isGroupOfCollections(layer) ? layersIn(layer.featureCollection?.layers) : undefined;
}

/** Whether a map shows a layer's feature collections as a group: several that are neither notes nor a route. */
export function isGroupOfCollections({ layerType, featureCollection, ...other }: LayerJson): boolean {
  if (layerType !== 'ArcGISFeatureLayer' || typeof other['featureCollectionType'] === 'string') return false;
  return layersIn(featureCollection?.layers).length > 1;
}
