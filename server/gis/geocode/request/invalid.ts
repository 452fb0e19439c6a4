import { MappingError } from '../../../../wire/errors.ts';

/** A parameter that cannot be read: the 400 of the ArcGIS envelope, with the parameter's name in its details. */
export function invalid(parameter: string, message: string): MappingError {
  return new MappingError('places:invalid-parameter', `Invalid or missing input parameters: ${message}`, {
    status: 400,
    faults: [{ path: parameter, message }],
  });
}
