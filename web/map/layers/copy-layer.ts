import type Collection from '@arcgis/core/core/Collection.js';
import type Graphic from '@arcgis/core/Graphic.js';
import FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import Field from '@arcgis/core/layers/support/Field.js';
import GroupLayer from '@arcgis/core/layers/GroupLayer.js';
import type Layer from '@arcgis/core/layers/Layer.js';
import type PortalItem from '@arcgis/core/portal/PortalItem.js';
import { MappingError } from '../../../wire/errors.ts';
import { newId } from '../../new-id.ts';
import type { MapInternals } from '../map-model.ts';
import { cloned } from './make-layers.ts';
import { readFeatures } from './read-features.ts';
import { findLayer } from '../sdk/layer-tree.ts';
import { sdkError } from '../sdk/sdk-error.ts';

type Copied = Layer & {
  clone?(): Layer;
  write?(json: object, context: object): object | null | undefined;
  read?(json: object, context: object): void;
  portalItem?: PortalItem | null;
  sublayers?: Collection<{ clone(): never }> | null;
};

/** Features that a map's document can hold without becoming slow to open. */
const maxCopied = 10_000;

/**
 * A copy of features of a layer, with its fields and style, as a layer of the map's own.
 * @throws MappingError `layer:too-large` above 10,000 features
 */
export async function copyFeatures(
  layer: FeatureLayer,
  { objectIds, signal }: { objectIds: readonly number[]; signal: AbortSignal },
): Promise<FeatureLayer> {
  return copyWith(layer, await readFeatures(layer, { objectIds, signal, limit: maxCopied }));
}

/** A copy of a layer whose features exist only in this page. The SDK clones only layers of services and files. */
async function copyInPage(layer: FeatureLayer): Promise<FeatureLayer> {
  const query = layer.createQuery();
  query.where = '1=1';
  query.outFields = ['*'];
  query.returnGeometry = true;
  return copyWith(layer, (await layer.queryFeatures(query)).features);
}

function copyWith(layer: FeatureLayer, features: readonly Graphic[]): FeatureLayer {
  return new FeatureLayer({
    source: features.map((feature) => feature.clone()),
    objectIdField: layer.objectIdField,
    geometryType: layer.geometryType,
    spatialReference: layer.spatialReference,
    fields: layer.fields.map((field) => Field.fromJSON(field.toJSON()) as Field),
    ...appearanceOf(layer),
    editingEnabled: false,
  });
}

/** How a layer shows its features, as properties of another layer with the same fields. */
export function appearanceOf(layer: FeatureLayer) {
  return {
    renderer: layer.renderer?.clone() as FeatureLayer['renderer'],
    popupTemplate: layer.popupTemplate?.clone() ?? null,
    popupEnabled: layer.popupEnabled,
    legendEnabled: layer.legendEnabled,
    attributeTableTemplate: layer.attributeTableTemplate?.clone() ?? null,
    charts: structuredClone(layer.charts ?? null),
    labelingInfo: layer.labelingInfo?.map((one) => one.clone()) ?? null,
    labelsVisible: layer.labelsVisible,
    definitionExpression: layer.definitionExpression ?? null,
    featureReduction: cloned(layer.featureReduction),
    minScale: layer.minScale,
    maxScale: layer.maxScale,
    effect: layer.effect,
    blendMode: layer.blendMode,
  };
}

async function copyOf(layer: Copied): Promise<Layer> {
  const copy = layer.type === 'group' ? await copyGroup(layer as GroupLayer) : await copyOne(layer);
  // A copy with the same id would replace the layer in the map's document.
  if (copy.id === layer.id) copy.id = newId();
  return copy;
}

/** A copy of a group with copies of its members, also of groups in it. */
async function copyGroup(group: GroupLayer): Promise<GroupLayer> {
  const { visibilityMode, minScale, maxScale, effect, blendMode } = group;
  const members: Layer[] = [];
  for (const member of group.layers.toArray()) {
    // One that failed to load is copied as the map describes it.
    await member.load().catch(() => undefined);
    const copy = await copyOf(member as Copied);
    members.push(Object.assign(copy, shownAs(member)));
  }
  return new GroupLayer({ layers: members, visibilityMode, minScale, maxScale, effect, blendMode });
}

function shownAs({ title, opacity, visible, listMode }: Layer) {
  return { title, opacity, visible, listMode };
}

async function copyOne(layer: Copied): Promise<Layer> {
  const inPage = layer.type === 'feature' && !(layer as FeatureLayer).url;
  if (inPage) return copyInPage(layer as FeatureLayer);
  const copy = layer.clone?.() ?? copyByJson(layer);
  if (!copy) throw new MappingError('layer:not-configurable', 'This layer cannot be copied.');
  return copy;
}

/**
 * A copy by the JSON of a web map, of layers that the SDK cannot clone; undefined for those that a web map
 * cannot hold.
 */
function copyByJson(layer: Copied): Layer | undefined {
  const context = { origin: 'web-map', layerContainerType: 'operational-layers' };
  const json = layer.write?.({}, { ...context, messages: [], writtenProperties: [] });
  if (!json) return undefined;
  const { portalItem } = layer;
  const copy = new (layer.constructor as new (properties: object) => Copied)(
    portalItem ? { portalItem } : {},
  );
  copy.read?.(json, context);
  // What is shown of a service. Before the service has answered, JSON does not say.
  if (layer.type === 'map-image' || layer.type === 'wms')
    copy.sublayers = layer.sublayers?.map((part) => part.clone()) ?? null;
  return copy;
}

export async function duplicateLayer(
  { view }: MapInternals,
  layerId: string,
  title: string,
): Promise<string | undefined> {
  const layer = findLayer(view, layerId)?.layer;
  if (!layer) return undefined;
  try {
    await layer.load();
    const copy = await copyOf(layer as Copied);
    Object.assign(copy, { ...shownAs(layer), title });
    addAbove(view, copy, layerId);
    return copy.id;
  } catch (cause) {
    throw sdkError(cause, 'layer:failed');
  }
}

/** Adds a layer above the one that it was made of; on top of the map if that was removed since. */
export function addAbove(view: MapInternals['view'], added: Layer, layerId: string): void {
  const found = findLayer(view, layerId);
  if (found) found.siblings.add(added, found.siblings.indexOf(found.layer) + 1);
  else view.map?.layers.add(added);
}

export function groupLayer({ view }: MapInternals, layerId: string, title: string): string | undefined {
  const found = findLayer(view, layerId);
  if (!found) return undefined;
  const { layer, siblings } = found;
  const place = siblings.indexOf(layer);
  const group = new GroupLayer({ title });
  siblings.remove(layer);
  group.layers.add(layer);
  siblings.add(group, place);
  return group.id;
}
