import type Graphic from '@arcgis/core/Graphic.js';
import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import type FeatureLayerView from '@arcgis/core/views/layers/FeatureLayerView.js';
import type MapView from '@arcgis/core/views/MapView.js';
import { titleFields, titleIn, titleRuleOf } from '../in-view/feature-title.ts';
import { allowedEdits } from '../sdk/layer-facts.ts';
import { findLayer } from '../sdk/layer-tree.ts';
import { hadNoResponse } from '../sdk/sdk-error.ts';
import type { EditCandidate, FeatureToEdit } from './edit-feature.ts';
import { editableLayers } from './template-choices.ts';

/** Features that are offered at one place. */
const max = 20;

/** The features at a place of the screen that may be changed or deleted. */
export async function featuresAt(
  view: MapView,
  place: { x: number; y: number },
): Promise<readonly EditCandidate[]> {
  const layers = editableLayers(view).filter((layer) => {
    const edits = allowedEdits(layer);
    return layer.visible && (edits.update || edits.delete);
  });
  const { results } = await view.hitTest(place, { include: layers });
  const hits = new Map<string, { layer: FeatureLayer; objectId: number }>();
  for (const result of results) {
    const graphic = result.type === 'graphic' ? result.graphic : undefined;
    const objectId = graphic?.getObjectId();
    const layer = graphic?.layer as FeatureLayer | undefined;
    if (layer && typeof objectId === 'number') hits.set(`${layer.id} ${objectId}`, { layer, objectId });
  }
  return Promise.all(
    [...hits.values()].slice(0, max).map(async ({ layer, objectId }) => ({
      layerId: String(layer.id),
      objectId,
      layerTitle: layer.title ?? '',
      // Titles only help to choose; without them the number tells features apart.
      title: hits.size > 1 ? await titleOf(view, layer, objectId).catch(() => '') : '',
    })),
  );
}

async function titleOf({ timeZone }: MapView, layer: FeatureLayer, objectId: number): Promise<string> {
  const rule = titleRuleOf(layer);
  const outFields = [layer.objectIdField, ...titleFields(rule)];
  const { features } = await layer.queryFeatures({ objectIds: [objectId], outFields, returnGeometry: false });
  return features[0] ? titleIn(layer, rule, features[0].attributes, timeZone) : '';
}

/** The title of a feature; empty if it has none. */
export function nameOf({ timeZone }: MapView, layer: FeatureLayer, feature: Graphic): string {
  return titleIn(layer, titleRuleOf(layer), feature.attributes, timeZone);
}

/** A feature and its layer; `isPartial`: only what the map has loaded to draw it. */
interface FoundFeature {
  layer: FeatureLayer;
  feature: Graphic;
  isPartial: boolean;
}

/**
 * A feature with all attributes and the full geometry, or, without a connection, as the map draws it; undefined if it no longer
 * exists.
 * @throws the service's error
 */
export async function fullFeature(
  view: MapView,
  { layerId, objectId }: FeatureToEdit,
): Promise<FoundFeature | undefined> {
  const layer = findLayer(view, layerId)?.layer as FeatureLayer | undefined;
  if (!layer) return undefined;
  await layer.load();
  const { supportsZ = false, supportsM = false } = layer.capabilities?.data ?? {};
  const query = {
    objectIds: [objectId],
    returnGeometry: true,
    returnZ: supportsZ,
    returnM: supportsM,
    outSpatialReference: view.spatialReference,
  };
  try {
    const { features } = await layer.queryFeatures({ ...query, outFields: ['*'] });
    return found(layer, features[0], false);
  } catch (cause) {
    if (!hadNoResponse(cause)) throw cause;
    const drawn = (await view.whenLayerView(layer)) as FeatureLayerView;
    const { features } = await drawn.queryFeatures({ ...query, outFields: drawn.availableFields });
    if (!features[0]) throw cause;
    return found(layer, features[0], true);
  }
}

function found(
  layer: FeatureLayer,
  feature: Graphic | undefined,
  isPartial: boolean,
): FoundFeature | undefined {
  if (!feature) return undefined;
  feature.layer ??= layer;
  return { layer, feature, isPartial };
}
