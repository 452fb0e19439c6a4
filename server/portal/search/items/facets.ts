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

/**
 * Reads `countFields` (comma list) and `countSize` (10, at most 200).
 * @throws MappingError `portal:invalid-count-fields`, status 400
 */
export function readFacets(parameters: Readonly<Record<string, string>>): FacetRequest | undefined {
  const names = (parameters['countFields'] ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
  if (names.length === 0) return undefined;
  const size = parameters['countSize'] ?? '10';
  if (!/^\d{1,9}$/.test(size)) throw invalid('countSize', 'Give a whole number from 0.');
  return { fields: [...new Set(names)].map(readField), size: Math.min(mostValues, Number(size)) };
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
