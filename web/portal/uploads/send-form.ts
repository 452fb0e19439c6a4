import { MappingError } from '../../../wire/errors.ts';
import type { PortalConnection } from '../portal-connection.ts';
import { portalError, portalErrorId, type ToldError, toldError } from '../portal-error.ts';

export interface FormUpload {
  /** Path below the portal's REST root. */
  path: string;
  fields: Readonly<Record<string, string>>;
  file: Blob;
  filename: string;
  /** Called with the number of bytes that have been sent, of how many. */
  onProgress: (sent: number, total: number) => void;
  signal: AbortSignal;
}

/**
 * Sends a form with a file. Only XMLHttpRequest reports how much has been sent, so these calls do not go through
 * arcgis-rest-request. A rejected token is renewed and the form sent once more.
 * @returns the `id` in the response, if any
 * @throws MappingError `portal:*`
 */
export async function sendForm(connection: PortalConnection, upload: FormUpload): Promise<string> {
  const token = await connection.session.token();
  const first = await send(connection, upload, token);
  if (!first.error && taken(first)) return first.id ?? '';
  const stale = first.error?.code === 498 || first.error?.code === 499;
  const renewed = stale && token !== '' ? await connection.session.renew(token) : '';
  const last = renewed ? await send(connection, upload, renewed) : first;
  if (!last.error && taken(last)) return last.id ?? '';
  const told = last.error ?? {};
  if (told.message !== undefined) throw toldError(told);
  const { code: status = 500 } = told;
  throw new MappingError(portalErrorId(status) ?? 'portal:file-not-taken', 'The file was not taken.', {
    status,
  });
}

interface Answer {
  id?: string;
  success?: boolean;
  error?: ToldError;
}

function taken({ id, success }: Answer): boolean {
  return id !== undefined || success === true;
}

function send(
  { restUrl }: PortalConnection,
  { path, fields, file, filename, onProgress, signal }: FormUpload,
  token: string,
): Promise<Answer> {
  const form = new FormData();
  // Embedded portals read the fields before the file, and refuse it without a token.
  for (const [name, value] of Object.entries({ f: 'json', token, ...fields })) form.set(name, value);
  form.set('file', file, filename);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const cancel = () => request.abort();
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded, total));
    request.addEventListener('load', () => resolve(read(request.responseText, request.status)));
    request.addEventListener('error', () => reject(portalError(new TypeError('Failed to fetch'))));
    request.addEventListener('abort', () => reject(portalError(new DOMException('aborted', 'AbortError'))));
    request.addEventListener('loadend', () => signal.removeEventListener('abort', cancel));
    signal.addEventListener('abort', cancel, { once: true });
    request.open('POST', `${restUrl}/${path}`);
    if (signal.aborted) reject(portalError(new DOMException('aborted', 'AbortError')));
    else request.send(form);
  });
}

/** Parses a response; a proxy may answer with an HTML page, for example when the file is too large. */
function read(text: string, status: number): Answer {
  try {
    return JSON.parse(text) as Answer;
  } catch {
    return { error: { code: status } };
  }
}
