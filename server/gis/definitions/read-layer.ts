import { z } from 'zod';
import { limits } from '../../limits.ts';
import { utcReference } from '../../platform/arcgis/unsupported.ts';
import type { EsriGeometryType } from '../geometry/geometry.ts';
import { canonicalWkid } from '../geometry/spatial-reference.ts';
import {
  type EditorTracking,
  type LayerDefaults,
  type Relationship,
  systemFields,
  trackingNames,
} from '../layer/layer.ts';
import { trackingFields } from '../storage/describe-layer.ts';
import type { FieldInput, LayerShape } from '../storage/service-input.ts';
import { ownershipControl, readOwnership } from './editor-tracking.ts';
import { fieldMembers, type Refuse } from './field-definition.ts';
import { layerMembers, readTime } from './layer-members.ts';
import { firstFault, invalidDefinition, readFields } from './read-field.ts';
import { findUnknown, refuseUnkept } from './refuse-unkept.ts';
import { indexList, readIndexes } from './read-indexes.ts';
import { checkSubtypes, subtypeMembers } from './subtypes.ts';

const geometryTypes = [
  'esriGeometryPoint',
  'esriGeometryMultipoint',
  'esriGeometryPolyline',
  'esriGeometryPolygon',
] as const;

/** Of layers and services; nothing is the default. */
export const spatialReference = z
  .looseObject({ wkid: z.number().nullish(), latestWkid: z.number().nullish() })
  .refine(
    ({ wkid, latestWkid, ...others }) =>
      Boolean(wkid ?? latestWkid) || findUnknown(others, new Set()) === undefined,
    'Specify the spatial reference by its wkid.',
  );

export const relationshipSchema = z.object({
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

/** Names of the members of a relationship that are read. */
export const relationshipMembers = Object.keys(relationshipSchema.shape);

const trackedField = z.union([fieldMembers.name, z.literal('')]).nullish();

/** `realm` names the store of the users, which every user of the portal has. */
const trackingSchema = z.strictObject({
  creationDateField: trackedField,
  creatorField: trackedField,
  editDateField: trackedField,
  editorField: trackedField,
  realm: z.unknown().optional(),
  dateFieldsTimeReference: utcReference.nullish(),
});

/** The parts of a layer that are kept. */
const layerSchema = z.object({
  ...layerMembers,
  id: z.number().int().nullish(),
  geometryType: z.enum([...geometryTypes, 'esriGeometryNull']).nullish(),
  hasZ: z.boolean().nullish(),
  hasM: z.boolean().nullish(),
  extent: z.object({ spatialReference: spatialReference.nullish() }).nullish(),
  spatialReference: spatialReference.nullish(),
  maxRecordCount: z.number().int().nullish(),
  editFieldsInfo: trackingSchema.nullish(),
  relationships: z.array(relationshipSchema).max(50).nullish(),
  ...subtypeMembers,
  indexes: indexList.nullish(),
  allowGeometryUpdates: z.boolean().nullish(),
  ownershipBasedAccessControlForFeatures: ownershipControl.nullish(),
});

type Given = z.output<typeof layerSchema>;

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
  refuseUnkept(value, [...Object.keys(layerSchema.shape), 'fields'], `The layer ${name}`, invalidDefinition);
  for (const each of (value as { relationships?: object[] | null }).relationships ?? [])
    refuseUnkept(each, relationshipMembers, `A relationship of the layer ${name}`, invalidDefinition);
  if (index !== undefined && typeof given.id === 'number' && given.id !== index)
    throw invalidDefinition('Layers are numbered from 0 in the order given, tables after them.');
  if (given.allowGeometryUpdates === false)
    throw invalidDefinition(`The layer ${name} cannot forbid changes of geometry only.`);
  const tracked = trackingOf(given, defaults);
  const trackedNames = [
    ...systemFields.map((field) => field.name),
    ...Object.values(tracked ?? {}),
  ] as string[];
  if (new Set(trackedNames.map((each) => each.toLowerCase())).size < trackedNames.length)
    throw invalidDefinition(`The fields in editFieldsInfo of the layer ${name} need different names.`);
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
  const refuse: Refuse = (problem) => invalidDefinition(`Layer ${name}: ${problem}`);
  const allFields = [...systemFields, ...own, ...(tracked ? trackingFields(tracked, own.length) : [])];
  const { subtypeField, subtypes } = given;
  return {
    name,
    ...(!isTable && { geometryType: given.geometryType as EsriGeometryType }),
    hasZ: given.hasZ === true,
    hasM: given.hasM === true,
    hasAttachments: given.hasAttachments === true,
    wkid: canonicalWkid(wkid),
    fields: own,
    indexes: readIndexes(given.indexes ?? [], own, allFields, refuse),
    description: given.description ?? '',
    copyright: given.copyrightText ?? '',
    minScale: given.minScale ?? 0,
    maxScale: given.maxScale ?? 0,
    defaultVisibility: given.defaultVisibility ?? true,
    editorTracking: tracked ?? false,
    ownership: readOwnership({ editorTracking: tracked }, ownershipOf(given) ?? defaults.ownership, refuse),
    relationships: (given.relationships ?? []).map((one) => readRelationship(one, name)),
    typeIdField: given.typeIdField || null,
    types: given.types ?? [],
    templates: given.templates ?? [],
    ...(subtypeField
      ? checkSubtypes(allFields, subtypeField, subtypes ?? [], refuse)
      : { subtypes: subtypes ?? [], subtypeField: null }),
    defaultSubtypeCode: given.defaultSubtypeCode ?? null,
    ...(given.displayField && { displayField: given.displayField }),
    ...(given.drawingInfo && { drawingInfo: given.drawingInfo }),
    ...recordCount(given.maxRecordCount ?? defaults.maxRecordCount),
    timeInfo: readTime(allFields, given.timeInfo, refuse),
  };
}

/** The largest page of a layer: as asked, within the server's own limit. */
export function recordCount(max: number | null | undefined): { maxRecordCount?: number } {
  if (max === undefined || max === null || max === 0) return {};
  if (!Number.isInteger(max) || max < 1 || max > limits.layerRecordCount)
    throw invalidDefinition(`maxRecordCount is a whole number from 1 to ${limits.layerRecordCount}.`);
  return { maxRecordCount: max };
}

function trackingOf({ editFieldsInfo: info }: Given, defaults: LayerDefaults): EditorTracking | null {
  if (!info) return defaults.editorTracking ? trackingNames : null;
  return {
    creationDateField: info.creationDateField || trackingNames.creationDateField,
    creatorField: info.creatorField || trackingNames.creatorField,
    editDateField: info.editDateField || trackingNames.editDateField,
    editorField: info.editorField || trackingNames.editorField,
  };
}

/** Other servers describe layers with an ownership that restricts nothing. */
function ownershipOf({ ownershipBasedAccessControlForFeatures: own }: Given) {
  return own?.allowOthersToUpdate === false || own?.allowOthersToDelete === false ? own : undefined;
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
