import { historyReaders } from '../../layer/layer.ts';
import { z } from 'zod';
import { invalidParameters, parameterError } from '../../../platform/arcgis/parameters.ts';
import { utcReference } from '../../../platform/arcgis/unsupported.ts';
import { ownershipControl, trackingInfo } from '../../definitions/editor-tracking.ts';
import { limits } from '../../../limits.ts';
import { fieldMembers, ownFieldType } from '../../definitions/field-definition.ts';
import { addedRelationship, removedRelationship } from './change-relationships.ts';
import { layerMembers } from '../../definitions/layer-members.ts';
import { subtypeMembers } from '../../definitions/subtypes.ts';
import { refuseManyIndexes } from '../../storage/definition-size-store.ts';

/** `sqlType` restates the type. */
const describedField = { ...fieldMembers, sqlType: z.unknown().optional() };

export const addedField = z.strictObject({ ...describedField, type: ownFieldType });
export type AddedField = z.output<typeof addedField>;

export const changedField = z.strictObject({ ...describedField, type: z.string().optional() });
export type ChangedField = z.output<typeof changedField>;

export const addedIndex = z.strictObject({
  name: z.string().min(1).max(100),
  fields: z.string().min(1),
  isUnique: z.boolean().default(false),
  isAscending: z.literal(true, 'Only ascending indexes are supported.').optional(),
  description: z.string().max(1000).default(''),
});

/**
 * A list in a definition, whose members are named once: each is compared with what the layer has.
 * @param max the most that a layer, or a service, may have
 */
export function definitionList<Member extends z.ZodType>(member: Member, max: number) {
  const nameOf = (given: unknown) => (given as { name?: unknown } | null)?.name;
  const isDistinct = (members: readonly unknown[]) => {
    const names = members.map(nameOf).filter((name) => typeof name === 'string');
    return new Set(names.map((name) => name.toLowerCase())).size === names.length;
  };
  return z
    .array(member)
    .max(max, `List at most ${max}.`)
    .refine(isDistinct, 'A name is listed twice. List each once.');
}

/** Descriptions that are sent back list the fields of every layer, and of the geometry. */
export const mostFields = limits.layerFields + 20;
const mostRelationships = 50;
const mostSubtypes = 2000;

const named = z.object({ name: z.string() });
export const layerRemoval = z.strictObject({
  fields: definitionList(named, mostFields).default([]),
  indexes: definitionList(named, mostFields).default([]),
  relationships: z.array(removedRelationship).max(mostRelationships).default([]),
  subtypes: z
    .array(z.object({ code: z.number().int() }))
    .max(mostSubtypes)
    .default([]),
});

export const layerAddition = z.strictObject({
  fields: definitionList(addedField, mostFields).default([]),
  indexes: definitionList(addedIndex, mostFields).default([]),
  relationships: z.array(addedRelationship).max(mostRelationships).default([]),
  ...subtypeMembers,
});
export type LayerAddition = z.output<typeof layerAddition>;

/** Relationships of an existing layer, among the layers that are added to a service. */
const layerRelationships = z.strictObject({
  id: z.number().int(),
  relationships: z.array(addedRelationship).max(mostRelationships),
});

/** Separates relationships of existing layers from new layers, which have a name. */
export function splitAddition(
  parameter: string,
  given: readonly Readonly<Record<string, unknown>>[],
): { added: Readonly<Record<string, unknown>>[]; related: z.output<typeof layerRelationships>[] } {
  const isRelated = (each: Readonly<Record<string, unknown>>) =>
    each['name'] === undefined && each['relationships'] !== undefined;
  return {
    added: given.filter((each) => !isRelated(each)),
    related: given.filter(isRelated).map((each) => readDefinition(layerRelationships, parameter, each)),
  };
}

const tooManyLayers = `A service has at most ${limits.uploadLayers} layers.`;

/**
 * What a service has when layers are added to it; the indexes of a view are those of its sources.
 * @throws MappingError 400 for too many layers, and too many indexes of them
 */
