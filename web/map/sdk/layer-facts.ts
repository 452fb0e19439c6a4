import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import type Layer from '@arcgis/core/layers/Layer.js';
import type { LayerState } from '../map-state.ts';

/** Layers whose features the browser can ask for one by one. */
const withFeatures = new Set([
  'feature',
  'geojson',
  'csv',
  'wfs',
  'ogc-feature',
  'subtype-group',
  'oriented-imagery',
]);

/** What only some layers have; read as if all of them had it. */
type AnyLayer = Layer & Partial<Omit<FeatureLayer, keyof Layer>>;

/** Whether the browser can ask for a layer's features one by one. */
export function hasFeatures(layer: Layer): boolean {
  return withFeatures.has(layer.type);
}

/** What can be done with a layer. */
export function layerFacts(
  layer: Layer,
): Pick<LayerState, 'kind' | 'hasFeatures' | 'labels' | 'filter' | 'editable' | 'timed'> {
  const { type, labelsVisible, definitionExpression, timeInfo, editingEnabled, capabilities } =
    layer as AnyLayer;
  const operations = capabilities?.operations;
  return {
    kind: type,
    hasFeatures: hasFeatures(layer),
    ...(hasFeatures(layer) && layer.loaded && { labels: labelsVisible === true && hasLabels(layer) }),
    filter: definitionExpression ?? '',
    editable: Boolean(
      editingEnabled &&
      operations &&
      (operations.supportsAdd || operations.supportsUpdate || operations.supportsDelete),
    ),
    timed: Boolean(timeInfo?.startField),
  };
}

/** Whether the layer knows what to write. */
export function hasLabels(layer: Layer): boolean {
  return ((layer as AnyLayer).labelingInfo?.length ?? 0) > 0;
}

/** Everything of a layer that people see; a change of it is told. */
export function layerSignature(layer: Layer): string {
  const { labelsVisible, labelingInfo, definitionExpression, editingEnabled } = layer as AnyLayer;
  return JSON.stringify([
    layer.id,
    layer.title,
    layer.visible,
    layer.opacity,
    layer.loadStatus,
    layer.listMode,
    labelsVisible,
    labelingInfo?.length,
    definitionExpression,
    editingEnabled,
  ]);
}

/** The part of it that people set by keys and clicks that follow each other quickly. */
export function setByHand({ id, visible, opacity }: Layer): string {
  return `${id} ${visible} ${opacity}`;
}
