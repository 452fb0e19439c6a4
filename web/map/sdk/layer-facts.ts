import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import type Layer from '@arcgis/core/layers/Layer.js';
import type { LayerState } from '../map-state.ts';

/** Layer types whose features the browser can query. */
const withFeatures = new Set([
  'feature',
  'geojson',
  'csv',
  'wfs',
  'ogc-feature',
  'subtype-group',
  'oriented-imagery',
]);

/** Members of only some layers, read as if all of them had them. */
type AnyLayer = Layer & Partial<Omit<FeatureLayer, keyof Layer>>;

/** Whether the browser can query a layer's features. */
export function hasFeatures(layer: Layer): boolean {
  return withFeatures.has(layer.type);
}

/** Capabilities of a layer. */
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

/** Whether the layer has label definitions. */
export function hasLabels(layer: Layer): boolean {
  return ((layer as AnyLayer).labelingInfo?.length ?? 0) > 0;
}

/** A layer's user-visible properties, whose changes are reported. */
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

/** The part that users change by quick successive key presses and clicks. */
export function quickStateOf({ id, visible, opacity }: Layer): string {
  return `${id} ${visible} ${opacity}`;
}
