import type { FastifyInstance } from 'fastify';
import { MappingError } from '../../../wire/errors.ts';
import { limits } from '../../limits.ts';
import { shapeFault } from '../safety/json-shape.ts';

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
