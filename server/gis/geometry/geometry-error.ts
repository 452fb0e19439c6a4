import { MappingError } from '../../../wire/errors.ts';

/** An unreadable geometry or spatial reference: 400 with the parameter and the fault. */
export function geometryError(path: string, problem: string): MappingError {
  return new MappingError('services:invalid-geometry', 'The geometry or spatial reference cannot be read.', {
    status: 400,
    faults: [{ path, message: problem }],
  });
}
