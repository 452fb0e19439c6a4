import { z } from 'zod';
import type { Parameters } from '../../platform/arcgis/parameters.ts';
import { readOperation } from '../../platform/arcgis/schema.ts';
import { MappingError } from '../../../wire/errors.ts';

/** Not `commaList`: a direction may occur twice, once for each field. */
const terms = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  )
  .default([]);

const schema = z.object({ sortField: terms, sortOrder: terms });

/** One sort key; `relevance` requires free text. */
export interface SortStep<Field extends string> {
  field: Field;
  descending: boolean;
}

/**
 * Reads `sortField` and `sortOrder`, both comma lists; names may have dashes or capitals (`num-views`,
 * `numViews`). A key without its own direction takes the last one given, ascending by default.
 * @param fields known names in lower case without dashes, with their meaning here
 * @throws MappingError `portal:invalid-sort`, status 400
 */
export function readSort<Field extends string>(
  parameters: Parameters,
  fields: Readonly<Record<string, Field>>,
): SortStep<Field>[] {
  const { sortField: names, sortOrder } = readOperation(schema, parameters);
  const orders = sortOrder.map((order) => readOrder(order));
  return names.map((name, index) => {
    const key = name.toLowerCase().replace(/[-_]/g, '');
    const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
    if (field === undefined) throw invalid('sortField', `Sorting by “${name}” is not possible.`);
    return { field, descending: orders[index] ?? orders.at(-1) ?? false };
  });
}

function readOrder(order: string): boolean {
  if (/^(asc|ascending)$/i.test(order)) return false;
  if (/^(desc|descending)$/i.test(order)) return true;
  throw invalid('sortOrder', 'The order is asc or desc.');
}

function invalid(path: string, message: string): MappingError {
  return new MappingError('portal:invalid-sort', message, { status: 400, faults: [{ path, message }] });
}
