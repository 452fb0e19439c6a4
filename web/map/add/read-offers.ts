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

/** Lines of a legend that are shown. */
export const maxSwatches = 30;

/** Offers with the legends that a map service describes (`MapServer/legend`). */
export function withLegends(offers: readonly Offer[], json: unknown): Offer[] {
  const { layers } = (json ?? {}) as { layers?: unknown };
  const found = new Map(
    (Array.isArray(layers) ? (layers as LegendJson[]) : []).map(({ layerId, legend }) => [
      String(layerId),
      (Array.isArray(legend) ? legend : []).flatMap(({ label, imageData, contentType }) =>
        typeof imageData === 'string' && /^image\/(png|gif|jpeg)$/.test(String(contentType))
          ? [{ label: String(label ?? ''), picture: `data:${String(contentType)};base64,${imageData}` }]
          : [],
      ),
    ]),
  );
  return offers.map((offer) => {
    const swatches = found.get(offer.id)?.slice(0, maxSwatches) ?? [];
    return swatches.length > 0 ? { ...offer, swatches } : offer;
  });
}

interface LegendJson {
  layerId?: unknown;
  legend?: { label?: unknown; imageData?: unknown; contentType?: unknown }[];
}

/** The collections of features of an OGC API. */
export function offersOfCollections(json: unknown): Offer[] {
  const { collections } = (json ?? {}) as { collections?: unknown };
  if (!Array.isArray(collections)) return [];
  return (collections as { id?: unknown; title?: unknown; itemType?: unknown }[])
    .filter(({ id, itemType }) => typeof id === 'string' && (itemType ?? 'feature') === 'feature')
    .map(({ id, title }) => ({ id: String(id), title: String(title || id), kind: 'features' }));
}
