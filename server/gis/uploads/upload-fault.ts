import { MappingError } from '../../../wire/errors.ts';
import { uploadFaultAt, type UploadFaultCode, type UploadFaultDetails } from '../../../wire/upload-faults.ts';

/** A file that cannot become a layer: where it is invalid, and what to do about it (400). */
export function uploadFault<Code extends UploadFaultCode>(
  code: Code,
  ...details: UploadFaultDetails<Code>
): MappingError {
  const fault = uploadFaultAt(code, ...details);
  const { path, message } = fault;
  return new MappingError(
    'services:invalid-upload',
    path === '' ? message : `${path.charAt(0).toUpperCase()}${path.slice(1)}: ${message}`,
    { status: 400, faults: [fault] },
  );
}
