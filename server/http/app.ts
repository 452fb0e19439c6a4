import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyInstance } from 'fastify';
import { limits } from '../limits.ts';
import { drain } from './drain.ts';
import { handleError, handleNotFound } from './error-exit.ts';
import { createUploadRoom } from './multipart/upload-room.ts';
import { readJsonBodies } from './json-body.ts';
import { loggedPath } from './logged-path.ts';
import { readForms } from './parse-form.ts';
import { checkRequestShape } from './request-shape.ts';
import { connectionTimes, hurry } from './slow-callers.ts';
import { bareHeaders, securityHeaders } from './security-headers.ts';

export interface HttpOptions {
  logLevel: string;
  publicUrl: string;
  /** Proxies whose word on who calls is taken; undefined: nobody's. */
  trustProxy?: string | undefined;
  /** Where log lines go instead of the standard output. */
  logStream?: { write(line: string): void };
  /** How many times as long as usual slow callers get: tests have less. */
  patience?: number | undefined;
  /** Largest file people may upload, in bytes; `limits.uploadBytes` when absent. */
  uploadBytes?: number | undefined;
  /** Hears of every route: tests send requests to all there are. */
  onRoute?: (route: { method: string; url: string }) => void;
}

/** The Fastify application with everything the slices rely on; the caller registers the slices and listens. */
export async function createHttpApp(options: HttpOptions): Promise<FastifyInstance> {
  const app = createBareApp(options);
  await app.register(securityHeaders, { publicUrl: options.publicUrl });
  // ArcGIS clients of other origins use portal and services with credentials.
  await app.register(cors, {
    delegator: (request, callback) => {
      const open = /^\/(portal|server)\//.test(request.url ?? '');
      callback(null, open ? { origin: true, credentials: true, maxAge: 3600 } : { origin: false });
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

/** What serves the pages of integrations on their own origin: no API, no cookies, no bodies, nothing but what is registered. */
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
  const app = Fastify({
    bodyLimit: limits.requestBodyBytes,
    ...connectionTimes(options.patience ?? 1),
    // What comes while the server ends is answered (drain.ts).
    return503OnClosing: false,
    trustProxy: options.trustProxy ?? false,
    genReqId: () => randomUUID(),
    logger: {
      level: options.logLevel,
      ...(options.logStream && { stream: options.logStream }),
      // Headers are not logged; should somebody add them one day, these stay out.
      redact: ['req.headers.authorization', 'req.headers.cookie', 'res.headers["set-cookie"]'],
      serializers: { req: ({ method, url }) => ({ method, path: loggedPath(url) }) },
    },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    // An address that cannot be decoded leaves through the one exit too; it comes by no hook that would set headers.
    frameworkErrors: (error, request, reply) =>
      handleError(error, request, reply.headers(bareHeaders(options.publicUrl))),
  });
  app.setErrorHandler(handleError);
  app.setNotFoundHandler(handleNotFound);
  app.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) options.onRoute?.({ method: each, url });
  });
  checkRequestShape(app);
  hurry(app, options.patience ?? 1);
  app.decorate('uploadRoom', createUploadRoom(options.uploadBytes ?? limits.uploadBytes));
  drain(app);
  return app;
}
