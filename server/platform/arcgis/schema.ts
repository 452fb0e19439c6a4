import { z } from 'zod';
import type { Fault, MappingError } from '../../../wire/errors.ts';
import { isObject } from '../../../wire/json.ts';
import { limits } from '../../limits.ts';
import { parseJson, parseStorableJson } from '../safety/json-shape.ts';
import { invalidParameters, type Parameters } from './parameters.ts';

/**
 * Reads the parameters of an operation by its schema, which names them as the ArcGIS REST API does and gets
 * the text of each.
 * @param invalid makes the error; an operation may have its own
 * @throws MappingError `arcgis:invalid-parameter` (400) that names every invalid parameter
 */
export function readOperation<Schema extends z.ZodObject>(
  schema: Schema,
  parameters: Parameters,
  invalid: (faults: readonly Fault[]) => MappingError = invalidParameters,
): z.output<Schema> {
  const given: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(schema.shape)) {
    const texts = repeatable.has(field) ? parameters.texts(name) : [];
    given[name] = texts.length > 0 ? texts : parameters.text(name);
  }
  const read = schema.safeParse(given);
  if (read.success) return read.data;
  throw invalid(read.error.issues.map(presentIssue));
}

/** `params` of a custom issue hold what makes its fault translatable (`coded`). */
function presentIssue(issue: z.core.$ZodIssue): Fault {
  const isAbsent = issue.path.length === 1 && issue.message.endsWith('received undefined');
  const message = isAbsent ? 'This parameter is required.' : issue.message;
  const fault = { path: String(issue.path[0] ?? ''), message };
  return issue.code === 'custom' ? { ...fault, ...issue.params } : fault;
}

const repeatable = new WeakSet<object>();

/** A parameter that may repeat: its schema gets every value, in a list. */
export function everyValue<Schema extends z.ZodType>(schema: Schema): Schema {
  repeatable.add(schema);
  return schema;
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
export const number = z.string('This must be a number.').transform((text, context) => {
  const value = Number(text);
  if (text.trim() !== '' && Number.isFinite(value)) return value;
  context.addIssue({ code: 'custom', message: 'This must be a number.' });
  return z.NEVER;
});

/** A finite number within limits. */
export function numberFrom(min: number, max = Infinity) {
  const range = max === Infinity ? `of at least ${min}` : `from ${min} to ${max}`;
  return number.refine((value) => value >= min && value <= max, `This must be a number ${range}.`);
}

/** A whole number within limits. */
export function wholeNumber(min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER) {
  const fits = (value: number) => Number.isInteger(value) && value >= min && value <= max;
  return number.refine(
    fits,
    min === 0 ? 'This must be a whole number of at least 0.' : 'This must be a whole number.',
  );
}

const checksums: Readonly<Record<number, 'md5' | 'sha1' | 'sha256'>> = {
  32: 'md5',
  40: 'sha1',
  64: 'sha256',
};

/** The checksum of a file in hexadecimal digits; their number determines the algorithm. */
export const checksum = z.string().transform((text, context) => {
  const hex = text.trim().toLowerCase();
  const algorithm = /^[\da-f]+$/.test(hex) ? checksums[hex.length] : undefined;
  if (algorithm) return { algorithm, hex };
  context.addIssue({
    code: 'custom',
    message: 'This must be an MD5, SHA-1 or SHA-256 in hexadecimal digits.',
  });
  return z.NEVER;
});

/** A lifetime in minutes. An invalid one counts as absent, because clients send arbitrary values; they get the default. */
export const minutes = number.optional().catch(undefined);

/** Number of requested results: zero means the default, and more than the maximum means the maximum. */
export function count(usual: number, max: number) {
  return number
    .refine((value) => Number.isInteger(value) && value >= 0, 'This must be a whole number.')
    .transform((value) => (value === 0 ? usual : Math.min(value, max)))
    .default(usual);
}

/** A list that is split whole, which would take long for a longer text. */
export const listText = z
  .string()
  .max(limits.listCharacters, `A list may have at most ${limits.listCharacters} characters.`);

/** Names with commas between them, without empty and repeated ones. */
export const commaList = listText.transform(splitList);

/** Usernames with commas between them; none without the parameter. */
export const userList = commaList
  .default([])
  .refine(
    ({ length }) => length <= limits.usersPerInvitation,
    `Name at most ${limits.usersPerInvitation} users.`,
  );

/** Splits a text at commas: trimmed, without empty and repeated parts. */
export function splitList(text: string): string[] {
  return [...new Set(text.split(',').map((part) => part.trim()))].filter((part) => part !== '');
}

/** JSON of any kind. */
export const json = z.string().transform((text, context): unknown => {
  try {
    return parseJson(text);
  } catch {
    context.addIssue({ code: 'custom', message: 'Not valid JSON.' });
    return z.NEVER;
  }
});

/** A JSON object that can be stored. */
export const jsonObject = z.string().transform((text, context): Readonly<Record<string, unknown>> => {
  try {
    const value = parseStorableJson(text);
    if (isObject(value)) return value;
  } catch {
    // The same advice applies.
  }
  context.addIssue({ code: 'custom', message: 'Specify a JSON object.' });
  return z.NEVER;
});

/** Names or ids: separated by commas, or a JSON array. */
export const list = z.string().transform((text, context): string[] => {
  const members = text.trim().startsWith('[') ? parsed(text) : text.split(',');
  // An object may not even become text: its own `toString` may be anything.
  if (Array.isArray(members) && !members.some((member) => typeof member === 'object' && member !== null))
    return members.map((member) => String(member).trim()).filter((member) => member !== '');
  context.addIssue({ code: 'custom', message: 'Expected a list of names or ids.' });
  return z.NEVER;
});

/**
 * Texts in JSON. One fault says that they do not fit: reporting each of 100,000 would take seconds, also where their number is checked
 * afterwards.
 */
export function textList(most: number, longest: number) {
  return z.custom<string[]>(
    (value) =>
      Array.isArray(value) &&
      value.length <= most &&
      value.every((each) => typeof each === 'string' && each.length <= longest),
    `Specify a list of at most ${most} texts of at most ${longest} characters.`,
  );
}

/** Object ids: whole numbers, separated by commas or in a JSON array; repeated ones count once. */
export const objectIds = list.transform((members, context): number[] => {
  const ids = new Set(members.map(Number));
  if ([...ids].every(Number.isSafeInteger)) return [...ids];
  context.addIssue({ code: 'custom', message: 'Expected object ids, separated by commas.' });
  return z.NEVER;
});

/** The JSON value of a text; undefined for invalid JSON. */
function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** Text typed by a user. */
export const typedText = z
  .string()
  .max(limits.placeText, `The text is longer than ${limits.placeText} characters.`);
