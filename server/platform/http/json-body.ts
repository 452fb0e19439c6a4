import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { MappingError } from '../../../wire/errors.ts';
import { inTurnIfLarge } from '../budgets/in-turn.ts';
import { limits } from '../../limits.ts';
import { readBody, tooLarge } from './read-body.ts';
import { refuseShape } from './request-shape.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * The route accepts JSON larger than `limits.jsonBodyBytes`, up to its `bodyLimit`. The body of such a
     * request stays a Buffer, to be parsed once its sender is known.
     */
    largeJson?: true;
  }
}

/**
 * Reads JSON bodies. Parsing one megabyte of small values takes 100 ms of the event loop, so only routes that
 * allow it accept more than `limits.jsonBodyBytes`.
 */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', async (request: FastifyRequest, payload: Readable) => {
    const { config, bodyLimit } = request.routeOptions;
    const most = Math.min(bodyLimit ?? Infinity, config.largeJson ? Infinity : limits.jsonBodyBytes);
    if (Number(request.headers['content-length']) > most) throw tooLarge();
    const body = await readBody(payload, { most });
    if (body.length > limits.jsonBodyBytes) return body;
    await inTurnIfLarge(body);
    return new Promise((resolve, reject) => {
      // The default parser responds by its callback only.
      void parse(request, body.toString(), (error, value) => (error ? reject(error) : resolve(value)));
    });
  });
}

/**
 * Parses a body that stayed a Buffer; returns any other body unchanged.
 * @throws MappingError `http:invalid-json`, `http:nested-too-deeply`, `http:nul-character` (400)
 */
export function parseJsonBody(body: unknown): unknown {
  if (!(body instanceof Uint8Array)) return body;
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString());
  } catch {
    throw new MappingError('http:invalid-json', 'Not valid JSON.', { status: 400 });
  }
  refuseShape(value);
  return value;
}
