import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import type { MapModel } from '../map-model.ts';
import { findLayer } from '../sdk/layer-tree.ts';
import { type FieldTime, fieldTime } from './time-zone.ts';

/** A selectable field of a layer. */
export interface LayerField {
  name: string;
  /** Its alias, or its name. */
  title: string;
  kind: 'text' | 'number' | 'date';
  /** The time zones of dates with a time; absent for other fields. */
  time?: FieldTime;
  /** Whether it only identifies features, such as OBJECTID. */
  isId?: true;
  /** Whether its numbers are whole. */
  isWhole?: true;
  /** Its coded values with their labels. */
  choices?: readonly { value: string | number; title: string }[];
}

const kinds: Readonly<Record<string, LayerField['kind']>> = {
  string: 'text',
  guid: 'text',
  'global-id': 'text',
  oid: 'number',
  integer: 'number',
  'small-integer': 'number',
  'big-integer': 'number',
  single: 'number',
  double: 'number',
  long: 'number',
  date: 'date',
  'date-only': 'date',
};

/** The fields by which a layer's features can be filtered; loads the layer's description if needed. */
export async function layerFields(model: MapModel, layerId: string): Promise<LayerField[]> {
  const layer = featureLayer(model, layerId);
  if (!layer) return [];
  await layer.load();
  return fieldsOf(
    layer,
    model.withInternals(({ view }) => view.timeZone),
  );
}

const ids = new Set(['oid', 'global-id', 'guid']);
const wholes = new Set(['integer', 'small-integer', 'big-integer', 'long']);

/**
 * The fields of a loaded layer with comparable values, ids last.
 * @param mapZone `timeZone` of the view
 */
export function fieldsOf(layer: FeatureLayer, mapZone?: string): LayerField[] {
  const fields = (layer.fields ?? []).flatMap<LayerField>(({ name, alias, type, domain }) => {
    const kind = kinds[type];
    if (!kind) return [];
    const choices =
      domain?.type === 'coded-value'
        ? domain.codedValues.map(({ code, name: title }) => ({ value: code, title }))
        : undefined;
    return [
      {
        name,
        title: alias || name,
        kind,
        ...(type === 'date' && { time: fieldTime(layer, mapZone) }),
        ...(ids.has(type) && { isId: true as const }),
        ...(wholes.has(type) && { isWhole: true as const }),
        ...(choices && { choices }),
      },
    ];
  });
  return [...fields.filter(({ isId }) => !isId), ...fields.filter(({ isId }) => isId)];
}

/** Shows only the features that match a condition; an empty one shows all. */
export function setLayerFilter(model: MapModel, layerId: string, where: string): void {
  const layer = featureLayer(model, layerId);
  if (layer) layer.definitionExpression = where || null;
}

/**
 * The number of features that match a condition.
 * @throws the service's error about an invalid condition
 */
export async function countFeatures(model: MapModel, layerId: string, where: string): Promise<number> {
  const layer = featureLayer(model, layerId);
  return layer ? layer.queryFeatureCount({ where: where || '1=1' }) : 0;
}

/** The distinct values of a field, sorted; at most a hundred, none if the layer cannot list them. */
export async function occurringValues(
  model: MapModel,
  layerId: string,
  field: string,
): Promise<(string | number)[]> {
  const layer = featureLayer(model, layerId);
  if (!layer) return [];
  const { features } = await layer
    .queryFeatures({
      where: `${field} IS NOT NULL`,
      outFields: [field],
      returnDistinctValues: true,
      returnGeometry: false,
      orderByFields: [field],
      num: 100,
    })
    .catch(() => ({ features: [] }));
  const values = features.map(({ attributes }) => (attributes as Record<string, string | number>)[field]);
  return [...new Set(values)].filter((value) => value !== undefined).slice(0, 100);
}

/** The portal item of a layer, and the layer's number in the service of that item. */
export interface LayerItem {
  id: string;
  layer: number;
  /** Whether it is a table, without geometry. */
  isTable: boolean;
}

/** The item of a layer of a feature service; undefined if the map does not name one. */
export function itemOfLayer(model: MapModel, layerId: string): LayerItem | undefined {
  const layer = featureLayer(model, layerId);
  const id = layer?.portalItem?.id;
  if (layer?.type !== 'feature' || !id || typeof layer.layerId !== 'number') return undefined;
  return { id, layer: layer.layerId, isTable: layer.isTable };
}

function featureLayer(model: MapModel, layerId: string): FeatureLayer | undefined {
  return model.withInternals(({ view }) => findLayer(view, layerId)?.layer) as FeatureLayer | undefined;
}

/** Whether a field seems to hold the names of features, which few of them share. */
export function isNaming({ name, kind, choices }: LayerField): boolean {
  return kind === 'text' && !choices && /name/i.test(name);
}
