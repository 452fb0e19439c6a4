import { MappingError } from '../../../wire/errors.ts';
import type { PortalConnection } from '../portal-connection.ts';
import { portalError, portalErrorId, type ToldError, toldError } from '../portal-error.ts';
import { fileType } from './file-type.ts';

export interface FileUpload {
  file: File;
  username: string;
  /** Called with the share that has been sent, 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/**
 * Uploads a file to the portal as a private item (`addItem`). Only XMLHttpRequest reports how much has been sent, so
 * this is the one call that does not go through arcgis-rest-request.
 * @returns the id of the item
 * @throws MappingError `portal:*`
 */
export async function uploadFile(connection: PortalConnection, upload: FileUpload): Promise<string> {
  const token = await connection.session.token();
  const { id, error } = await send(connection, upload, token);
  if (id !== undefined) return id;
  const stale = error?.code === 498 || error?.code === 499;
  const renewed = stale && token !== '' ? await connection.session.renew(token) : '';
  const second = renewed ? await send(connection, upload, renewed) : { error };
  if ('id' in second && second.id !== undefined) return second.id;
  const told = second.error ?? {};
  if (told.message !== undefined) throw toldError(told);
  const { code: status = 500 } = told;
  throw new MappingError(portalErrorId(status) ?? 'portal:file-not-taken', 'The file was not taken.', {
    status,
  });
}

interface Answer {
  id?: string;
  error?: ToldError;
}

function send(
  { restUrl }: PortalConnection,
  { file, username, onProgress, signal }: FileUpload,
  token: string,
): Promise<Answer> {
  const form = new FormData();
  const fields = {
    f: 'json',
    token,
    title: titleOf(file.name),
    type: fileType(file.name),
    filename: file.name,
  };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', file);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const cancel = () => request.abort();
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total > 0 ? loaded / total : 0),
    );
    request.addEventListener('load', () => resolve(read(request.responseText, request.status)));
    request.addEventListener('error', () => reject(portalError(new TypeError('Failed to fetch'))));
    request.addEventListener('abort', () => reject(portalError(new DOMException('aborted', 'AbortError'))));
    request.addEventListener('loadend', () => signal.removeEventListener('abort', cancel));
    signal.addEventListener('abort', cancel, { once: true });
    request.open('POST', `${restUrl}/content/users/${encodeURIComponent(username)}/addItem`);
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

/** The title for a file: “city-trees” for `city-trees.geojson`. */
export function titleOf(name: string): string {
  return name.replace(/(.)\.[^.]*$/, '$1');
}
