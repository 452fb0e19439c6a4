import { randomUUID } from 'node:crypto';
import { Server, type Socket } from 'node:net';
import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import multipart from '@fastify/multipart';
import Fastify, {
  type FastifyInstance,
  type FastifyError,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { MappingError } from '../../../wire/errors.ts';
import type { Problem } from '../../../wire/problem.ts';
import { errorOfRequest } from '../budgets/budget.ts';
import type { BudgetName } from '../budgets/budgets.ts';
import { isOutcomeUnknown } from '../database/commit-outcome.ts';
import { explainError, referenceGone } from '../database/explain-failure.ts';
import { limits } from '../../limits.ts';
import { sendArcgisError } from './arcgis-error.ts';
import { prefersHtml } from './html-page.ts';
import { answerFromStored } from './responses/stored-responses.ts';
import { type ResponseLimits, limitWaitingResponses } from './responses/waiting-responses.ts';
import { ArcgisPaths, isArcgisPath } from './arcgis-paths.ts';
import { checkRequestShape, readJsonBodies } from './json-body.ts';
import { loggedError, loggedPath, loggedText } from './log-lines.ts';
import { readForms } from './read-forms.ts';
import { normalTarget } from './request-target.ts';
import { createUploadRoom } from './multipart/upload-room.ts';
import { bareHeaders, securityHeaders } from './security-headers.ts';
import { connectionTimes, limitSlowRequests } from './slow-callers.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers an error to a browser, for routes that show pages to people. */
    faultPage?: (error: MappingError, request: FastifyRequest, reply: FastifyReply) => unknown;
  }
  interface FastifyInstance {
    /** Whether `drain` was called: connections close after their next response. */
    isDraining: boolean;
    /**
     * Shuts the server down without dropping requests. Behind a proxy (`seconds` > 0) it first accepts no new
     * connections and announces that existing ones close after their next response, because a connection
     * closed from this side may have a request under way. Running requests are awaited, at most
     * `limits.stopSeconds`.
     */
    drain(seconds: number): Promise<void>;
  }
}

/** Adds `drain` to the application. */
function drain(app: FastifyInstance): void {
  app.decorate('isDraining', false);
  const open = new Set<Socket>();
  app.server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (app.isDraining) reply.header('connection', 'close');
    done(null, payload);
  });
  app.decorate('drain', async (seconds: number) => {
    app.isDraining = true;
    const late = setTimeout(
      () => {
        app.log.warn('cut off pending responses that took too long');
        app.server.closeAllConnections();
      },
      (seconds + limits.stopSeconds) * 1000,
    );
    if (seconds > 0) await withoutNewConnections(app, seconds * 1000);
    const closed = app.close();
    // Browsers open connections in advance. Node does not count them as idle, and would wait for a request.
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
    await closed;
    clearTimeout(late);
  });
}

/** Until every connection is closed, or the time is up. */
async function withoutNewConnections(app: FastifyInstance, milliseconds: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  // The close of `http.Server` would close idle connections too; this only stops listening.
  Server.prototype.close.call(app.server, () => resolve());
  await promise;
  clearTimeout(timer);
}

export interface HttpOptions {
  logLevel: string;
  publicUrl: string;
  /** Proxies whose forwarded client address is trusted; undefined: none. */
  trustProxy?: string | undefined;
  /** Destination of log lines instead of the standard output. */
  logStream?: { write(line: string): void };
  /** Factor on the timeouts of slow callers, smaller in tests. */
  timeoutFactor?: number | undefined;
  /** Limits of responses that wait for their callers, smaller in tests; those of `limits` where absent. */
  responses?: Partial<ResponseLimits> | undefined;
  /** Maximum size of uploaded files in bytes; `limits.uploadBytes` when absent. */
  uploadBytes?: number | undefined;
  /** Called for every route: tests send requests to all of them. */
  onRoute?: (route: KnownRoute) => void;
}

/**
 * Warns once of a forwarded address from elsewhere than the trusted proxies. It is not believed: if that is another proxy of the
 * operator's, all its clients count as one.
 */
