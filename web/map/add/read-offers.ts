import type { Offer, OfferKind } from './add-layers.ts';

/** Description of a FeatureServer or MapServer, as far as it matters here. */
export interface ServiceJson {
  mapName?: string;
  singleFusedMapCache?: boolean;
  layers?: LayerInfo[];
  tables?: LayerInfo[];
}

interface LayerInfo {
  id?: unknown;
  name?: unknown;
  type?: string;
  geometryType?: string;
  parentLayerId?: number;
  subLayerIds?: unknown;
}

const geometries: Readonly<Record<string, OfferKind>> = {
  esriGeometryPoint: 'points',
  esriGeometryMultipoint: 'points',
  esriGeometryPolyline: 'lines',
  esriGeometryPolygon: 'areas',
};

/** Levels of groups that a title names. */
const deepest = 4;

/** The layers of an ArcGIS service, without groups, which are part of their members' titles, and without tables. */
export function offersOfArcgis({ layers }: ServiceJson): Offer[] {
  const all = (Array.isArray(layers) ? layers : []).filter(({ id }) => typeof id === 'number');
  // Groups of some servers contain themselves.
  const titleOf = (layer: LayerInfo, depth = 0): string => {
    const parent = depth < deepest ? all.find(({ id }) => id === layer.parentLayerId) : undefined;
    return `${parent ? `${titleOf(parent, depth + 1)} › ` : ''}${String(layer.name ?? layer.id)}`;
  };
  return all
    .filter(
      ({ type, subLayerIds }) => type !== 'Group Layer' && type !== 'Table' && !Array.isArray(subLayerIds),
    )
    .map((layer) => ({
      id: String(layer.id),
      title: titleOf(layer),
      kind: geometries[layer.geometryType ?? ''] ?? (layer.type === 'Raster Layer' ? 'picture' : 'features'),
    }));
}

/** The collections of features of an OGC API. */
export function offersOfCollections(json: unknown): Offer[] {
  const { collections } = (json ?? {}) as { collections?: unknown };
  if (!Array.isArray(collections)) return [];
  return (collections as { id?: unknown; title?: unknown; itemType?: unknown }[])
    .filter(({ id, itemType }) => typeof id === 'string' && (itemType ?? 'feature') === 'feature')
    .map(({ id, title }) => ({ id: String(id), title: String(title || id), kind: 'features' }));
}
