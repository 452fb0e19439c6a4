import { type Fault, MappingError } from '../../../wire/errors.ts';
import { parseUploadPlace, type UploadPlace } from '../../../wire/upload.ts';

/** The fault of a file and its position: the server's message, and a code if known. */
export interface UploadFault extends Omit<Fault, 'path'> {
  place: UploadPlace | undefined;
}

interface UploadAnswer {
  /** Of a publishing job. */
  faults?: Fault[];
  /** Of the ArcGIS envelope: `line 17: message`; embedded portals add the faults. */
  error?: { details?: string[]; faults?: Fault[] };
}

/** Extracts the fault of a file from a portal error; undefined for other errors. */
export function uploadFaultOf(error: unknown): UploadFault | undefined {
  if (!(error instanceof MappingError)) return undefined;
  const answer = (error.cause as { response?: UploadAnswer } | undefined)?.response;
  const fault = answer?.faults?.[0] ?? answer?.error?.faults?.[0];
  if (fault) return placedFault(fault);
  const detail = answer?.error?.details?.[0] ?? '';
  const [path = '', ...words] = detail.split(': ');
  const place = parseUploadPlace(path);
  return place && { message: words.join(': '), place };
}

/** A path without a line or feature is that of a file in the archive. */
export function placedFault({ path, ...fault }: Fault): UploadFault {
  return { ...fault, place: parseUploadPlace(path) ?? (path === '' ? undefined : { file: path }) };
}
