import type { FastifyInstance } from 'fastify';
import { MappingError } from '../../../wire/errors.ts';
import { limits } from '../../limits.ts';
import { shapeFault } from '../safety/json-shape.ts';

/**
 * The part of a request's address that may be logged: no query, because it may contain tokens, and no link of
 * a shared map, because a reader of the log could open the map.
 */
export function loggedPath(url: string): string {
  return (url.split('?', 1)[0] ?? '').replace(/(\/(?:shared-maps|sid)\/)[^/]+/g, '$1…');
}

/**
 * Rejects invalid input before any operation reads it: a NUL character in an address or a JSON body, which
 * the database cannot store, and JSON nested so deeply that reading it would overflow the stack.
 */
export function checkRequestShape(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (/%00|\0/.test(request.url)) throw nulCharacter();
  });
  app.addHook('preValidation', async (request) => {
    const { body } = request;
    if (typeof body !== 'object' || body === null || Buffer.isBuffer(body)) return;
    refuseShape(body);
  });
}

/** @throws MappingError `http:nul-character`, `http:nested-too-deeply` (400) */
export function refuseShape(body: unknown): void {
  const fault = shapeFault(body);
  if (fault === 'NUL character') throw nulCharacter();
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
