import { MappingError } from '../../../wire/errors.ts';
import { printUploadPlace, type UploadPlace } from '../../../wire/upload.ts';

/** A file that cannot become a layer: where it goes wrong, and what to do about it (400). */
export function uploadFault(message: string, place: UploadPlace = {}): MappingError {
  const path = printUploadPlace(place);
  return new MappingError(
    'services:invalid-upload',
    path === '' ? message : `${path.charAt(0).toUpperCase()}${path.slice(1)}: ${message}`,
    { status: 400, ...(path !== '' && { faults: [{ path, message }] }) },
  );
}
