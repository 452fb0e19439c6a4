import { type Fault, MappingError } from '../../../../wire/errors.ts';
import type { UploadFaultCode } from '../../../../wire/upload-faults.ts';

/** Errors of the storage know nothing of files; here they get the code of a file's fault. */
const codes: Readonly<Record<string, UploadFaultCode>> = {
  'services:invalid-geometry': 'broken-geometry',
  'services:invalid-value': 'unfit-value',
};

/** The faults of an error, with codes for those of the storage. */
export function codedFaults({ faults, cause }: MappingError): Fault[] {
  const code = cause instanceof MappingError ? codes[cause.id] : undefined;
  return faults.map((fault) =>
    code === undefined || fault.code !== undefined
      ? fault
      : { ...fault, code, values: { reason: fault.message.replace(/\.$/, '') } },
  );
}
