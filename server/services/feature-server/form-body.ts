import { unescape } from 'node:querystring';
import type { FastifyInstance } from 'fastify';
import { MappingError } from '../../../wire/errors.ts';
import { tooManyParameters } from '../../http/parse-form.ts';
import { limits } from '../../limits.ts';
import type { RawValue } from './parameters.ts';

const ampersand = '&'.charCodeAt(0);
const equals = '='.charCodeAt(0);

/**
 * Reads the fields of a form. Large values stay as they came: decoding twenty megabytes would keep the event loop busy.
 * @throws MappingError `http:too-many-parameters` (400)
 */
export function readFormBody(body: Buffer): Record<string, RawValue> {
  const fields = new Map<string, RawValue>();
  let count = 0;
  for (let from = 0; from < body.length; count += 1) {
    if (count === limits.requestParameters) throw tooManyParameters();
    const next = body.indexOf(ampersand, from);
    const end = next < 0 ? body.length : next;
    const field = body.subarray(from, end);
    const split = field.indexOf(equals);
    const name = split < 0 ? field : field.subarray(0, split);
    const value = split < 0 ? field.subarray(field.length) : field.subarray(split + 1);
    if (name.length > 0 && name.length <= 200) {
      const large = value.length > limits.loopCharacters;
      fields.set(decode(name), large ? value : decode(value));
    }
    from = end + 1;
  }
  return Object.fromEntries(fields);
}

function decode(text: Buffer): string {
  return unescape(text.toString().replaceAll('+', ' '));
}

/** Reads bodies of feature services a way that large ones do not keep the event loop busy. */
export function readBodiesLightly(app: FastifyInstance): void {
  app.removeContentTypeParser(['application/json', 'application/x-www-form-urlencoded']);
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    async (_request: unknown, body: Buffer) => readFormBody(body),
  );
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: unknown, body: Buffer) => {
      if (body.length > limits.requestBodyBytes) {
        throw new MappingError(
          'services:too-large',
          `JSON may have at most ${limits.requestBodyBytes} bytes. Send parameters as a form.`,
          { status: 413 },
        );
      }
      try {
        return JSON.parse(body.toString()) as unknown;
      } catch {
        throw new MappingError('http:invalid-json', 'Not valid JSON.', { status: 400 });
      }
    },
  );
}
