import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { safeParse, type z } from 'zod';
import { faultsOf, MappingError } from '../../../wire/errors.ts';
import { inTurnIfLarge } from '../budgets/in-turn.ts';
import { limits } from '../../limits.ts';
import { hasMoreValues, shapeFault } from '../safety/json-shape.ts';
import { announcedBytes, readBody, tooLarge } from './read-body.ts';

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
    const announced = announcedBytes(request);
    if ((announced ?? 0) > most) throw tooLarge();
    const body = await readBody(payload, { most, announced });
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
 * @param most values, about: parsing many small ones takes longer than counting them
 * @throws MappingError `http:invalid-json`, `http:nested-too-deeply`, `http:nul-character` (400), `http:too-large` (413)
 */
export function parseJsonBody(body: unknown, most = Infinity): unknown {
  if (!(body instanceof Uint8Array)) return body;
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString();
  if (most < Infinity && hasMoreValues(text, most)) throw tooLarge();
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new MappingError('http:invalid-json', 'Not valid JSON.', { status: 400 });
  }
  refuseShape(value);
  return value;
}

/**
 * Reads a JSON body, parsed or still a Buffer, by its schema.
 * @param invalid id and message of the error
 * @throws MappingError `invalid` (400) that names every fault, and those of `parseJsonBody`
 */
export function readShape<Schema extends z.core.$ZodType>(
  schema: Schema,
  body: unknown,
  invalid: { id: string; message: string },
): z.output<Schema> {
  const read = safeParse(schema, parseJsonBody(body));
  if (read.success) return read.data;
  throw new MappingError(invalid.id, invalid.message, { status: 400, faults: faultsOf(read.error) });
}

/**
 * Rejects invalid input before any operation reads it: a NUL character in an address or a JSON body, which
 * the database cannot store, and JSON nested so deeply that reading it would overflow the stack.
 */
export function checkRequestShape(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (/%00|\0/.test(request.url)) done(nulCharacter());
    else done();
  });
  app.addHook('preValidation', (request, _reply, done) => {
    const { body } = request;
    if (typeof body === 'object' && body !== null && !Buffer.isBuffer(body)) refuseShape(body);
    done();
  });
}

/** @throws MappingError `http:nul-character`, `http:lone-surrogate`, `http:nested-too-deeply` (400) */
function refuseShape(body: unknown): void {
  const fault = shapeFault(body);
  if (fault === 'NUL character') throw nulCharacter();
  if (fault === 'lone surrogate')
    throw new MappingError(
      'http:lone-surrogate',
      'The request contains invalid Unicode: an unpaired surrogate.',
      {
        status: 400,
      },
    );
  if (fault === 'too deep') {
    throw new MappingError(
      'http:nested-too-deeply',
      `The body is nested deeper than ${limits.jsonDepth} levels. Send a flatter one.`,
      { status: 400 },
    );
  }
}

function nulCharacter(): MappingError {
  return new MappingError('http:nul-character', 'The request contains a NUL character. Remove it.', {
    status: 400,
  });
}
