import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { contentDisposition } from '../../../platform/http/security-headers.ts';
import { rawAnswer } from '../../operation.ts';
import { isHarmless } from '../item-data/content-type.ts';

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
): typeof rawAnswer {
  // The client left while a picture was resized, and the request has ended.
  if (reply.sent) return rawAnswer;
  const etag = `"${createHash('sha256').update(file.bytes).digest('base64url').slice(0, 27)}"`;
  guardUpload(reply, file.content_type, file.name);
  void reply.header('etag', etag);
  if (matchesEtag(request.headers['if-none-match'], etag)) void reply.status(304).send();
  else void reply.send(Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.byteLength));
  return rawAnswer;
}

/** Whether `If-None-Match` contains this tag; weak and strong tags compare equal. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (!header) return false;
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(etag);
}
