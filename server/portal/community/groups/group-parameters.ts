import { z } from 'zod';
import { type Fault, MappingError } from '../../../../wire/errors.ts';
import { coded } from '../../../../wire/refusals.ts';
import { limits } from '../../../limits.ts';
import type { Parameters } from '../../../platform/arcgis/parameters.ts';
import { boolean, commaList, readOperation } from '../../../platform/arcgis/schema.ts';

function text(most: number, code: 'long-title' | 'long-summary' | 'long-description') {
  return z
    .string()
    .refine((value) => value.length <= most, {
      message: `At most ${most} characters.`,
      params: coded(code, { most }),
    })
    .optional();
}

const oneOf = <const Name extends string>(...names: Name[]) =>
  z.enum(names, `Give one of ${names.join(', ')}.`).optional();

/** Of createGroup and update, with the same limits of tags as an item's. */
const schema = z.object({
  title: text(250, 'long-title'),
  access: oneOf('private', 'org', 'public'),
  snippet: text(2048, 'long-summary'),
  description: text(100_000, 'long-description'),
  tags: commaList
    .refine((tags) => tags.length <= limits.itemTags, `Give at most ${limits.itemTags}.`)
    .refine(
      (tags) => tags.every((tag) => tag.length <= limits.itemTag),
      `Each may have at most ${limits.itemTag} characters.`,
    )
    .optional(),
  sortField: oneOf('title', 'owner', 'avgRating', 'numViews', 'created', 'modified', 'name'),
  sortOrder: oneOf('asc', 'desc'),
  isInvitationOnly: boolean.optional(),
  isViewOnly: boolean.optional(),
  clearEmptyFields: boolean.default(false),
});

/** Details of a group from a request; a field that the request doesn't have is undefined. */
export type GroupDetails = Partial<Omit<z.infer<typeof schema>, 'clearEmptyFields'>>;

/**
 * Reads the fields of createGroup and update. With `clearEmptyFields=true` a blank value clears the field.
 * @throws MappingError `portal:invalid-group` that names every invalid field
 */
export function readGroupDetails(parameters: Parameters): GroupDetails {
  const { clearEmptyFields, ...details } = readOperation(schema, parameters, invalidGroup);
  const clears = (name: string) => clearEmptyFields && parameters.isBlank(name);
  return {
    ...details,
    ...(clears('snippet') && { snippet: '' }),
    ...(clears('description') && { description: '' }),
    ...(clears('tags') && { tags: [] }),
  };
}

function invalidGroup(faults: readonly Fault[]): MappingError {
  return new MappingError('portal:invalid-group', 'Invalid group details.', { status: 400, faults });
}
