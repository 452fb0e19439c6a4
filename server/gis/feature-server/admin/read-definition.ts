import { z } from 'zod';
import { invalidParameters, parameterError } from '../../../platform/arcgis/parameters.ts';
import { columnTypes, type Domain, type FieldType } from '../../layer/field.ts';

/** Field types that may be added: every one but the keys, which each layer has. */
const addable = Object.keys(columnTypes).filter(
  (type) => type !== 'esriFieldTypeOID' && type !== 'esriFieldTypeGlobalID',
) as FieldType[];

const codes = 5000;
const domainName = z.string().max(200).default('');

const codedValues = z.object({
  type: z.literal('codedValue'),
  name: domainName,
  description: z.string().max(1000).optional(),
  codedValues: z
    .array(z.object({ name: z.string().max(500), code: z.union([z.string().max(500), z.number()]) }))
    .min(1, 'A list of values needs at least one.')
    .max(codes),
});

const range = z.object({
  type: z.literal('range'),
  name: domainName,
  description: z.string().max(1000).optional(),
  range: z.tuple([z.number(), z.number()]).refine(([least, most]) => least <= most, 'Begin with the least.'),
});

const domain = z.discriminatedUnion('type', [codedValues, range]).nullable().optional();

/** What may be given of a field that exists. `sqlType` restates the type. */
const fieldChanges = {
  name: z
    .string()
    .max(60)
    .regex(/^\p{L}[\p{L}\p{N}_]*$/u, 'A name begins with a letter; letters, digits and _ follow.'),
  alias: z.string().max(200).nullish(),
  description: z.string().max(1000).nullish(),
  nullable: z.boolean().optional(),
  editable: z.boolean().optional(),
  length: z.number().int().min(1).max(100_000).nullish(),
  domain,
  defaultValue: z.union([z.string(), z.number()]).nullish(),
  sqlType: z.unknown().optional(),
};

export const addedField = z.strictObject({
  ...fieldChanges,
  type: z.enum(addable, 'This type of field is not supported.'),
});
export type AddedField = z.output<typeof addedField>;

export const changedField = z.strictObject({ ...fieldChanges, type: z.string().optional() });
export type ChangedField = z.output<typeof changedField>;

/** A domain as it is stored: without absent members. */
export function storedDomain(given: AddedField['domain']): Domain | null {
  if (!given) return null;
  const { description, ...rest } = given;
  return { ...rest, ...(description !== undefined && { description }) };
}

export const addedIndex = z.strictObject({
  name: z.string().min(1).max(100),
  fields: z.string().min(1),
  isUnique: z.boolean().default(false),
  isAscending: z.literal(true, 'Only ascending indexes are supported.').optional(),
  description: z.string().max(1000).default(''),
});

const named = z.object({ name: z.string() });
export const layerRemoval = z.strictObject({
  fields: z.array(named).default([]),
  indexes: z.array(named).default([]),
});

export const layerAddition = z.strictObject({
  fields: z.array(addedField).default([]),
  indexes: z.array(addedIndex).default([]),
});

const numbered = z.array(z.object({ id: z.number().int() })).default([]);
export const serviceRemoval = z.strictObject({ layers: numbered, tables: numbered });

const definitions = z.array(z.record(z.string(), z.unknown())).default([]);
export const serviceAddition = z.strictObject({ layers: definitions, tables: definitions });

/** Shares of other members; anonymous visitors never edit. */
export const ownershipControl = z.object({
  allowOthersToQuery: z.literal(true, 'Features can only be hidden from others by sharing.').optional(),
  allowOthersToUpdate: z.boolean().default(true),
  allowOthersToDelete: z.boolean().default(true),
  allowAnonymousToQuery: z.boolean().optional(),
  allowAnonymousToUpdate: z.boolean().optional(),
  allowAnonymousToDelete: z.boolean().optional(),
});

const object = z.record(z.string(), z.unknown());

/** What may be changed of a layer. Anything else must be as it is already. */
export const layerUpdate = z.looseObject({
  name: z.string().trim().min(1).max(100).optional(),
  description: z.string().max(10_000).nullish(),
  copyrightText: z.string().max(10_000).nullish(),
  displayField: z.string().optional(),
  minScale: z.number().min(0).optional(),
  maxScale: z.number().min(0).optional(),
  defaultVisibility: z.boolean().optional(),
  drawingInfo: object.nullish(),
  templates: z.array(object).max(500).nullish(),
  types: z.array(object).max(500).nullish(),
  typeIdField: z.string().nullish(),
  timeInfo: z.looseObject({ startTimeField: z.string(), endTimeField: z.string().nullish() }).nullish(),
  hasAttachments: z.boolean().optional(),
  ownershipBasedAccessControlForFeatures: ownershipControl.nullish(),
  fields: z.array(z.looseObject({ name: z.string() })).optional(),
});
export type LayerUpdate = z.output<typeof layerUpdate>;

/** What may be changed of a service. */
export const serviceUpdate = z.looseObject({
  capabilities: z.string().optional(),
  description: z.string().max(10_000).nullish(),
  serviceDescription: z.string().max(10_000).nullish(),
  copyrightText: z.string().max(10_000).nullish(),
  editorTrackingInfo: ownershipControl
    .extend({
      enableEditorTracking: z.boolean().optional(),
      enableOwnershipAccessControl: z.boolean().optional(),
    })
    .optional(),
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
 * @throws MappingError 400 that names the first member that differs
 */
export function refuseOtherChanges(
  parameter: string,
  given: Readonly<Record<string, unknown>>,
  known: readonly string[],
  described: object,
): void {
  const present = described as Readonly<Record<string, unknown>>;
  for (const [name, value] of Object.entries(given)) {
    if (known.includes(name) || value === null || value === '' || alike(value, present[name])) continue;
    throw parameterError(`${parameter}.${name}`, 'This cannot be changed here.');
  }
}

/** Whether all that is given is as described; clients leave members out. */
function alike(given: unknown, present: unknown): boolean {
  if (typeof given !== 'object' || given === null) return given === (present ?? null);
  if (typeof present !== 'object' || present === null) return false;
  if (Array.isArray(given) && given.length !== (present as unknown[]).length) return false;
  return Object.entries(given).every(([key, value]) =>
    alike(value, (present as Readonly<Record<string, unknown>>)[key]),
  );
}
