import { promisify } from 'node:util';
import { constants, gzip, gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const compress = promisify(gzip);

/** Bytes below which compressing costs more than it saves, and above which it takes too long. */
const [smallest, largest] = [1400, 8_000_000];

/**
 * The default level takes twice as long as this one and saves three of a hundred bytes of features. From `big` bytes, speed counts more.
 */
const level = 4;
const big = 256_000;

/** Bytes below which compressing takes less time (0.1 ms) than passing them to another thread and back. */
const small = 16_000;

const compressible = /^application\/(geo\+)?json\b|^application\/x-protobuf\b/;

/** Headers by which a caller is known. */
export const callerHeaders = ['authorization', 'x-esri-authorization'];

/** What a response that is compressed depends on besides its address. */
export const encodedPerCaller = [...callerHeaders, 'accept-encoding'];

/** Compresses a page, or a text of less than `small` bytes, on the event loop: a third of a millisecond. */
export const packSmall = (payload: string | Buffer): Buffer => gzipSync(payload, { level });

/** Whether compressing a text saves more than it costs. */
export function isWorthPacking({ length }: string): boolean {
  return length >= smallest;
}

/** Whether a client takes gzip (RFC 9110, section 12.5.3). */
export function takesGzip({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return /(^|[\s,])(gzip|\*)(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(String(headers['accept-encoding'] ?? ''));
}

/** `Vary` with these names, by the one without: every response has one of a few. */
const varied = new WeakMap<readonly string[], Map<string, string>>();

/** Adds names to `Vary`, each once. @param names a constant */
export function addVary(reply: FastifyReply, names: readonly string[]): void {
  const before = String(reply.getHeader('vary') ?? '');
  const known = varied.get(names) ?? new Map<string, string>();
  varied.set(names, known);
  const after = known.get(before) ?? joinVary(before, names);
  known.set(before, after);
  void reply.header('vary', after);
}

function joinVary(before: string, names: readonly string[]): string {
  const known = before
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const missing = names.filter((name) => !known.some((each) => each.toLowerCase() === name));
  return [...known, ...missing].join(', ');
}

/**
 * For the routes of a plugin whose responses depend on the caller: caches may store them for this caller only, and revalidate each
 * time, unless a route sets another policy. More than a few data are compressed on the threads of Node's own pool, not on the event loop.
 */
export function respondPerCaller(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'private, no-cache');
    addVary(reply, encodedPerCaller);
    const isText = typeof payload === 'string';
    if ((!isText && !Buffer.isBuffer(payload)) || reply.hasHeader('content-encoding')) return payload;
    const size = Buffer.byteLength(payload);
    if (size < smallest || size > largest || !takesGzip(request)) return payload;
    if (!compressible.test(String(reply.getHeader('content-type') ?? ''))) return payload;
    const packed =
      size < small
        ? packSmall(payload)
        : await compress(payload, { level: size < big ? level : constants.Z_BEST_SPEED });
    void reply.header('content-encoding', 'gzip').removeHeader('content-length');
    reply.noteWaiting?.(packed.length);
    return packed;
  });
}
