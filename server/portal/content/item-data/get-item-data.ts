import { createWriteStream } from 'node:fs';
import { pipeline, promises, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Database } from '../../../platform/database/connect.ts';
import { matchesEtag } from '../../../platform/http/etag.ts';
import { fileStream, holding } from '../../../platform/http/responses/file-stream.ts';
import { type Operation, rawResponse } from '../../operation.ts';
import { guardUpload } from '../files/send-bytes.ts';
import { loadItem } from '../items/load-item.ts';
import { type DataRow, findData, readParts } from './data-store.ts';

/**
 * `content/items/{id}/data`: the bytes as uploaded with their own media type, whatever the value of `f`, or
 * an empty 200 when the item has none, which ArcGIS clients read as `null`. Sent as stored, compressed, if
 * the client accepts that encoding. Counts as a view, unless it is fetched in advance.
 */
export const getItemData: Operation = async (call) => {
  const { context, caller, request, reply } = call;
  const item = await loadItem(call, 'see');
  // https://fetch.spec.whatwg.org/#sec-purpose-header
  if (!/^prefetch\b/.test(String(request.headers['sec-purpose'] ?? '')))
    context.views.note(item.id, caller, request.ip);
  const rows = await findData(context.database, item.id);
  const row = choose(rows, request.headers['accept-encoding'] ?? '');
  void reply.header('vary', 'Origin, Accept-Encoding');
  if (!row) return null;
  const unpack =
    row.encoding !== 'identity' && !accepts(request.headers['accept-encoding'] ?? '', row.encoding);
  const etag = `"${row.version}-${unpack ? 'identity' : row.encoding}"`;
  guardUpload(reply, row.content_type, item.name);
  void reply.header('etag', etag);
  if (matchesEtag(request.headers['if-none-match'], etag)) {
    void reply.status(304).send();
    return rawResponse;
  }
  const bytes = fileStream(row.size, readParts(context.database, row));
  // When the source fails, the pipeline destroys the decompressor, which ends the response; nothing else is left to do.
  if (unpack)
    void reply.send(
      holding(
        pipeline(bytes, createGunzip(), () => {}),
        row.size,
      ),
    );
  else {
    if (row.encoding !== 'identity') void reply.header('content-encoding', row.encoding);
    void reply.header('content-length', row.size).send(bytes);
  }
  return rawResponse;
};

/** The smallest encoding that the client accepts; gzip, decompressed here, for a client that accepts none. */
function choose(rows: readonly DataRow[], accepted: string): DataRow | undefined {
  const by = (encoding: DataRow['encoding']) => rows.find((row) => row.encoding === encoding);
  const brotli = by('br');
  if (brotli && accepts(accepted, 'br')) return brotli;
  return by('gzip') ?? by('identity');
}

function accepts(header: string, encoding: string): boolean {
  return header
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .some((part) => (part === encoding || part.startsWith(`${encoding};`)) && !/;\s*q=0(\.0*)?$/.test(part));
}

/** Writes the data of an item, as uploaded, to a file. @returns the version that was written; undefined when it has none */
export async function spoolItemData(
  database: Database,
  itemId: string,
  file: string,
): Promise<string | undefined> {
  const rows = await findData(database, itemId);
  const row =
    rows.find(({ encoding }) => encoding === 'identity') ?? rows.find(({ encoding }) => encoding === 'gzip');
  if (!row) return undefined;
  const bytes = Readable.from(readParts(database, row), { objectMode: false });
  const target = createWriteStream(file, { mode: 0o600 });
  if (row.encoding === 'gzip') await promises.pipeline(bytes, createGunzip(), target);
  else await promises.pipeline(bytes, target);
  return row.version;
}
