import type { FastifyInstance } from 'fastify';
import { MappingError } from '../../../wire/errors.ts';
import { inTurnIfLarge } from '../budgets/in-turn.ts';
import { limits } from '../../limits.ts';

/** Reads form bodies, large ones in turn. */
export function readForms(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer', bodyLimit: limits.requestBodyBytes },
    async (_request: unknown, body: Buffer) => {
      await inTurnIfLarge(body);
      return parseForm(body.toString());
    },
  );
}

/**
 * Reads the fields of a form; a repeated name has all its values. `URLSearchParams` is native: a web map of
 * several megabytes takes a fifth of the time of a parser in JavaScript, which would block all other
 * requests.
 * @throws MappingError `http:too-many-parameters` (400), before the values are decoded
 */
export function parseForm(text: string): Record<string, string | string[]> {
  refuseMany(text);
  const fields = new Map<string, string | string[]>();
  for (const [name, value] of new URLSearchParams(text)) {
    const known = fields.get(name);
    if (known === undefined) fields.set(name, value);
    else if (typeof known === 'string') fields.set(name, [known, value]);
    else known.push(value);
  }
  return Object.fromEntries(fields);
}

function refuseMany(text: string): void {
  let count = 1;
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) {
    count += 1;
    if (count > limits.requestParameters) throw tooManyParameters();
  }
}

export function tooManyParameters(): MappingError {
  return new MappingError(
    'http:too-many-parameters',
    `A request may have at most ${limits.requestParameters} parameters.`,
    { status: 400 },
  );
}
