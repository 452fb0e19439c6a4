import type Graphic from '@arcgis/core/Graphic.js';
import { whenOnce } from '@arcgis/core/core/reactiveUtils.js';
import * as centroidOperator from '@arcgis/core/geometry/operators/centroidOperator.js';
import type Extent from '@arcgis/core/geometry/Extent.js';
import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import type MapView from '@arcgis/core/views/MapView.js';
import type FeatureLayerView from '@arcgis/core/views/layers/FeatureLayerView.js';
import type { MapInternals } from '../map-model.ts';
import { hasFeatures } from '../sdk/layer-facts.ts';
import { pointOf } from '../sdk/place.ts';
import { titleFields, titleIn, titleRuleOf } from './feature-title.ts';
import { type FeatureInView, type LayerInView, distanceAndDirection } from './in-view.ts';

/** Timeout of a layer in milliseconds. */
const timeout = 8000;
/** Maximum number of features whose distances are compared. */
const compared = 400;
/** Number of listed features per layer. */
const max = 20;

export async function featuresInView({ view }: MapInternals, signal: AbortSignal): Promise<LayerInView[]> {
  const layers = view.allLayerViews
    .toArray()
    .filter(
      ({ layer, suspended }) =>
        layer.visible && !suspended && hasFeatures(layer) && layer.listMode !== 'hide',
    )
    .toReversed() as FeatureLayerView[];
  return Promise.all(
    layers.map(async (layerView): Promise<LayerInView> => {
      const { id, title } = layerView.layer;
      const own = AbortSignal.any([signal, AbortSignal.timeout(timeout)]);
      try {
        const found = await inLayer(view, layerView, own);
        return { layerId: String(id), title: title ?? '', failed: false, ...found };
      } catch {
        return { layerId: String(id), title: title ?? '', failed: true, total: 0, features: [] };
      }
    }),
  );
}

async function inLayer(view: MapView, layerView: FeatureLayerView, signal: AbortSignal) {
  // The features in view are known once they have been drawn.
  await whenOnce(() => !layerView.updating, { signal });
  const total = await layerView.queryFeatureCount({ geometry: view.extent }, { signal });
  const near = await nearest(view, layerView, total, signal);
  const layer = layerView.layer as FeatureLayer;
  const titles = await titlesOf(
    view,
    layer,
    near.map(({ objectId }) => objectId),
    signal,
  );
  const features = near.map((one): FeatureInView => ({ ...one, title: titles.get(one.objectId) ?? '' }));
  return { total, features };
}

/** Times that the compared part of the view is halved: features that lie on each other are in every part. */
const maxHalvings = 20;

/** The features nearest to the centre. If there are too many to compare, ever smaller parts of the view are queried. */
async function nearest(
  view: MapView,
  layerView: FeatureLayerView,
  total: number,
  signal: AbortSignal,
): Promise<Omit<FeatureInView, 'title'>[]> {
  let box: Extent = view.extent;
  let count = total;
  for (let halvings = 0; count > compared && halvings < maxHalvings; halvings++) {
    const smaller = box.clone().expand(0.5);
    count = await layerView.queryFeatureCount({ geometry: smaller }, { signal });
    if (count < max) break;
    box = smaller;
  }
  const middle = pointOf(view.center);
  const { features } = await layerView.queryFeatures(
    {
      geometry: box,
      returnGeometry: true,
      outFields: [(layerView.layer as FeatureLayer).objectIdField],
      num: 5 * compared,
    },
    { signal },
  );
  return features
    .flatMap((feature) => {
      const objectId = feature.getObjectId();
      const place = placeOfFeature(feature);
      return middle && place && typeof objectId === 'number'
        ? [{ objectId, ...distanceAndDirection(middle, place) }]
        : [];
    })
    .toSorted((a, b) => a.metres - b.metres || a.objectId - b.objectId)
    .slice(0, max);
}

function placeOfFeature({ geometry }: Graphic) {
  if (geometry?.type === 'point') return pointOf(geometry);
  if (geometry?.type === 'polygon') return pointOf(centroidOperator.execute(geometry));
  return pointOf(geometry?.extent?.center);
}

/** The view has positions; names may have to be queried. */
async function titlesOf(
  { timeZone }: MapView,
  layer: FeatureLayer,
  objectIds: number[],
  signal: AbortSignal,
): Promise<Map<number, string>> {
  const rule = titleRuleOf(layer);
  const outFields = titleFields(rule);
  if (objectIds.length === 0 || outFields.length === 0) return new Map();
  const { features } = await layer.queryFeatures(
    { objectIds, outFields: [layer.objectIdField, ...outFields], returnGeometry: false },
    { signal },
  );
  return new Map(
    features.map(({ attributes }) => [
      Number((attributes as Record<string, unknown>)[layer.objectIdField]),
      titleIn(layer, rule, attributes, timeZone),
    ]),
  );
}
