import { z } from 'zod';
import { limits } from '../../limits.ts';
import type { EsriGeometryType } from '../geometry/geometry.ts';
import { canonicalWkid } from '../geometry/spatial-reference.ts';
import type { EditorTracking, Relationship } from '../layer/layer.ts';
import type { FieldInput, LayerShape } from '../storage/service-input.ts';
import { firstFault, invalidDefinition, readFields } from './read-field.ts';

const geometryTypes = [
  'esriGeometryPoint',
  'esriGeometryMultipoint',
  'esriGeometryPolyline',
  'esriGeometryPolygon',
] as const;

const spatialReference = z.object({ wkid: z.number().nullish(), latestWkid: z.number().nullish() });
const objects = z.array(z.looseObject({})).max(2000);
const text = z.string().max(100_000);
const scale = z.number().min(0);

const relationshipSchema = z.object({
  id: z.number().int().min(0),
  name: z.string().max(200).default(''),
  relatedTableId: z.number().int().min(0),
  cardinality: z.enum([
    'esriRelCardinalityOneToOne',
    'esriRelCardinalityOneToMany',
    'esriRelCardinalityManyToMany',
  ]),
  role: z.enum(['esriRelRoleOrigin', 'esriRelRoleDestination']),
  keyField: z.string(),
  composite: z.boolean().nullish(),
  relationshipTableId: z.number().nullish(),
});

const trackingSchema = z.object({
  creationDateField: z.string().nullish(),
  creatorField: z.string().nullish(),
  editDateField: z.string().nullish(),
  editorField: z.string().nullish(),
});

/** The parts of a layer that are kept; descriptions of capabilities, which the server decides itself, are not read. */
const layerSchema = z.object({
  id: z.number().int().nullish(),
  name: z.string().min(1).max(200),
  description: text.nullish(),
  copyrightText: text.nullish(),
  geometryType: z.enum([...geometryTypes, 'esriGeometryNull']).nullish(),
  hasZ: z.boolean().nullish(),
  hasM: z.boolean().nullish(),
  hasAttachments: z.boolean().nullish(),
  extent: z.object({ spatialReference: spatialReference.nullish() }).nullish(),
  spatialReference: spatialReference.nullish(),
  displayField: z.string().nullish(),
  minScale: scale.nullish(),
  maxScale: scale.nullish(),
  defaultVisibility: z.boolean().nullish(),
  drawingInfo: z.looseObject({}).nullish(),
  maxRecordCount: z.number().int().nullish(),
  timeInfo: z
    .object({
      startTimeField: z.string().nullish(),
      endTimeField: z.string().nullish(),
      trackIdField: z.string().nullish(),
    })
    .nullish(),
  editFieldsInfo: trackingSchema.nullish(),
  relationships: z.array(relationshipSchema).max(50).nullish(),
  typeIdField: z.string().nullish(),
  types: objects.nullish(),
  subtypeField: z.string().nullish(),
  subtypes: objects.nullish(),
  defaultSubtypeCode: z.union([z.string(), z.number()]).nullish(),
  templates: objects.nullish(),
  indexes: z
    .array(z.object({ fields: z.string(), isUnique: z.boolean().nullish() }))
    .max(200)
    .nullish(),
  allowGeometryUpdates: z.boolean().nullish(),
});

type Given = z.output<typeof layerSchema>;

/** What a service decides for its layers. */
export interface LayerDefaults {
  wkid: number;
  editorTracking: boolean;
  maxRecordCount?: number | undefined;
}

/**
 * Reads a layer or table as ArcGIS writes it, with everything that is kept of it.
 * @param index its number within the service, if that is known
 * @throws MappingError `services:invalid-service` (400) for what cannot be kept
 */
