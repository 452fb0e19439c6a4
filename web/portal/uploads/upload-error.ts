import { type Fault, MappingError } from '../../../wire/errors.ts';
import { parseUploadPlace, type UploadPlace } from '../../../wire/upload.ts';

/** What is wrong with a file and where: in the server's words, and by a code when it knows one. */
export interface UploadFault extends Omit<Fault, 'path'> {
  place: UploadPlace | undefined;
}

interface Told {
  /** Of a publishing job. */
  faults?: Fault[];
  /** Of the ArcGIS envelope: `line 17: words`; portals of this product add the faults. */
  error?: { details?: string[]; faults?: Fault[] };
}

/** Reads where a file is wrong out of an error of the portal; undefined when the error is of another kind. */
export function uploadFaultOf(error: unknown): UploadFault | undefined {
  if (!(error instanceof MappingError)) return undefined;
  const told = (error.cause as { response?: Told } | undefined)?.response;
  const fault = told?.faults?.[0] ?? told?.error?.faults?.[0];
  if (fault) return placedFault(fault);
  const detail = told?.error?.details?.[0] ?? '';
  const [path = '', ...words] = detail.split(': ');
  const place = parseUploadPlace(path);
  return place && { message: words.join(': '), place };
}

/** A path that names neither line nor feature is that of a file in the archive. */
export function placedFault({ path, ...fault }: Fault): UploadFault {
  return { ...fault, place: parseUploadPlace(path) ?? (path === '' ? undefined : { file: path }) };
}
