import { whenOnce } from '@arcgis/core/core/reactiveUtils.js';
import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import type Sublayer from '@arcgis/core/layers/support/Sublayer.js';
import type MapView from '@arcgis/core/views/MapView.js';
import type FeatureLayerView from '@arcgis/core/views/layers/FeatureLayerView.js';
import { ofMoment } from '../layers/read-features.ts';
import { titleFields, titleIn, titleRuleOf } from './feature-title.ts';
import type { FeatureInView } from './in-view.ts';
import { nearest, type Position } from './nearest.ts';

/** Features whose titles are queried at once: services answer with at most a thousand, some with fewer. */
const titlesAtOnce = 200;

interface Found {
  total: number;
  features: readonly FeatureInView[];
}

/** What is listed of a layer or sublayer: the nearest features, at most `limit`. */
export interface Wanted {
  view: MapView;
  limit: number;
  signal: AbortSignal;
}

/** The features of a layer that the view has drawn. */
export async function inLayer(layerView: FeatureLayerView, wanted: Wanted): Promise<Found> {
  const { view, limit, signal } = wanted;
  // The features in view are known once they have been drawn.
  await whenOnce(() => !layerView.updating, { signal });
  const layer = layerView.layer as FeatureLayer;
  const total = await layerView.queryFeatureCount({ geometry: view.extent }, { signal });
  const source = {
    count: (geometry: MapView['extent']) => layerView.queryFeatureCount({ geometry }, { signal }),
    query: async (geometry: MapView['extent'], num: number) => {
      const outFields = [layer.objectIdField];
      const query = { geometry, returnGeometry: true, outFields, num };
      return (await layerView.queryFeatures(query, { signal })).features;
    },
    idOf: (feature: { getObjectId(): unknown }) => feature.getObjectId(),
  };
  const near = await nearest(view, source, total, limit);
  return { total, features: await withTitles(layer, near, wanted) };
}

/** The features of a sublayer, of which the view has a picture only: its service is asked. */
export async function inSublayer(sublayer: Sublayer, wanted: Wanted): Promise<Found> {
  const { view, limit, signal } = wanted;
  const idField = sublayer.objectIdField ?? '';
  const queryIn = (geometry: MapView['extent']) => {
    const query = sublayer.createQuery();
    return Object.assign(query, { geometry, spatialRelationship: 'intersects', timeExtent: view.timeExtent });
  };
  const count = (box: MapView['extent']) => sublayer.queryFeatureCount(queryIn(box), { signal });
  const source = {
    count,
    query: async (box: MapView['extent'], num: number) => {
      const query = Object.assign(queryIn(box), {
        returnGeometry: true,
        outFields: [idField],
        outSpatialReference: view.spatialReference,
        // Shapes are needed for their places only.
        maxAllowableOffset: view.resolution,
        // Services without pages refuse a limit.
        ...(hasPages(sublayer) && { num }),
      });
      return (await sublayer.queryFeatures(query, { signal })).features;
    },
    idOf: ({ attributes }: { attributes: unknown }) =>
      (attributes as Record<string, unknown> | null)?.[idField],
  };
  const total = await count(view.extent);
  const near = total === 0 ? [] : await nearest(view, source, total, limit);
  return { total, features: await withTitles(sublayer as unknown as FeatureLayer, near, wanted) };
}

/** The SDK doesn't expose this for sublayers, so it is read from the service description. */
function hasPages({ sourceJSON }: Sublayer): boolean {
  const source = sourceJSON as { advancedQueryCapabilities?: { supportsPagination?: boolean } } | null;
  return source?.advancedQueryCapabilities?.supportsPagination !== false;
}

/** The view has positions; names may have to be queried. */
async function withTitles(
  layer: FeatureLayer,
  near: readonly Position[],
  { view: { timeZone }, signal }: Wanted,
): Promise<FeatureInView[]> {
  const rule = titleRuleOf(layer);
  const fields = titleFields(rule);
  const titles = new Map<number, string>();
  const outFields = [layer.objectIdField, ...fields];
  const ids = fields.length > 0 ? near.map(({ objectId }) => objectId) : [];
  for (let start = 0; start < ids.length; start += titlesAtOnce) {
    const objectIds = ids.slice(start, start + titlesAtOnce);
    // oxlint-disable-next-line no-await-in-loop -- one after the other, for the service
    const { features } = await layer.queryFeatures(
      { objectIds, ...ofMoment(layer), outFields, returnGeometry: false },
      { signal },
    );
    for (const { attributes } of features) {
      const id = Number((attributes as Record<string, unknown>)[layer.objectIdField]);
      titles.set(id, titleIn(layer, rule, attributes, timeZone));
    }
  }
  return near.map((one) => ({ ...one, title: titles.get(one.objectId) ?? '' }));
}
