import { z } from 'zod';
import { MappingError } from '../../../wire/errors.ts';
import { limits } from '../../limits.ts';
import { type AttributeValue, columnTypes, type Domain, type Field, isOwnFieldType } from '../layer/field.ts';
import { fitValue } from '../storage/attribute-value.ts';

const description = z.string().max(2000);
const value = z.union([z.string().max(4000), z.number()]);

/** A domain without a name gets that of its field. */
const named = {
  name: z.string().max(200).default(''),
  description: description.nullish(),
  mergePolicy: z.string().max(60).nullish(),
  splitPolicy: z.string().max(60).nullish(),
};

/** A domain as ArcGIS writes it. */
export const fieldDomain = z.discriminatedUnion('type', [
  z.object({
    ...named,
    type: z.literal('codedValue'),
    codedValues: z
      .array(z.object({ name: z.string().max(1000), code: value }))
      .min(1, 'A list of values needs at least one.')
      .max(5000),
  }),
  z.object({
    ...named,
    type: z.literal('range'),
    range: z
      .tuple([z.number(), z.number()])
      .refine(([least, most]) => least <= most, 'A range begins with the smaller number.'),
  }),
]);

/** The members of a field, the same for new services, added fields and changed fields. */
export const fieldMembers = {
  name: z
    .string()
    .max(60)
    .regex(/^\p{L}[\p{L}\p{N}_]*$/u, 'A name begins with a letter; letters, digits and _ follow.'),
  alias: z.string().max(200).nullish(),
  description: description.nullish(),
  nullable: z.boolean().nullish(),
  editable: z.boolean().nullish(),
  length: z.number().int().min(1).max(limits.uploadTextCharacters).nullish(),
  domain: fieldDomain.nullish(),
  defaultValue: value.nullish(),
};

export const ownFieldType = z.enum(
  Object.keys(columnTypes).filter(isOwnFieldType),
  'This type of field is not supported.',
);

const newField = z.object({ ...fieldMembers, type: ownFieldType });
export type NewField = z.output<typeof newField>;

/** Creates the error of an API from a sentence that describes the problem. */
export type Refuse = (problem: string) => MappingError;

/**
 * A field to create, with its defaults.
 * @throws MappingError made by `refuse`
 */
export function createField(given: NewField, refuse: Refuse): Omit<Field, 'column'> {
  const { name, type } = given;
  return checkField(
    {
      name,
      alias: given.alias || name,
      ...(given.description && { description: given.description }),
      type,
      ...(type === 'esriFieldTypeString' && { length: given.length ?? 4000 }),
      nullable: given.nullable ?? true,
      editable: given.editable ?? true,
      domain: storedDomain(given.domain),
      defaultValue: given.defaultValue ?? null,
    },
    refuse,
  );
}

/** A domain as it is stored: without absent members. */
export function storedDomain(given: NewField['domain']): Domain | null {
  if (!given) return null;
  const { description, mergePolicy, splitPolicy, ...rest } = given;
  return {
    ...rest,
    ...(description && { description }),
    ...(mergePolicy && { mergePolicy }),
    ...(splitPolicy && { splitPolicy }),
  };
}

/**
 * Checks that the domain and the default value of a field fit its type.
 * @returns the field with its default value and codes converted and its domain named
 * @throws MappingError made by `refuse`
 */
export function checkField<Checked extends Omit<Field, 'column'>>(field: Checked, refuse: Refuse): Checked {
  const { domain, name, type } = field;
  const fit = (part: string, value: unknown, nullable: boolean): AttributeValue => {
    try {
      return fitValue({ ...field, nullable }, value);
    } catch (error) {
      if (!(error instanceof MappingError)) throw error;
      throw refuse(`The ${part} does not fit: ${error.message}`);
    }
  };
  if (domain?.type === 'range') {
    if (type === 'esriFieldTypeString' || type === 'esriFieldTypeGUID')
      throw refuse(`The values of the field ${name} have no order, so it cannot have a range domain.`);
    for (const end of domain.range) fit('domain', end, false);
  }
  let fitted = domain;
  if (domain?.type === 'codedValue') {
    // Clients compare codes with the values of features, which are stored by the type of the field.
    const codedValues = domain.codedValues.map((each) => ({
      ...each,
      code: fit('domain', each.code, false) ?? each.code,
    }));
    if (new Set(codedValues.map(({ code }) => code)).size < codedValues.length)
      throw refuse(`The coded values of the field ${name} contain a duplicate.`);
    fitted = { ...domain, codedValues };
  }
  return {
    ...field,
    domain: fitted && { ...fitted, name: fitted.name || name },
    defaultValue: fit('default value', field.defaultValue, true),
  };
}
