import type { FastifyInstance, FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify';
import { limits } from '../../../limits.ts';
import { LeastRecentlyUsed } from '../../budgets/least-recently-used.ts';
import { countAddress } from '../../budgets/rate-hooks.ts';
import { hasBody } from '../../budgets/requester.ts';
import { entityTag, matchesEtag, weakTag } from '../etag.ts';
import { addVary, isWorthPacking, packSmall, takesGzip } from './compress-response.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Finds, without waiting, what a GET request asks for; undefined where its response depends on anything else: who asks, a header.
     * The request of a stored response is counted for its address, logged and measured, and runs no other hook.
     */
    storedFor?: (request: FastifyRequest) => StoredFor | undefined;
  }
  interface FastifyReply {
    /** Set by a handler whose response may be stored, for what `storedFor` of the route finds. */
    storedFor?: StoredFor | undefined;
  }
}

/** What a response says. It is stored as long as `subject` is the same object. */
export interface StoredFor {
  subject: object;
  /** Everything else that the response depends on. */
  key: string;
}

/** A response as it is written, compressed, and without its body for a client that has it. */
interface StoredResponse {
  etag: string;
  type: string;
  /** Headers without those of the body; names and values in turn. */
  common: string[];
  plain: WrittenBody<string>;
  /** Made when the first client takes it. */
  packed?: WrittenBody<Buffer>;
}

interface WrittenBody<Body> {
  body: Body;
  headers: string[];
}

/** Stored responses of one subject, of which the last used stay, and characters of a key: addresses are the caller's. */
const [maxResponses, longestKey] = [20, 400];

/** Not repeated: those of the body, and of each connection. */
const ownHeaders = new Set([
  'connection',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'transfer-encoding',
]);

const encoded = ['accept-encoding'];

/**
 * Answers requests with stored responses, before any hook that is added after this one: the headers and the context of a request take
 * longer than all else that a small response needs. Responses are stored as they leave the hooks, so these have the same headers.
 */
export function answerFromStored(app: FastifyInstance): void {
  const stored = new WeakMap<object, LeastRecentlyUsed<StoredResponse>>();
  app.decorateReply('storedFor', undefined);

  app.addHook('onRequest', (request, reply, done) => {
    const wanted = request.method === 'GET' ? request.routeOptions.config?.storedFor?.(request) : undefined;
    const known = wanted && stored.get(wanted.subject)?.get(wanted.key);
    if (!known || app.isDraining || hasBody(request)) return done();
    const { rates } = request.server;
    const counting = rates && countAddress(rates, request.ip);
    if (!counting) return answer(known, request, reply);
    void answerWithin(counting, () => answer(known, request, reply), done);
  });

  const store: onSendHookHandler = (request, reply, payload, done) => {
    const { storedFor } = reply;
    if (storedFor && typeof payload === 'string' && isStorable(request, reply, payload)) {
      const responses = stored.get(storedFor.subject) ?? new LeastRecentlyUsed<StoredResponse>(maxResponses);
      stored.set(storedFor.subject, responses);
      const response = print(reply, payload);
      if (storedFor.key.length <= longestKey) responses.set(storedFor.key, response);
    }
    done(null, payload);
  };
  app.addHook('onRoute', (route) => {
    if (!route.config?.storedFor) return;
    if (route.config.perMinute !== undefined)
      throw new Error('Stored responses are not counted for the limit of their route.');
    // After the hooks of the plugin that adds the route.
    route.onSend = [route.onSend ?? [], store].flat();
  });
}

/** Whether it is the answer for everyone, and small enough for memory, and for compressing it on the event loop. */
function isStorable({ method }: FastifyRequest, reply: FastifyReply, text: string): boolean {
  const isJson = String(reply.getHeader('content-type')).startsWith('application/json');
  const isOfOne = reply.hasHeader('set-cookie') || reply.hasHeader('x-answered-by');
  const isSmall = text.length <= limits.freeResponseBytes;
  return method === 'GET' && reply.statusCode === 200 && isJson && !isOfOne && isSmall;
}

/** @param text the body, which gets a tag where it has none */
function print(reply: FastifyReply, text: string): StoredResponse {
  if (isWorthPacking(text)) addVary(reply, encoded);
  if (!reply.hasHeader('etag')) void reply.header('etag', entityTag(text));
  const common = Object.entries(reply.getHeaders())
    .filter(([name]) => !ownHeaders.has(name))
    .flatMap(([name, value]) => [name, String(value)]);
  const type = String(reply.getHeader('content-type'));
  const length = Buffer.byteLength(text);
  const plain = { body: text, headers: [...common, ...ofBody(type, length)] };
  return { etag: String(reply.getHeader('etag')), type, common, plain };
}

function ofBody(type: string, length: number): string[] {
  return ['content-type', type, 'content-length', String(length)];
}

function pack({ etag, type, common, plain }: StoredResponse): WrittenBody<Buffer> {
  const body = packSmall(plain.body);
  const headers = common.map((each) => (each === etag ? weakTag(etag) : each));
  return { body, headers: [...headers, 'content-encoding', 'gzip', ...ofBody(type, body.length)] };
}

/** Too many requests are refused by the hook that counts all others. */
async function answerWithin(
  counting: Promise<boolean>,
  send: () => void,
  done: (error?: Error) => void,
): Promise<void> {
  let isWithin: boolean;
  try {
    isWithin = await counting;
  } catch (error) {
    return done(error as Error);
  }
  return isWithin ? send() : done();
}

function answer(response: StoredResponse, request: FastifyRequest, reply: FastifyReply): void {
  const { raw } = reply.hijack();
  const { common, plain, etag } = response;
  if (matchesEtag(request.headers['if-none-match'], etag)) return void raw.writeHead(304, common).end();
  const isPacked = isWorthPacking(plain.body) && takesGzip(request);
  const { headers, body } = isPacked ? (response.packed ??= pack(response)) : plain;
  raw.writeHead(200, headers).end(body);
}
