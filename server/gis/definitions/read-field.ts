import { z } from 'zod';
import { MappingError } from '../../../wire/errors.ts';
import { limits } from '../../limits.ts';
import { columnTypes, type Domain, type FieldType } from '../layer/field.ts';
import { fitValue } from '../storage/attribute-value.ts';
import type { FieldInput } from '../storage/service-input.ts';

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

const named = { name: z.string().min(1).max(200), description: z.string().max(2000).optional() };

/** A domain as ArcGIS writes it. */
const domainSchema = z.discriminatedUnion('type', [
  z.object({
    ...named,
    type: z.literal('codedValue'),
    codedValues: z
      .array(z.object({ name: z.string().max(1000), code: z.union([z.string().max(4000), z.number()]) }))
      .max(5000),
  }),
  z.object({ ...named, type: z.literal('range'), range: z.tuple([z.number(), z.number()]) }),
]);

const fieldSchema = z.object({
  name: z.string(),
  type: z.string(),
  alias: z.string().max(200).nullish(),
  length: z.number().int().positive().nullish(),
  nullable: z.boolean().nullish(),
  editable: z.boolean().nullish(),
  domain: domainSchema.nullish(),
  defaultValue: z.union([z.string(), z.number()]).nullish(),
});

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

function readField(value: unknown, layer: string): FieldInput | undefined {
  const parsed = fieldSchema.safeParse(value);
  if (!parsed.success)
    throw invalidDefinition(`A field of the layer ${layer} is invalid: ${firstFault(parsed.error)}`);
  const { name, type, alias, length, nullable, editable, domain, defaultValue } = parsed.data;
  const which = `The field ${name.slice(0, 60)} of the layer ${layer}`;
  if (systemTypes.includes(type)) {
    const expected = systemNames[type];
    if (expected && name.toLowerCase() !== expected.toLowerCase())
      throw invalidDefinition(`${which} must be named ${expected}.`);
    return undefined;
  }
  if (!/^\p{L}[\p{L}\p{N}_]{0,59}$/u.test(name))
    throw invalidDefinition(
      `${which} needs a name of at most 60 letters, digits and underscores that begins with a letter.`,
    );
  if (!Object.hasOwn(columnTypes, type)) throw invalidDefinition(`${which} has an unsupported type.`);
  if (length && length > limits.uploadTextCharacters)
    throw invalidDefinition(`${which} may have at most ${limits.uploadTextCharacters} characters.`);
  const field: FieldInput = {
    name,
    type: type as FieldInput['type'],
    ...(typeof alias === 'string' && { alias }),
    ...(typeof length === 'number' && type === 'esriFieldTypeString' && { length }),
    ...(typeof nullable === 'boolean' && { nullable }),
    ...(typeof editable === 'boolean' && { editable }),
    ...(domain && { domain: checkedDomain(domain, type as FieldType, which) }),
  };
  if (defaultValue === undefined || defaultValue === null) return field;
  return { ...field, defaultValue: checkedDefault(field, defaultValue, which) };
}

function checkedDomain(domain: z.output<typeof domainSchema>, type: FieldType, which: string): Domain {
  const isText = type === 'esriFieldTypeString' || type === 'esriFieldTypeGUID';
  if (domain.type === 'range' && isText) throw invalidDefinition(`${which} is a text and has no range.`);
  if (domain.type === 'range' && domain.range[0] > domain.range[1])
    throw invalidDefinition(`${which} has a range whose end is before its beginning.`);
  const { description, ...rest } = domain;
  return description === undefined ? rest : { ...rest, description };
}

function checkedDefault(field: FieldInput, value: string | number, which: string): string | number {
  try {
    const { length } = field;
    const fitted = fitValue(
      {
        ...field,
        alias: '',
        nullable: true,
        editable: true,
        domain: null,
        defaultValue: null,
        column: '',
        ...(length && { length }),
      },
      value,
    );
    return fitted ?? value;
  } catch (error) {
    throw invalidDefinition(`${which} has a default that does not fit: ${(error as Error).message}`);
  }
}

export function firstFault(error: z.ZodError): string {
  const [issue] = error.issues;
  return `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`;
}