export function readLayerDefinition(
  value: unknown,
  index: number | undefined,
  defaults: LayerDefaults,
): LayerShape {
  const parsed = layerSchema.safeParse(value);
  if (!parsed.success)
    throw invalidDefinition(`Layer ${index ?? ''} is invalid: ${firstFault(parsed.error)}`);
  const given = parsed.data;
  const { name } = given;
  if (index !== undefined && typeof given.id === 'number' && given.id !== index)
    throw invalidDefinition('Layers are numbered from 0 in the order given, tables after them.');
  if (given.allowGeometryUpdates === false)
    throw invalidDefinition(`The layer ${name} cannot forbid changes of geometry only.`);
  const tracked = trackingOf(given, defaults);
  const fields = readFields((value as { fields?: unknown }).fields ?? [], name);
  const own = fields.filter((field) => !isTracked(field, tracked));
  const known = new Set([
    'objectid',
    'globalid',
    ...own.map((field) => field.name.toLowerCase()),
    ...(Object.values(tracked ?? {}) as string[]).map((field) => field.toLowerCase()),
  ]);
  checkNames(given, known);
  const isTable = !given.geometryType || given.geometryType === 'esriGeometryNull';
  const reference = given.extent?.spatialReference ?? given.spatialReference;
  const wkid = reference?.latestWkid ?? reference?.wkid ?? defaults.wkid;
  const indexed = indexedFields(given);
  const { timeInfo } = given;
  return {
    name,
    ...(!isTable && { geometryType: given.geometryType as EsriGeometryType }),
    hasZ: given.hasZ === true,
    hasM: given.hasM === true,
    hasAttachments: given.hasAttachments === true,
    wkid: canonicalWkid(wkid),
    fields: own.map((field) => (indexed.has(field.name.toLowerCase()) ? { ...field, indexed: true } : field)),
    description: given.description ?? '',
    copyright: given.copyrightText ?? '',
    minScale: given.minScale ?? 0,
    maxScale: given.maxScale ?? 0,
    defaultVisibility: given.defaultVisibility ?? true,
    editorTracking: tracked ?? false,
    relationships: (given.relationships ?? []).map((one) => readRelationship(one, name)),
    typeIdField: given.typeIdField || null,
    types: given.types ?? [],
    templates: given.templates ?? [],
    subtypes: given.subtypes ?? [],
    subtypeField: given.subtypeField || null,
    defaultSubtypeCode: given.defaultSubtypeCode ?? null,
    ...(given.displayField && { displayField: given.displayField }),
    ...(given.drawingInfo && { drawingInfo: given.drawingInfo }),
    ...recordCount(given.maxRecordCount ?? defaults.maxRecordCount),
    timeInfo: timeInfo?.startTimeField
      ? {
          startTimeField: timeInfo.startTimeField,
          endTimeField: timeInfo.endTimeField || null,
          trackIdField: timeInfo.trackIdField || null,
        }
      : null,
  };
}

/** The largest page of a layer: as asked, within the server's own limit. */
export function recordCount(most: number | null | undefined): { maxRecordCount?: number } {
  if (most === undefined || most === null || most === 0) return {};
  if (!Number.isInteger(most) || most < 1 || most > limits.layerRecordCount)
    throw invalidDefinition(`maxRecordCount is a whole number from 1 to ${limits.layerRecordCount}.`);
  return { maxRecordCount: most };
}

const usual: EditorTracking = {
  creationDateField: 'CreationDate',
  creatorField: 'Creator',
  editDateField: 'EditDate',
  editorField: 'Editor',
};

function trackingOf({ editFieldsInfo: info }: Given, defaults: LayerDefaults): EditorTracking | null {
  if (!info) return defaults.editorTracking ? usual : null;
  return {
    creationDateField: info.creationDateField || usual.creationDateField,
    creatorField: info.creatorField || usual.creatorField,
    editDateField: info.editDateField || usual.editDateField,
    editorField: info.editorField || usual.editorField,
  };
}

function isTracked({ name }: FieldInput, tracked: EditorTracking | null): boolean {
  return (Object.values(tracked ?? {}) as string[]).some((each) => each.toLowerCase() === name.toLowerCase());
}

/** Every field that a definition names must exist. */
function checkNames(given: Given, known: ReadonlySet<string>): void {
  const named = {
    displayField: given.displayField,
    typeIdField: given.typeIdField,
    subtypeField: given.subtypeField,
    'timeInfo.startTimeField': given.timeInfo?.startTimeField,
    'timeInfo.endTimeField': given.timeInfo?.endTimeField,
    'timeInfo.trackIdField': given.timeInfo?.trackIdField,
  };
  const keys = (given.relationships ?? []).map(
    ({ keyField }) => ['relationships.keyField', keyField] as const,
  );
  for (const [what, name] of [...Object.entries(named), ...keys])
    if (name && !known.has(name.toLowerCase()))
      throw invalidDefinition(
        `${what} of the layer ${given.name} names the field ${name.slice(0, 60)}, which it does not have.`,
      );
}

function readRelationship(given: z.output<typeof relationshipSchema>, layer: string): Relationship {
  const { composite, relationshipTableId, ...relationship } = given;
  if (composite)
    throw invalidDefinition(`The layer ${layer} has a composite relationship, which is not supported.`);
  if (typeof relationshipTableId === 'number' && relationshipTableId >= 0)
    throw invalidDefinition(
      `The layer ${layer} has a relationship with a table of its own, which is not supported.`,
    );
  return relationship;
}

/** Fields with an index of their own; the keys always have one. */
function indexedFields({ indexes, name }: Given): Set<string> {
  const wanted = new Set<string>();
  for (const { fields, isUnique } of indexes ?? []) {
    const names = fields.split(',').map((each) => each.trim().toLowerCase());
    if (names.every((each) => ['objectid', 'globalid', 'shape', 'fid'].includes(each))) continue;
    if (isUnique || names.length > 1)
      throw invalidDefinition(
        `The layer ${name} has an index that is unique or of several fields, which is not supported.`,
      );
    for (const each of names) wanted.add(each);
  }
  return wanted;
}
