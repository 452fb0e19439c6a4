import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { asWork } from '../database/current-work.ts';
import { addressGroup } from './address-group.ts';
import { callerLeft } from './refusals.ts';

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
export function apart<Result>(work: () => Result): Result {
  return asRequester(undefined, () => asWork(undefined, work));
}

/** Sets the requester for all code below a route. */
export const requesterHooks = plugin(async (app: FastifyInstance) => {
  const known = new WeakMap<FastifyRequest, Requester>();
  app.addHook('onRequest', (request, reply, done) => {
    const requester = { caller: `address ${addressGroup(request.ip)}`, signal: leaving(reply) };
    known.set(request, requester);
    asRequester(requester, done);
  });
  // A body is read in the context of its socket, not of its request.
  app.addHook('preValidation', (request, _reply, done) => {
    asRequester(known.get(request), done);
  });
});

/** The request's own `close` is emitted when its body has been read, so the response's is used. */
function leaving({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort(callerLeft());
  });
  return controller.signal;
}
