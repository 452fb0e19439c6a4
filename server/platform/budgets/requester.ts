import { AsyncLocalStorage } from 'node:async_hooks';
import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { asWork } from '../database/current-work.ts';
import { standInScope, StandInScope, withStandIn } from '../database/stand-in.ts';
import { subscriberOf } from './address-group.ts';
import { callerLeft } from './budget-errors.ts';

/** Counts tokens that portals reject, in this minute. */
export interface RejectedTokens {
  /** @throws MappingError `http:too-many-requests` (429) after too many */
  refuseMore(): void;
  count(): Promise<void>;
}

/** The client of a request. */
export interface Requester {
  /** The account, once its token is known; until then the address (IPv6: its /64). */
  caller: string;
  /**
   * Whose share of the requests to other hosts it uses besides the caller's: visitors of an organisation until the caller has proved
   * to be a member, so that visitors use up nothing of its members. undefined: no organisation is known.
   */
  organisation?: string;
  /** The member of an organisation with another portal, whose account is no caller here: unread responses count for them. */
  member?: string;
  /** The organisation in the path of the request. */
  readonly path?: string | undefined;
  /** Counts the request for an account and its organisation; throws 429. Absent where nothing is counted. */
  countAccount?: (username: string, organisation: string) => Promise<void>;
  /**
   * Counts the request for the organisation in its path, and unless a member sends it for its address on a route with a limit of its
   * own; throws 429. Absent where it has been counted, or is not.
   * @param member who the caller has proved to be; undefined: nobody of the organisation
   */
  countOrganisation?: (member: string | undefined) => Promise<void>;
  /** Counts what the request contains, on a route that limits it; throws 429. */
  countSize?: (size: number) => Promise<void>;
  /** Throws 503 when too many responses to this caller wait to be read. Absent where they are not counted. */
  refuseUnread?: () => void;
  /** Tokens of the caller's networks that portals of organisations reject. Absent where nothing is counted. */
  rejectedTokens?: RejectedTokens;
  /** Aborts when the connection closes before the response is written. */
  readonly signal: AbortSignal;
}

const requesters = new AsyncLocalStorage<Requester | undefined>();

/** The requester that this code runs for; undefined in work of the server itself. */
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
  const caller = accountOf(name);
  if (!requester || requester.caller === caller) return;
  requester.caller = caller;
  requester.organisation = membersOf(`portal ${organisation}`);
  await requester.countAccount?.(name, organisation);
}

/**
 * Counts the current request for the organisation in its path, once: members of it apart from all others, who count for their address
 * too on a route with a limit of its own. A request that is refused before counts for neither.
 * @param member who the caller has proved to be; undefined: nobody of the organisation
 * @throws MappingError `http:too-many-requests` (429)
 */
export async function countForOrganisation(member: string | undefined): Promise<void> {
  const requester = requesters.getStore();
  // An account of the embedded portal stays in the share of its portal organisation, to which several paths may lead.
  const { path } = requester ?? {};
  if (requester && member !== undefined) requester.member = `${member} of ${path ?? ''}`;
  if (requester && member !== undefined && path !== undefined && requester.organisation === visitorsOf(path))
    requester.organisation = membersOf(path);
  const count = requester?.countOrganisation;
  if (!requester || !count) return;
  delete requester.countOrganisation;
  await count(member);
}

/**
 * Counts what the current request contains for its address, on a route with `sizePerMinute`: one request may be as much work as a
 * hundred others.
 * @throws MappingError `http:too-many-requests` (429)
 */
export async function countSize(size: number): Promise<void> {
  await requesters.getStore()?.countSize?.(size);
}

/** Names the portal organisation at which the sender of the current request signs in: its visitors share requests to other hosts. */
export function nameVisitedOrganisation(organisation: string): void {
  const requester = requesters.getStore();
  if (requester) requester.organisation ??= visitorsOf(`portal ${organisation}`);
}

function visitorsOf(organisation: string): string {
  return `visitors of ${organisation}`;
}

/** The share of an organisation's members; of one of the embedded portal by `portal` and its id. */
export function membersOf(organisation: string): string {
  return `members of ${organisation}`;
}

/** The caller of requests of an account, and of its jobs. */
export function accountOf(username: string): string {
  return `account ${username.toLowerCase()}`;
}

/** Runs code for a requester. */
export function asRequester<Result>(requester: Requester | undefined, run: () => Result): Result {
  return requesters.run(requester, run);
}

/**
 * Runs work in the background for a sender, in whose turns it waits: the job of a member, the check of an organisation's maps. It is
 * not part of the work that starts it, and ends by the sender's signal.
 */
export function inBackground<Result>(sender: Requester, work: () => Result): Result {
  return asRequester(sender, () => asWork(undefined, work));
}

/**
 * Runs statements without a requester, which are shared between requests or outlast one. They take no place of a class: work that does
 * has a sender (`inBackground`), or one member's could take all of them.
 */
export function withoutRequester<Result>(work: () => Result): Result {
  return asRequester(undefined, () => asWork(undefined, work));
}

/** Sets the requester for all code below a route, which replicas may answer while the primary is away. */
export const requesterHooks = plugin(async (app: FastifyInstance) => {
  const known = new WeakMap<FastifyRequest, (run: () => void) => void>();
  app.addHook('onRequest', (request, reply, done) => {
    const { org } = (request.params ?? {}) as { org?: string };
    const requester = new RequestSender(`address ${subscriberOf(request.ip)}`, org, reply.raw);
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
  organisation?: string;
  member?: string;
  readonly path: string | undefined;
  countAccount?: NonNullable<Requester['countAccount']>;
  countOrganisation?: NonNullable<Requester['countOrganisation']>;
  countSize?: NonNullable<Requester['countSize']>;
  refuseUnread?: () => void;
  rejectedTokens?: RejectedTokens;
  readonly #response: ServerResponse;
  #leaving: AbortController | undefined;

  /** @param path the organisation in the path */
  constructor(caller: string, path: string | undefined, response: ServerResponse) {
    this.caller = caller;
    this.path = path;
    if (path !== undefined) this.organisation = visitorsOf(path);
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