function reportUnknownProxy(app: FastifyInstance): void {
  let isReported = false;
  app.addHook('onRequest', (request, _reply, done) => {
    done();
    // The addresses that are believed begin with that of the connection, and go on where it is a proxy's.
    if (isReported || !request.headers['x-forwarded-for'] || request.ips?.length !== 1) return;
    isReported = true;
    request.log.warn(
      `X-Forwarded-For of ${request.ip} is ignored, because TRUST_PROXY does not name this address. If it is your proxy, add it: until then its clients share the limits of one address. Reported once.`,
    );
  });
}

/** A route, as tests of every route get it. */
export interface KnownRoute {
  method: string;
  url: string;
  /** Its class of work, known when the server listens. */
  readonly budget?: BudgetName | undefined;
  /** Its own limit of requests per minute and address. */
  readonly perMinute?: number | undefined;
  /** Whether it is a page of the application, which has a limit per address. */
  readonly isPage: boolean;
}

const closed = { origin: false };
const open = {
  origin: true,
  credentials: true,
  maxAge: 3600,
  // OGC API – Features changes features by these; other addresses answer GET and POST, or POST only where they change something.
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  exposedHeaders: ['location', 'content-crs'],
};
const openWithoutPreflight = { ...open, preflight: false };

/**
 * The Fastify application with everything the slices require; the caller registers the slices and listens.
 */
export async function createHttpApp(options: HttpOptions): Promise<FastifyInstance> {
  const app = createBareApp(options);
  await app.register(securityHeaders, { publicUrl: options.publicUrl });
  // ArcGIS clients of other origins use portal and services with credentials.
  await app.register(cors, {
    delegator: ({ url = '', headers }, callback) => {
      if (!/^\/(portal|server)\//i.test(url)) return callback(null, closed);
      // Desktop programs ask OGC API – Features by OPTIONS what they may change: no preflight of a browser.
      const asksForMethods =
        headers['access-control-request-method'] === undefined &&
        /^\/server\/(.+\/)?ogc\/[^/]+\/collections\//i.test(url);
      callback(null, asksForMethods ? openWithoutPreflight : open);
    },
  });
  await app.register(cookie);
  readForms(app);
  readJsonBodies(app);
  await app.register(multipart, {
    limits: { fileSize: limits.uploadBytes, files: 10, fieldSize: limits.requestBodyBytes },
  });
  return app;
}

/**
 * The server of the pages of integrations on their own origin: no API, no cookies, no bodies, only what is
 * registered.
 */
export function createPagesApp(options: HttpOptions): FastifyInstance {
  const app = createBareApp(options);
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({
      ...bareHeaders(options.publicUrl),
      // Google checks the referrer against the key.
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-resource-policy': 'cross-origin',
    });
  });
  return app;
}

function createBareApp(options: HttpOptions): FastifyInstance {
  const arcgisPaths = new ArcgisPaths();
  const app = Fastify({
    bodyLimit: limits.requestBodyBytes,
    ...connectionTimes(options.timeoutFactor ?? 1),
    // Requests during shutdown are answered (`drain`).
    return503OnClosing: false,
    trustProxy: options.trustProxy ?? false,
    genReqId: () => randomUUID(),
    logger: {
      level: options.logLevel,
      ...(options.logStream && { stream: options.logStream }),
      // Headers are not logged; these would be redacted if that changes.
      redact: ['req.headers.authorization', 'req.headers.cookie', 'res.headers["set-cookie"]'],
      serializers: {
        req: ({ method, url }) => ({ method, path: loggedPath(url) }),
        err: loggedError,
        msg: (text: unknown) => (typeof text === 'string' ? loggedText(text) : text),
      },
    },
    rewriteUrl: ({ url = '/' }) => arcgisPaths.spell(normalTarget(url)),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    // An address that cannot be decoded is answered by the same error handler; no hook sets its headers.
    frameworkErrors: (error, request, reply) =>
      sendError(reply.headers(bareHeaders(options.publicUrl)), explain(error, request, reply), request),
  });
  app.setErrorHandler(handleError);
  app.setNotFoundHandler((request, reply) => sendError(reply, notFound(), request));
  app.addHook('onRoute', (route) => {
    const { method, url } = route;
    arcgisPaths.add(url);
    const known = (each: string): KnownRoute => ({
      method: each,
      url,
      get budget() {
        return route.config?.budget;
      },
      perMinute: route.config?.perMinute,
      isPage: route.config?.isPage === true,
    });
    for (const each of [method].flat()) options.onRoute?.(known(each));
  });
  if (options.trustProxy !== undefined) reportUnknownProxy(app);
  answerFromStored(app);
  checkRequestShape(app);
  limitSlowRequests(app, options.timeoutFactor ?? 1);
  limitWaitingResponses(app, options.responses, options.timeoutFactor);
  // The work of a job may refer to the request that has started it for hours.
  app.addHook('onResponse', (request, _reply, done) => {
    request.body = undefined;
    done();
  });
  app.decorate('uploadRoom', createUploadRoom(options.uploadBytes ?? limits.uploadBytes));
  drain(app);
  return app;
}

