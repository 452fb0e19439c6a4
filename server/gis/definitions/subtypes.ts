import { z } from 'zod';
import { MappingError } from '../../../wire/errors.ts';
import { type Field, findField } from '../layer/field.ts';
import { fitValue } from '../storage/attribute-value.ts';
import { checkField, fieldDomain, type Refuse, storedDomain } from './field-definition.ts';

/** A subtype as ArcGIS writes it; a domain that is inherited is that of the field. */
const subtype = z.looseObject({
  code: z.number().int(),
  name: z.string().trim().min(1).max(200),
  defaultValues: z.record(z.string(), z.unknown()).nullish(),
  domains: z
    .record(z.string(), z.union([fieldDomain, z.object({ type: z.literal('inherited') })]).nullable())
    .nullish(),
});
export type Subtype = z.output<typeof subtype>;

/** The members of a layer that describe its subtypes. */
export const subtypeMembers = {
  subtypeField: z.string().nullish(),
  subtypes: z.array(subtype).max(2000).nullish(),
  defaultSubtypeCode: z.number().int().nullish(),
};

type ValueField = Pick<Field, 'name' | 'type'> & { length?: number };

/**
 * Checks subtypes against the fields of their layer.
 * @param name of the field with the codes
 * @returns its name as the layer writes it, and the subtypes with the codes of their domains converted
 * @throws MappingError made by `refuse`
 */
export function checkSubtypes(
  fields: readonly ValueField[],
  name: string,
  subtypes: readonly Subtype[],
  refuse: Refuse,
): { subtypeField: string; subtypes: Subtype[] } {
  const find = (wanted: string) => {
    const field = findField(fields, wanted);
    if (!field) throw refuse(`There is no field ${wanted.slice(0, 60)}.`);
    return field;
  };
  const codes = find(name);
  if (!/^esriFieldType(Small|Big)?Integer$/.test(codes.type))
    throw refuse(`Subtypes need a field of whole numbers, and ${codes.name} has another type.`);
  if (new Set(subtypes.map(({ code }) => code)).size < subtypes.length)
    throw refuse('Two subtypes have the same code.');
  const checked = subtypes.map((one) => {
    const { code, name: title, defaultValues, domains } = one;
    const refuseHere: Refuse = (problem) => refuse(`Subtype ${title}: ${problem}`);
    fit(codes, code, refuseHere);
    // Other servers also name fields that they compute, such as the length, without a value.
    for (const [key, value] of Object.entries(defaultValues ?? {}))
      if (value !== null) fit(find(key), value, refuseHere);
    const fitted = Object.entries(domains ?? {}).map(([key, domain]) => {
      if (!domain || domain.type === 'inherited') return [key, domain];
      const field = { ...described(find(key)), domain: storedDomain(domain) };
      return [key, checkField(field, refuseHere).domain];
    });
    return { ...one, ...(domains && { domains: Object.fromEntries(fitted) as typeof domains }) };
  });
  return { subtypeField: codes.name, subtypes: checked };
}

function described({ name, type, length }: ValueField): Omit<Field, 'column'> {
  const open = { nullable: true, editable: true, domain: null, defaultValue: null };
  return { name, alias: name, type, ...(length && { length }), ...open };
}

function fit(field: ValueField, value: unknown, refuse: Refuse): void {
  try {
    fitValue({ ...field, nullable: true }, value);
  } catch (error) {
    if (!(error instanceof MappingError)) throw error;
    throw refuse(error.message);
  }
}
