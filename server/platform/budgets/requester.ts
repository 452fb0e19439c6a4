import { isIPv6 } from 'node:net';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { asWork } from '../database/current-work.ts';
import { standInScope, StandInScope, withStandIn } from '../database/stand-in.ts';
import { callerLeft } from './fair-queue.ts';

/**
 * The addresses one subscriber usually has, as one key: an IPv4 address by itself, an IPv6 address by its /64
 * network. IPv4 in IPv6 notation (`::ffff:192.0.2.1`) is IPv4.
 */
export function addressGroup(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(address)) return address;
  const [withoutZone = ''] = address.split('%');
  const [head = '', tail] = withoutZone.toLowerCase().split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : groupsOf(tail);
  const missing = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array.from({ length: missing }, () => '0'), ...after];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

/** The last 32 bits may be written as IPv4: two groups. */
function groupsOf(tail: string): string[] {
  return tail.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]));
}

/** The client of a request. */
export interface Requester {
  /** The account, once its token is known; until then the address (IPv6: its /64). */
  caller: string;
  /** Counts the request for an account and its organisation; throws 429. Absent where nothing is counted. */
  countAccount?: (username: string, organisation: string) => Promise<void>;
  /** Aborts when the connection closes before the response is written. */
  readonly signal: AbortSignal;
}

const requesters = new AsyncLocalStorage<Requester | undefined>();

/** The requester that this code runs for; undefined in background work. */
export function currentRequester(): Requester | undefined {
  return requesters.getStore();
}

/**
 * Counts the current request for this account from now on, not for its address.
 * @throws MappingError `http:too-many-requests` (429)
 */
export async function nameRequester(username: string, organisation: string): Promise<void> {
  const requester = requesters.getStore();
  const name = username.toLowerCase();
  if (!requester || requester.caller === `account ${name}`) return;
  requester.caller = `account ${name}`;
  await requester.countAccount?.(name, organisation);
}

/** Runs code for a requester. */
export function asRequester<Result>(requester: Requester | undefined, run: () => Result): Result {
  return requesters.run(requester, run);
}

/** Runs work without a requester: shared between requests, or longer than one. */
export function withoutRequester<Result>(work: () => Result): Result {
  return asRequester(undefined, () => asWork(undefined, work));
}

/** Sets the requester for all code below a route, which replicas may answer while the primary is away. */
export const requesterHooks = plugin(async (app: FastifyInstance) => {
  const known = new WeakMap<FastifyRequest, (run: () => void) => void>();
  app.addHook('onRequest', (request, reply, done) => {
    const requester = new RequestSender(`address ${addressGroup(request.ip)}`, reply.raw);
    const scope = new StandInScope();
    reply.raw.once('close', () => {
      scope.close();
      requester.close();
    });
    const inContext = (run: () => void) => withStandIn(scope, () => asRequester(requester, run));
    if (hasBody(request)) known.set(request, inContext);
    inContext(done);
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (standInScope()?.since !== undefined) reply.header('x-answered-by', 'replica');
    done(null, payload);
  });
  // A body is read in the context of its socket, not of its request.
  app.addHook('preValidation', (request, _reply, done) => {
    const inContext = known.get(request);
    if (inContext) inContext(done);
    else done();
  });
});

/** Whether a request has a body. */
export function hasBody({ headers }: FastifyRequest): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

/** The requester of an HTTP request. */
class RequestSender implements Requester {
  caller: string;
  countAccount?: NonNullable<Requester['countAccount']>;
  readonly #response: ServerResponse;
  #leaving: AbortController | undefined;

  constructor(caller: string, response: ServerResponse) {
    this.caller = caller;
    this.#response = response;
  }

  /** Made when it is first needed: what is cached is answered without it. */
  get signal(): AbortSignal {
    if (!this.#leaving) {
      this.#leaving = new AbortController();
      if (this.#response.closed) this.close();
    }
    return this.#leaving.signal;
  }

  /** The request's own `close` is emitted when its body has been read, so the response's is used. */
  close(): void {
    if (!this.#response.writableFinished) this.#leaving?.abort(callerLeft());
  }
}