/** The only error handler. */
function handleError(error: FastifyError | MappingError, request: FastifyRequest, reply: FastifyReply) {
  const known = explain(error, request, reply);
  const page = request.routeOptions.config?.faultPage;
  if (page && prefersHtml(request.headers.accept)) return page(known, request, reply);
  return sendError(reply, known, request);
}

/** The error to answer with. It is logged, and its headers are set. */
function explain(
  error: FastifyError | MappingError,
  request: FastifyRequest,
  reply: FastifyReply,
): MappingError {
  const known = toMappingError(errorOfRequest(error));
  if (known.status >= 500) request.log.error({ err: error, id: known.id }, 'request failed');
  // Where it happens again and again, the product stores a reference that it should not.
  if (known.id === referenceGone)
    request.log.warn({ err: error, id: known.id }, 'request failed by a reference');
  // What may have been saved must not be repeated without looking.
  const isTemporary = known.status === 503 && !isOutcomeUnknown(known);
  const wait = known.retryAfterSeconds ?? (isTemporary ? 5 : undefined);
  if (wait !== undefined) reply.header('retry-after', String(wait));
  return known;
}

/** The ArcGIS envelope for portal and services, problem+json for everything else. */
function sendError(reply: FastifyReply, error: MappingError, request: FastifyRequest) {
  if (isArcgisPath(request.url)) return sendArcgisError(reply, error, request.id);
  return sendProblem(reply, error, request.id);
}

/** The error of an address without a route. */
function notFound(): MappingError {
  return new MappingError('http:not-found', 'There is nothing at this address.', { status: 404 });
}

/**
 * Errors of the product and the framework (too large, bad JSON, too many requests) keep their message; others
 * show none.
 */
function toMappingError(error: FastifyError | MappingError): MappingError {
  if (error instanceof MappingError && error.status !== 500) return error;
  const explained = explainError(error);
  if (explained) return explained;
  if (error instanceof MappingError)
    return new MappingError(error.id, 'Something went wrong', { status: 500, cause: error });
  const status = error.statusCode ?? 500;
  if (status < 500)
    return new MappingError(`http:${error.code ?? status}`.toLowerCase(), error.message, { status });
  return new MappingError('http:unexpected', 'Something went wrong', { status: 500, cause: error });
}

function sendProblem(reply: FastifyReply, error: MappingError, requestId: string) {
  const unexpected = error.status === 500;
  const problem: Problem = {
    type: `urn:mapping:problem:${error.id}`,
    id: error.id,
    title: unexpected ? 'Something went wrong' : error.message,
    status: error.status,
    detail: unexpected
      ? `Something went wrong. If it happens again, report this id: ${requestId}`
      : error.message,
    requestId,
    ...(error.faults.length > 0 && { faults: [...error.faults] }),
  };
  return reply.status(error.status).type('application/problem+json').send(JSON.stringify(problem));
}