export function refuseManyLayers(
  layers: readonly { source?: unknown; indexes?: readonly unknown[] | undefined }[],
): void {
  if (layers.length > limits.uploadLayers) throw parameterError('addToDefinition', tooManyLayers);
  const own = layers.filter(({ source }) => !source);
  refuseManyIndexes(own.map(({ indexes = [] }) => ({ indexes: indexes.length })));
}

const numbered = z
  .array(z.object({ id: z.number().int() }))
  .max(limits.uploadLayers, tooManyLayers)
  .default([]);
export const serviceRemoval = z.strictObject({ layers: numbered, tables: numbered });

const definitions = z
  .array(z.record(z.string(), z.unknown()))
  .max(limits.uploadLayers, tooManyLayers)
  .default([]);
export const serviceAddition = z.strictObject({ layers: definitions, tables: definitions });

const pageProblem = `This is a whole number from 1 to ${limits.layerRecordCount}.`;
const maxRecordCount = z
  .number(pageProblem)
  .int(pageProblem)
  .min(1, pageProblem)
  .max(limits.layerRecordCount, pageProblem)
  .nullish();

/** The members of a layer that may be changed. All others must be as they are. */
export const layerUpdate = z.looseObject({
  ...layerMembers,
  ...subtypeMembers,
  name: layerMembers.name.optional(),
  maxRecordCount,
  ownershipBasedAccessControlForFeatures: ownershipControl.nullish(),
  visitorAccess: z.strictObject({ add: z.boolean().optional(), query: z.boolean().optional() }).nullish(),
  isDataArchived: z.boolean().optional(),
  archivingInfo: z.looseObject({ historyReaders: z.enum(historyReaders).optional() }).optional(),
  dateFieldsTimeReference: utcReference.nullish(),
  fields: definitionList(z.looseObject({ name: z.string() }), mostFields).optional(),
});
export type LayerUpdate = z.output<typeof layerUpdate>;

/** The members of a service that may be changed. */
export const serviceUpdate = z.looseObject({
  capabilities: z.string().optional(),
  /** Of every layer, and of those that are added later. */
  maxRecordCount,
  syncEnabled: z.boolean().optional(),
  description: layerMembers.description,
  serviceDescription: layerMembers.description,
  copyrightText: layerMembers.copyrightText,
  editorTrackingInfo: trackingInfo.optional(),
  dateFieldsTimeReference: utcReference.nullish(),
});

/**
 * Reads a definition sent as JSON.
 * @param parameter its name, for errors
 * @throws MappingError `arcgis:invalid-parameter` (400) that names each member
 */
export function readDefinition<Schema extends z.ZodType>(
  schema: Schema,
  parameter: string,
  value: unknown,
): z.output<Schema> {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  throw invalidParameters(
    read.error.issues.slice(0, 5).map((issue) => ({
      path: [parameter, ...issue.path].map(String).join('.'),
      message:
        issue.code === 'unrecognized_keys'
          ? `This is not supported here: ${issue.keys.slice(0, 5).join(', ')}.`
          : issue.message,
    })),
  );
}

/**
 * Checks that what this server cannot change is as it is: clients send back whole descriptions.
 * @param known members that were read
 * @param described the description after the change
 * @param cure what to do instead
 * @throws MappingError 400 that names the first member that differs
 */
export function refuseOtherChanges(
  parameter: string,
  given: Readonly<Record<string, unknown>>,
  known: readonly string[],
  described: object,
  cure = 'This cannot be changed here.',
): void {
  const present = described as Readonly<Record<string, unknown>>;
  for (const [name, value] of Object.entries(given)) {
    if (known.includes(name) || value === null || value === '' || isSameValue(value, present[name])) continue;
    throw parameterError(`${parameter}.${name}`, cure);
  }
}

/** Whether all that is given is as described; clients leave members out. */
function isSameValue(given: unknown, present: unknown): boolean {
  if (typeof given !== 'object' || given === null) return given === (present ?? null);
  if (typeof present !== 'object' || present === null) return false;
  if (Array.isArray(given) && given.length !== (present as unknown[]).length) return false;
  return Object.entries(given).every(([key, value]) =>
    isSameValue(value, (present as Readonly<Record<string, unknown>>)[key]),
  );
}
