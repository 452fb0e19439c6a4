import { MappingError } from '../../../wire/errors.ts';

/** A geometry or spatial reference that cannot be read: 400 with the parameter and what is wrong. */
export function geometryError(path: string, problem: string): MappingError {
  return new MappingError('services:invalid-geometry', 'The geometry or spatial reference cannot be read.', {
    status: 400,
    faults: [{ path, message: problem }],
  });
}
