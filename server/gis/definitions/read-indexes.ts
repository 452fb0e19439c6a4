import { z } from 'zod';
import { limits } from '../../limits.ts';
import { type Field, findField } from '../layer/field.ts';
import type { IndexInput } from '../storage/service-input.ts';
import type { Refuse } from './field-definition.ts';

export const indexList = z
  .array(
    z.object({
      name: z.string().max(100).nullish(),
      fields: z.string().max(5000),
      isUnique: z.boolean().nullish(),
      isAscending: z.boolean().nullish(),
      description: z.string().max(1000).nullish(),
    }),
  )
  .max(200);

/** Every layer has indexes of its keys and its geometry, under whatever name another server describes them. */
const ofEveryLayer = /^(objectid|globalid|fid|shape)$/i;

/** The most that PostgreSQL indexes together. */
const maxIndexedFields = 32;

export const tooManyIndexes = `A layer has at most ${limits.layerIndexes} indexes. Omit or delete those that no query needs.`;

type NamedField = Pick<Field, 'name'>;

/**
 * The indexes of a new layer, by the names given, else by those of their fields.
 * @param own fields of the layer that it does not have by itself
 * @param fields all fields of the layer
 * @throws MappingError made by `refuse`, for an index that cannot be made
 */
export function readIndexes(
  given: z.output<typeof indexList>,
  own: readonly NamedField[],
  fields: readonly NamedField[],
  refuse: Refuse,
): IndexInput[] {
  const read: IndexInput[] = [];
  for (const { name: wanted, fields: list, isUnique, isAscending, description } of given) {
    const isThere = (each: string) => ofEveryLayer.test(each) && !findField(own, each);
    if (namesIn(list).every((each) => isThere(each))) continue;
    const names = readIndexedFields(list, fields, refuse);
    const name = wanted || `${names.join('_')}_index`;
    if (isAscending === false) throw refuse(`The index ${name} cannot be descending.`);
    if (read.some((index) => index.name.toLowerCase() === name.toLowerCase()))
      throw refuse(`The index ${name} is given twice.`);
    if (read.length >= limits.layerIndexes) throw refuse(tooManyIndexes);
    read.push({ name, fields: names, isUnique: isUnique ?? false, description: description ?? '' });
  }
  return read;
}

/**
 * The fields of an index, as the layer writes their names.
 * @param list names with commas between them
 * @throws MappingError made by `refuse`, for fields that the layer does not have, and too many of them
 */
export function readIndexedFields(list: string, fields: readonly NamedField[], refuse: Refuse): string[] {
  const names = namesIn(list).map((each) => {
    const field = findField(fields, each);
    if (!field) throw refuse(`An index names the field ${each.slice(0, 60)}, which the layer does not have.`);
    return field.name;
  });
  if (names.length > maxIndexedFields) throw refuse(`An index has at most ${maxIndexedFields} fields.`);
  return names;
}

const namesIn = (list: string) => list.split(',').map((each) => each.trim());
