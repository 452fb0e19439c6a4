import { z } from 'zod';
import { type Fault, MappingError } from '../../../wire/errors.ts';
import { limits } from '../../limits.ts';
import type { ParameterRecord } from './parameter-record.ts';

/**
 * Reads the parameters of an operation by its schema, which names them as the ArcGIS REST API does.
 * @throws MappingError `arcgis:invalid-parameter` (400) that names every parameter that does not fit
 */
export function readOperation<Schema extends z.ZodObject>(
  schema: Schema,
  parameters: ParameterRecord['parameters'],
): z.output<Schema> {
  const given = Object.keys(schema.shape).map((name) => [
    name,
    parameters[name] ?? parameters[name.toLowerCase()],
  ]);
  const read = schema.safeParse(Object.fromEntries(given));
  if (read.success) return read.data;
  throw invalidParameters(
    read.error.issues.map(({ path, message }) => ({ path: String(path[0] ?? ''), message })),
  );
}

/** Parameters that cannot be read: 400 of the ArcGIS envelope, with their names in its details. */
export function invalidParameters(faults: readonly Fault[]): MappingError {
  const problems = faults.map(({ path, message }) => `${path}: ${message}`).join(' ');
  return new MappingError('arcgis:invalid-parameter', `Invalid or missing input parameters: ${problems}`, {
    status: 400,
    faults,
  });
}

/** `true` and `false` as ArcGIS clients send them: in any letter case, or 1 and 0. */
export const boolean = z.string('This must be true or false.').transform((text, context) => {
  const value = text.trim().toLowerCase();
  if (value === 'true' || value === '1') return true;
  if (value === 'false' || value === '0') return false;
  context.addIssue({ code: 'custom', message: 'This must be true or false.' });
  return z.NEVER;
});

/** A finite number. */
export const number = z.string().transform((text, context) => {
  const value = Number(text);
  if (text.trim() !== '' && Number.isFinite(value)) return value;
  context.addIssue({ code: 'custom', message: 'This must be a number.' });
  return z.NEVER;
});

/** How many results are wanted: zero stands for the usual number, more than the most for the most. */
export function count(usual: number, most: number) {
  return number
    .refine((value) => Number.isInteger(value) && value >= 0, 'This must be a whole number.')
    .transform((value) => (value === 0 ? usual : Math.min(value, most)))
    .default(usual);
}

/** Names with commas between them. */
export const commaList = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);

/** A text that a person types. */
export const typedText = z
  .string()
  .max(limits.placeText, `The text is longer than ${limits.placeText} characters.`);
