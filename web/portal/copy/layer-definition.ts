/** A field of a layer (feature service specification). */
export interface LayerField {
  name: string;
  type: string;
  editable?: boolean;
  [member: string]: unknown;
}

/** The description of a layer or table. */
export interface LayerDescription {
  id: number;
  name: string;
  type?: string;
  geometryType?: string;
  fields: LayerField[];
  objectIdField?: string;
  maxRecordCount?: number;
  hasAttachments?: boolean;
  hasZ?: boolean;
  hasM?: boolean;
  extent?: { spatialReference?: SpatialReference } & Record<string, unknown>;
  relationships?: unknown[];
  editFieldsInfo?: unknown;
  capabilities?: string;
  timeInfo?: object | null;
  [member: string]: unknown;
}

export interface SpatialReference {
  wkid?: number;
  latestWkid?: number;
  wkt?: string;
}

/** Members that describe the layer rather than its place on a server. */
const copiedMembers = [
  'id',
  'name',
  'type',
  'geometryType',
  'description',
  'copyrightText',
  'displayField',
  'typeIdField',
  'subtypeField',
  'defaultSubtypeCode',
  'types',
  'subtypes',
  'templates',
  'drawingInfo',
  'minScale',
  'maxScale',
  'defaultVisibility',
  'extent',
  'hasZ',
  'hasM',
  'hasAttachments',
  'objectIdField',
  'globalIdField',
  'timeInfo',
  'allowGeometryUpdates',
  'htmlPopupType',
] as const;

const managed = new Set(['esriFieldTypeOID', 'esriFieldTypeGlobalID', 'esriFieldTypeGeometry']);

/** Lengths and areas that the server computes. */
const computed = /^shape_?_?_?(area|length)$/i;

/**
 * The definition of a layer for `addToDefinition`: its fields with their domains, drawing, templates and types. Editor
 * tracking and relationships are left out, so that the names and dates in tracked fields stay as they were.
 * https://developers.arcgis.com/rest/services-reference/online/add-to-definition-feature-service/
 */
export function layerDefinition(layer: LayerDescription): Record<string, unknown> {
  const fields = layer.fields.filter(
    ({ name, type }) => type !== 'esriFieldTypeGeometry' && !computed.test(name),
  );
  return {
    ...Object.fromEntries(
      copiedMembers.flatMap((name) => (layer[name] === undefined ? [] : [[name, layer[name]]])),
    ),
    // Copied dates are instants: the time zone of their server is not needed to read them.
    ...(layer.timeInfo && { timeInfo: { ...layer.timeInfo, timeReference: null } }),
    capabilities: 'Create,Delete,Query,Update,Editing',
    fields: fields.map((field) => (managed.has(field.type) ? field : { ...field, editable: true })),
  };
}

/** The fields whose values are copied. */
export function copiedFields({ fields }: Pick<LayerDescription, 'fields'>): string[] {
  return fields
    .filter(({ name, type }) => !managed.has(type) && !computed.test(name))
    .map(({ name }) => name);
}

/** Splits what is sent into requests: at most so many features, and about so many characters, but at least one. */
export function inBatches<Feature>(
  features: readonly Feature[],
  max = 500,
  characters = 1_000_000,
): Feature[][] {
  const batches: Feature[][] = [];
  let size = 0;
  for (const feature of features) {
    const length = JSON.stringify(feature).length;
    const last = batches.at(-1);
    if (last && last.length < max && size + length <= characters) {
      last.push(feature);
      size += length;
    } else {
      batches.push([feature]);
      size = length;
    }
  }
  return batches;
}
