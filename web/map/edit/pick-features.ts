import type Graphic from '@arcgis/core/Graphic.js';
import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import type MapView from '@arcgis/core/views/MapView.js';
import { featureTitle, titleFields, type TitleRule } from '../in-view/feature-title.ts';
import { allowedEdits } from '../sdk/layer-facts.ts';
import { findLayer } from '../sdk/layer-tree.ts';
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
      title: hits.size > 1 ? await titleOf(layer, objectId).catch(() => '') : '',
    })),
  );
}

async function titleOf(layer: FeatureLayer, objectId: number): Promise<string> {
  const rule = ruleOf(layer);
  const outFields = [layer.objectIdField, ...titleFields(rule)];
  const { features } = await layer.queryFeatures({ objectIds: [objectId], outFields, returnGeometry: false });
  return features[0] ? titleFrom(layer, rule, features[0]) : '';
}

function ruleOf(layer: FeatureLayer): TitleRule {
  const template = layer.popupTemplate?.title;
  return {
    template: typeof template === 'string' ? template : '',
    displayField: layer.displayField ?? '',
    fields: layer.fields.map(({ name, type }) => ({ name, type })),
  };
}

function titleFrom(layer: FeatureLayer, rule: TitleRule, feature: Graphic): string {
  return featureTitle(rule, feature.attributes as Record<string, unknown>, (field, value) => {
    const domain = layer.getFieldDomain(field);
    const coded = domain?.type === 'coded-value' ? domain.getName(value as string | number) : undefined;
    return coded ?? String(value);
  });
}

/** How a feature is called; empty without a name. */
export function nameOf(layer: FeatureLayer, feature: Graphic): string {
  return titleFrom(layer, ruleOf(layer), feature);
}

/**
 * A feature with all of its values and its whole shape; undefined when it is gone.
 * @throws what the service answers
 */
export async function fullFeature(
  view: MapView,
  { layerId, objectId }: FeatureToEdit,
): Promise<{ layer: FeatureLayer; feature: Graphic } | undefined> {
  const layer = findLayer(view, layerId)?.layer as FeatureLayer | undefined;
  if (!layer) return undefined;
  await layer.load();
  const { supportsZ = false, supportsM = false } = layer.capabilities?.data ?? {};
  const { features } = await layer.queryFeatures({
    objectIds: [objectId],
    outFields: ['*'],
    returnGeometry: true,
    returnZ: supportsZ,
    returnM: supportsM,
    outSpatialReference: view.spatialReference,
  });
  const [feature] = features;
  if (!feature) return undefined;
  feature.layer ??= layer;
  return { layer, feature };
}
