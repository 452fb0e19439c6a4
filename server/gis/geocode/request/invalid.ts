import type { MappingError } from '../../../../wire/errors.ts';
import { invalidParameters } from '../../../platform/arcgis/schema.ts';

/** A parameter that cannot be read. */
export function invalid(parameter: string, message: string): MappingError {
  return invalidParameters([{ path: parameter, message }]);
}
