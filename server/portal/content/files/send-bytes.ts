import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../../platform/database/connect.ts';
import { matchesEtag } from '../../../platform/http/etag.ts';
import { fileStream } from '../../../platform/http/responses/file-stream.ts';
import { contentDisposition } from '../../../platform/http/security-headers.ts';
import { rawResponse } from '../../operation.ts';
import { isHarmless } from '../item-data/content-type.ts';
import { type FoundFile, readFileParts } from './file-store.ts';

/**
 * Sets headers for uploaded bytes. They are served from this origin, so nothing in them may run: no script, no frame, no form.
 * What a browser cannot safely display is downloaded.
 * @param name file name for the download
 */
export function guardUpload(reply: FastifyReply, contentType: string, name?: string | null): void {
  const kind = isHarmless(contentType) ? 'inline' : 'attachment';
  void reply
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    .header('x-content-type-options', 'nosniff')
    .header('content-disposition', contentDisposition(kind, name))
    .header('cache-control', 'private, no-cache')
    .type(contentType);
}

/** Sends a small file with an entity tag, or 304 when the client has it. ArcGIS clients request pictures with `f=json` too. */
export function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  file: { content_type: string; bytes: Uint8Array; name?: string },
): typeof rawResponse {
  // The client left while a picture was resized, and the request has ended.
  if (reply.sent) return rawResponse;
  const digest = createHash('sha256').update(file.bytes).digest();
  if (!isKnown(request, reply, { ...file, digest }))
    void reply.send(Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.byteLength));
  return rawResponse;
}

/** Sends a stored file as `sendBytes` does, a large one as its caller reads it. */
export function sendFile(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  database: Database,
  file: FoundFile & { name?: string | undefined },
): typeof rawResponse {
  if (reply.sent || isKnown(request, reply, file)) return rawResponse;
  if (file.bytes) void reply.send(Buffer.from(file.bytes));
  else
    void reply.header('content-length', file.size).send(fileStream(file.size, readFileParts(database, file)));
  return rawResponse;
}

/** Sets the headers of a file, and sends 304 when the client has it. */
function isKnown(
  request: FastifyRequest,
  reply: FastifyReply,
  file: { content_type: string; digest: Uint8Array; name?: string | undefined },
): boolean {
  const etag = `"${Buffer.from(file.digest).toString('base64url').slice(0, 27)}"`;
  guardUpload(reply, file.content_type, file.name);
  void reply.header('etag', etag);
  if (!matchesEtag(request.headers['if-none-match'], etag)) return false;
  void reply.status(304).send();
  return true;
}
