import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { entityTag, matchesEtag } from '../../platform/http/etag.ts';
import { addVary, takesGzip } from '../../platform/http/responses/compress-response.ts';

export interface CachedResponse {
  body: Uint8Array;
  type: string;
  /** The body is gzipped. */
  gzip?: boolean;
  /** Made from the body when absent. */
  etag?: string;
  cacheControl?: string;
}

const encoded = ['accept-encoding'];

/** Published tiles may have megabytes. */
const unpack = promisify(gunzip);

/** Tiles, glyphs and symbols change with a release only; caching them for a day is harmless. */
export const longCache = 'public, max-age=86400, stale-while-revalidate=604800';
export const shortCache = 'public, max-age=300';

/**
 * Sends bytes with an ETag, or 304 to a client that has them; decompresses them for the few clients without
 * gzip.
 */
export async function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  response: CachedResponse,
): Promise<FastifyReply> {
  const etag = response.etag ?? entityTag(response.body);
  reply.header('etag', etag).header('cache-control', response.cacheControl ?? longCache);
  if (response.gzip) addVary(reply, encoded);
  if (isKnown(request, etag)) return reply.status(304).send();
  reply.type(response.type);
  if (!response.gzip) return reply.send(response.body);
  if (!takesGzip(request)) return reply.send(await unpack(response.body));
  return reply.header('content-encoding', 'gzip').send(response.body);
}

/** Whether the client has the version of this tag. */
export function isKnown(request: Pick<FastifyRequest, 'headers'>, etag: string): boolean {
  return matchesEtag(request.headers['if-none-match'], etag);
}
