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

/** Whether the map lets a layer be edited: not where its former features are shown. */
export function isOpenToEdits({
  editingEnabled,
  historicMoment,
}: {
  editingEnabled?: boolean | undefined;
  historicMoment?: Date | null | undefined;
}): boolean {
  return editingEnabled === true && !historicMoment;
}

/** Capabilities of a layer. */
export function layerFacts(
  layer: Layer,
): Pick<
  LayerState,
  'kind' | 'hasFeatures' | 'labels' | 'filter' | 'editable' | 'history' | 'asOf' | 'timed'
> {
  const {
    type,
    labelsVisible,
    definitionExpression,
    timeInfo,
    editingEnabled,
    historicMoment,
    capabilities,
  } = layer as AnyLayer;
  const history = historyOf(layer);
  const operations = capabilities?.operations;
  return {
    kind: type,
    hasFeatures: hasFeatures(layer),
    ...(hasFeatures(layer) && layer.loaded && { labels: labelsVisible === true && hasLabels(layer) }),
    filter: definitionExpression ?? '',
    editable: Boolean(
      isOpenToEdits({ editingEnabled, historicMoment }) &&
      operations &&
      (operations.supportsAdd || operations.supportsUpdate || operations.supportsDelete),
    ),
    ...(history && { history }),
    ...(historicMoment && { asOf: historicMoment.getTime() }),
    timed: Boolean(timeInfo?.startField),
  };
}

/** The history that a service describes; only services of this product list changes. */
function historyOf(layer: Layer): LayerState['history'] {
  const { archivingInfo } = ((layer as AnyLayer).sourceJSON ?? {}) as {
    archivingInfo?: {
      supportsQueryWithHistoricMoment?: boolean;
      startArchivingMoment?: number;
      supportsQueryHistory?: boolean;
    };
  };
  if (archivingInfo?.supportsQueryWithHistoricMoment !== true) return undefined;
  const { startArchivingMoment: since = 0, supportsQueryHistory: changes = false } = archivingInfo;
  return { since: Math.max(0, since), changes };
}

/** Whether the layer has label definitions. */
export function hasLabels(layer: Layer): boolean {
  return ((layer as AnyLayer).labelingInfo?.length ?? 0) > 0;
}

/** A layer's user-visible properties, whose changes are reported. */
export function layerSignature(layer: Layer): string {
  const { labelsVisible, labelingInfo, definitionExpression, editingEnabled, historicMoment } =
    layer as AnyLayer;
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
    historicMoment?.getTime(),
  ]);
}

/** The part that users change by quick successive key presses and clicks. */
export function quickStateOf({ id, visible, opacity }: Layer): string {
  return `${id} ${visible} ${opacity}`;
}
