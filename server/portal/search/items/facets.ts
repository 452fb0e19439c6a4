import { z } from 'zod';
import type { Parameters } from '../../../platform/arcgis/parameters.ts';
import { commaList, readOperation, wholeNumber } from '../../../platform/arcgis/schema.ts';
import { MappingError } from '../../../../wire/errors.ts';

export type FacetField = 'type' | 'access' | 'owner' | 'tags' | 'categories' | 'typekeywords';

export interface FacetRequest {
  fields: readonly FacetField[];
  /** Most frequent values of each field. */
  size: number;
}

export interface Facet {
  fieldName: FacetField;
  fieldValues: { value: string; count: number }[];
}

const fields: readonly FacetField[] = ['type', 'access', 'owner', 'tags', 'categories', 'typekeywords'];
const mostValues = 200;

const schema = z.object({
  countFields: commaList.default([]),
  countSize: wholeNumber(0)
    .transform((size) => Math.min(mostValues, size))
    .default(10),
});

/**
 * Reads `countFields` (comma list) and `countSize` (10, at most 200).
 * @throws MappingError `portal:invalid-count-fields`, status 400
 */
export function readFacets(parameters: Parameters): FacetRequest | undefined {
  const { countFields, countSize: size } = readOperation(schema, parameters, ([fault]) =>
    invalid('countSize', fault?.message ?? ''),
  );
  const names = countFields.map((name) => name.toLowerCase());
  return names.length === 0 ? undefined : { fields: [...new Set(names)].map(readField), size };
}

function readField(name: string): FacetField {
  const field = fields.find((known) => known === name);
  if (!field) throw invalid('countFields', `“${name}” cannot be counted; ${fields.join(', ')} can.`);
  return field;
}

function invalid(path: string, message: string): MappingError {
  return new MappingError('portal:invalid-count-fields', `“${path}” cannot be used: ${message}`, {
    status: 400,
    faults: [{ path, message }],
  });
}
