import { z } from 'zod';
import { MappingError } from '../../../wire/errors.ts';
import { limits } from '../../limits.ts';
import type { FieldInput } from '../storage/service-input.ts';
import { createField, fieldMembers, ownFieldType } from './field-definition.ts';
import { refuseUnkept } from './refuse-unkept.ts';

/** A definition that cannot be kept as it is: 400, with what and why. */
export function invalidDefinition(problem: string): MappingError {
  return new MappingError('services:invalid-service', problem, { status: 400 });
}

const systemTypes = ['esriFieldTypeOID', 'esriFieldTypeGlobalID', 'esriFieldTypeGeometry'];

/** Names of the key fields; every layer has them. */
const systemNames: Readonly<Record<string, string>> = {
  esriFieldTypeOID: 'OBJECTID',
  esriFieldTypeGlobalID: 'GlobalID',
};

const identified = z.object({ name: z.string(), type: z.string() });

const fieldSchema = z.object({ ...fieldMembers, type: ownFieldType });

/**
 * Reads the fields of a layer as ArcGIS writes them. The object id and global id are left out: every layer has its own.
 * @throws MappingError `services:invalid-service` (400) for what cannot be kept
 */
export function readFields(fields: unknown, layer: string): FieldInput[] {
  if (!Array.isArray(fields) || fields.length > limits.layerFields)
    throw invalidDefinition(`The layer ${layer} has no list of at most ${limits.layerFields} fields.`);
  const read = fields.flatMap((field: unknown) => readField(field, layer) ?? []);
  const names = new Set<string>(Object.values(systemNames).map((name) => name.toLowerCase()));
  for (const { name } of read) {
    if (names.has(name.toLowerCase()))
      throw invalidDefinition(`The field ${name} of the layer ${layer} exists twice.`);
    names.add(name.toLowerCase());
  }
  return read;
}

function readField(given: unknown, layer: string): FieldInput | undefined {
  const { name, type } = parse(identified, given, `A field of the layer ${layer}`);
  const which = `The field ${name.slice(0, 60)} of the layer ${layer}`;
  if (systemTypes.includes(type)) {
    const expected = systemNames[type];
    if (expected && name.toLowerCase() !== expected.toLowerCase())
      throw invalidDefinition(`${which} must be named ${expected}.`);
    return undefined;
  }
  const field = parse(fieldSchema, given, which);
  refuseUnkept(given, Object.keys(fieldSchema.shape), which, invalidDefinition);
  return {
    ...createField(field, (problem) => invalidDefinition(`Layer ${layer}: ${problem}`)),
    type: field.type,
  };
}

function parse<Schema extends z.ZodType>(schema: Schema, given: unknown, which: string): z.output<Schema> {
  const parsed = schema.safeParse(given);
  if (!parsed.success) throw invalidDefinition(`${which} is invalid: ${firstFault(parsed.error)}`);
  return parsed.data;
}

export function firstFault(error: z.ZodError): string {
  const [issue] = error.issues;
  return `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`;
}
