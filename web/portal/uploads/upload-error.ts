import { MappingError } from '../../../wire/errors.ts';
import { parseUploadPlace, type UploadPlace } from '../../../wire/upload.ts';

/** What is wrong with a file, in the server's words, and where. */
export interface UploadFault {
  message: string;
  place: UploadPlace | undefined;
}

interface Told {
  /** Of a publishing job. */
  faults?: { path: string; message: string }[];
  /** Of the ArcGIS envelope: `line 17: words`. */
  error?: { details?: string[] };
}

/** Reads where a file is wrong out of an error of the portal; undefined when the error is of another kind. */
export function uploadFaultOf(error: unknown): UploadFault | undefined {
  if (!(error instanceof MappingError)) return undefined;
  const told = (error.cause as { response?: Told } | undefined)?.response;
  const [fault] = told?.faults ?? [];
  if (fault) return { message: fault.message, place: parseUploadPlace(fault.path) };
  const detail = told?.error?.details?.[0] ?? '';
  const [path = '', ...words] = detail.split(': ');
  const place = parseUploadPlace(path);
  return place && { message: words.join(': '), place };
}
