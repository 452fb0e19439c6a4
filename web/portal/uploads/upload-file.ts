import { MappingError } from '../../../wire/errors.ts';
import { contentPath, ownItemPath } from '../paths.ts';
import type { PortalConnection } from '../portal-connection.ts';
import { portalRequest } from '../portal-request.ts';
import { portalError, portalErrorId, type PortalErrorJson, errorFromJson } from '../portal-error.ts';
import { followJob } from './follow-job.ts';

export interface FileUpload {
  file: File;
  username: string;
  itemType: string;
  /** Whether the portal takes large files in parts (`addPart`); embedded portals take them whole. */
  inParts: boolean;
  /** Called with the share that has been sent, 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
  /** Called with the id of the item, which a large file has before it has been sent. */
  onItem: (itemId: string) => void;
}

/**
 * Bytes of a part. ArcGIS takes parts of at least 5 MB, except the last, and at most 10,000 of them.
 * https://developers.arcgis.com/rest/users-groups-and-items/add-item-part/
 */
export const partBytes = 20 * 1024 * 1024;

/**
 * Uploads a file to the portal as a private item (`addItem`), a large one in parts. A failed or cancelled upload in
 * parts is removed.
 * @returns the id of the item
 * @throws MappingError `portal:*`
 */
export async function uploadFile(connection: PortalConnection, upload: FileUpload): Promise<string> {
  const { file, username, itemType, inParts, onProgress, signal, onItem } = upload;
  if (inParts && file.size > partBytes) return uploadInParts(connection, upload);
  const id = await sendForm(connection, {
    path: `${contentPath(username)}/addItem`,
    fields: { title: titleOf(file.name), type: itemType, filename: file.name },
    file,
    filename: file.name,
    onProgress: (sent, total) => onProgress(total > 0 ? sent / total : 0),
    signal,
  });
  onItem(id);
  return id;
}

async function uploadInParts(
  connection: PortalConnection,
  { file, username, itemType, onProgress, signal, onItem }: FileUpload,
): Promise<string> {
  const described = { title: titleOf(file.name), type: itemType, filename: file.name };
  const { id } = await portalRequest<{ id: string }>(connection, `${contentPath(username)}/addItem`, {
    body: { ...described, multipart: true },
    signal,
  });
  onItem(id);
  const item = ownItemPath({ owner: username, id });
  try {
    for (let start = 0; start < file.size; start += partBytes) {
      await sendForm(connection, {
        // ArcGIS reads the number in the query string only.
        path: `${item}/addPart?partNum=${start / partBytes + 1}`,
        fields: {},
        file: file.slice(start, start + partBytes),
        filename: file.name,
        onProgress: (sent) => onProgress(Math.min(1, (start + sent) / file.size)),
        signal,
      });
    }
    await portalRequest(connection, `${item}/commit`, { body: described, signal });
    await joined(connection, item, signal);
    return id;
  } catch (error) {
    await portalRequest(connection, `${item}/cancel`, { body: {} }).catch(() => {});
    await discardItem(connection, username, id);
    throw error;
  }
}

/** Waits until the portal has joined the parts. @throws MappingError with the portal's message when it could not */
async function joined(connection: PortalConnection, item: string, signal: AbortSignal): Promise<void> {
  await followJob(async () => {
    const { status } = await portalRequest<{ status: string }>(connection, `${item}/status`, { signal });
    if (status === 'completed') return true;
    if (status !== 'processing' && status !== 'partial')
      throw new MappingError('portal:file-not-taken', 'The file was not taken.', { status: 400 });
    return undefined;
  }, signal);
}

/** The title for a file: “city-trees” for `city-trees.geojson`. */
export function titleOf(name: string): string {
  return name.replace(/(.)\.[^.]*$/, '$1');
}

interface FormUpload {
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
async function sendForm(connection: PortalConnection, upload: FormUpload): Promise<string> {
  const token = await connection.session.token();
  const first = await send(connection, upload, token);
  if (!first.error && taken(first)) return first.id ?? '';
  const stale = first.error?.code === 498 || first.error?.code === 499;
  const renewed = stale && token !== '' ? await connection.session.renew(token) : '';
  const last = renewed ? await send(connection, upload, renewed) : first;
  if (!last.error && taken(last)) return last.id ?? '';
  const problem = last.error ?? {};
  if (problem.message !== undefined) throw errorFromJson(problem);
  const { code: status = 500 } = problem;
  throw new MappingError(portalErrorId(status) ?? 'portal:file-not-taken', 'The file was not taken.', {
    status,
  });
}

interface FormResponse {
  id?: string;
  success?: boolean;
  error?: PortalErrorJson;
}

function taken({ id, success }: FormResponse): boolean {
  return id !== undefined || success === true;
}

function send(
  { restUrl }: PortalConnection,
  { path, fields, file, filename, onProgress, signal }: FormUpload,
  token: string,
): Promise<FormResponse> {
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

/** Parses a response; a proxy may respond with an HTML page, for example when the file is too large. */
function read(text: string, status: number): FormResponse {
  try {
    return JSON.parse(text) as FormResponse;
  } catch {
    return { error: { code: status } };
  }
}

/** Removes the item of a cancelled upload. A failure leaves it in the user's content, where it is visible. */
export async function discardItem(
  connection: PortalConnection,
  username: string,
  itemId: string,
): Promise<void> {
  await portalRequest(connection, `${ownItemPath({ owner: username, id: itemId })}/delete`, {
    body: {},
  }).catch(() => {});
}

/**
 * Deletes the item of an unfinished upload when the page closes, by a request that outlives the page.
 * @param takeItem the item at that time; undefined: none
 * @returns a function that stops this
 */
export function discardOnClosing(
  { restUrl, session }: PortalConnection,
  username: string,
  takeItem: () => string | undefined,
  page: EventTarget = window,
): () => void {
  const discard = () => {
    const itemId = takeItem();
    const token = session.credential?.token;
    if (itemId === undefined || token === undefined) return;
    const body = new URLSearchParams({ f: 'json', token });
    const address = `${restUrl}/${ownItemPath({ owner: username, id: itemId })}/delete`;
    fetch(address, { method: 'POST', body, keepalive: true }).catch(() => {});
  };
  page.addEventListener('pagehide', discard);
  return () => page.removeEventListener('pagehide', discard);
}
