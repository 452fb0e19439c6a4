import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import type Layer from '@arcgis/core/layers/Layer.js';
import type { LayerState } from '../map-state.ts';
import { sublayersMark } from './sublayers.ts';

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

/** What the user may do with the features of a layer. */
export interface AllowedEdits {
  add: boolean;
  update: boolean;
  delete: boolean;
  /** Move features and change their shapes; part of `update`. */
  reshape: boolean;
}

const noEdits: AllowedEdits = { add: false, update: false, delete: false, reshape: false };

/** The parts of a layer that decide about edits. */
type Edited = Partial<
  Pick<
    FeatureLayer,
    'url' | 'editingEnabled' | 'historicMoment' | 'capabilities' | 'effectiveCapabilities' | 'loaded'
  >
> & {
  /** Set by the SDK while a layer loads: the member's `features:user:edit`. Missing where nobody needs a privilege. */
  userHasEditingPrivileges?: boolean;
};

/**
 * The edits of a layer that the service, the map and the member's privileges allow; none where its former
 * features are shown, nor of features that are part of the map or of an item: the SDK would change its own copy of them
 * only. A map that names a layer as editable makes it so for the SDK, whatever the member's
 * privileges are. On Esri's portals, `features:user:fullEdit` and the right to change the layer's item allow
 * all edits of a layer that is open to any; the services of this server name what each caller may do.
 */
export function allowedEdits(layer: Edited): AllowedEdits {
  const { url, editingEnabled, historicMoment, userHasEditingPrivileges, loaded } = layer;
  if (!url || !editingEnabled || historicMoment || userHasEditingPrivileges === false) return noEdits;
  const effective = isOwnService(url) || !loaded ? undefined : layer.effectiveCapabilities;
  const { operations, editing } = effective ?? layer.capabilities ?? {};
  if (!operations) return noEdits;
  return {
    add: operations.supportsAdd,
    update: operations.supportsUpdate,
    delete: operations.supportsDelete,
    reshape: operations.supportsUpdate && editing?.supportsGeometryUpdate !== false,
  };
}

/** Capabilities of a layer. */
export function layerFacts(
  layer: Layer,
): Pick<
  LayerState,
  | 'kind'
  | 'hasFeatures'
  | 'labels'
  | 'filter'
  | 'editable'
  | 'closedToExport'
  | 'hosted'
  | 'history'
  | 'asOf'
  | 'timed'
> {
  const { type, labelsVisible, definitionExpression, timeInfo, historicMoment } = layer as AnyLayer;
  const history = historyOf(layer);
  const edits = allowedEdits(layer);
  const hosted = historicMoment ? undefined : hostedSource(layer);
  return {
    kind: type,
    hasFeatures: hasFeatures(layer),
    ...(hasFeatures(layer) && layer.loaded && { labels: labelsVisible === true && hasLabels(layer) }),
    filter: definitionExpression ?? '',
    editable: edits.add || edits.update || edits.delete,
    ...(hasFeatures(layer) && isClosedToExport(layer) && { closedToExport: true }),
    ...(hosted && { hosted }),
    ...(history && { history }),
    ...(historicMoment && { asOf: historicMoment.getTime() }),
    timed: Boolean(timeInfo?.startField),
  };
}

/**
 * Whether the owner of a layer of this server forbids its export. Other servers do not describe what each
 * caller may do.
 */
function isClosedToExport(layer: Layer): boolean {
  const { capabilities } = describedBy(layer);
  return isOwnService((layer as AnyLayer).url) && capabilities !== undefined && !allowsExport(capabilities);
}

/** The layer of a hosted service, which names its item, that the caller may export. */
function hostedSource(layer: Layer): LayerState['hosted'] {
  const { type, url, layerId: number, objectIdField: idField } = layer as AnyLayer;
  const { capabilities, serviceItemId: itemId } = describedBy(layer);
  if (type !== 'feature' || !url || !idField || number === undefined) return undefined;
  if (!itemId || !allowsExport(capabilities)) return undefined;
  return { url, itemId, layer: number, idField };
}

/** Parts of a layer's description by its service. */
function describedBy(layer: Layer): { capabilities?: string; serviceItemId?: string } {
  return ((layer as AnyLayer).sourceJSON ?? {}) as ReturnType<typeof describedBy>;
}

function allowsExport(capabilities = ''): boolean {
  return capabilities.split(',').includes('Extract');
}

function isOwnService(url: string | null | undefined): boolean {
  return url?.startsWith(`${globalThis.location?.origin}/`) === true;
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
export function quickStateOf(layer: Layer): string {
  return `${layer.id} ${layer.visible} ${layer.opacity} ${sublayersMark(layer)}`;
}
