import type { ServerResponse } from 'node:http';
import { unescape } from 'node:querystring';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { MappingError } from '../../../wire/errors.ts';
import { hasBody } from '../budgets/requester.ts';
import { inTurnIfLarge } from '../budgets/in-turn.ts';
import { limits } from '../../limits.ts';
import type { ByteAccount } from '../budgets/byte-budget.ts';
import { openUnknown } from './multipart/upload-room.ts';
import { announcedBytes, readBody, tooLarge } from './read-body.ts';
import { allowFileTime } from './slow-callers.ts';

/** A value of a form; a large one stays encoded (`decodeFormValue`). */
export type FormValue = string | Uint8Array;

export interface LargeFormOptions {
  /**
   * The sender of the request, by its address, its headers and the form's token as far as it has been read;
   * undefined while unknown. Throws for an invalid token.
   */
  sender: (request: FastifyRequest, token: string | undefined) => Promise<string | undefined>;
}

/**
 * Reads forms of the routes registered after this, which may exceed `limits.requestBodyBytes` where the route
 * allows it. ArcGIS clients write the token into the form, often at its end: a large form of an unknown
 * sender counts against the room for files of unknown senders (`uploadRoom.unknown`), others against that of
 * forms, until the request has been answered.
 */
export function readLargeForms(app: FastifyInstance, { sender }: LargeFormOptions): void {
  const responses = new WeakMap<FastifyRequest, ServerResponse>();
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (hasBody(request)) responses.set(request, reply.raw);
    done(null, payload);
  });
  app.removeContentTypeParser('application/x-www-form-urlencoded');
  const parse = async (request: FastifyRequest, payload: Readable) => {
    const room = new FormRoom(request, responses.get(request), sender);
    try {
      const body = await room.read(payload);
      await inTurnIfLarge(body);
      return splitForm(body);
    } catch (error) {
      room.close();
      throw error;
    }
  };
  app.addContentTypeParser('application/x-www-form-urlencoded', parse);
}

/** Memory of one large form during its request. */
class FormRoom {
  readonly #request: FastifyRequest;
  readonly #response: ServerResponse | undefined;
  readonly #sender: LargeFormOptions['sender'];
  #account: ByteAccount | undefined;

  constructor(
    request: FastifyRequest,
    response: ServerResponse | undefined,
    sender: LargeFormOptions['sender'],
  ) {
    this.#request = request;
    this.#response = response;
    this.#sender = sender;
  }

  async read(payload: Readable): Promise<Buffer> {
    const most = this.#request.routeOptions.bodyLimit ?? limits.requestBodyBytes;
    const announced = announcedBytes(this.#request);
    if ((announced ?? 0) > most) throw tooLarge();
    const large = announced !== undefined && announced > limits.requestBodyBytes;
    let person = large ? await this.#sender(this.#request, undefined) : undefined;
    // One that exceeds the room is rejected before its body is read.
    if (large) this.#refuseBeyondRoom(person, announced);
    const displaced = Promise.withResolvers<never>();
    displaced.promise.catch(() => {});
    let counted = 0;
    const body = await readBody(payload, {
      most,
      announced,
      stopped: displaced.promise,
      onChunk: async ({ size, beginning }) => {
        if (size <= limits.requestBodyBytes) return;
        if (!this.#account) {
          person ??= await this.#sender(this.#request, tokenIn(beginning));
          this.#account = this.#open(person, displaced.reject);
          if (person !== undefined) allowFileTime(this.#request.raw);
          this.#response?.once('close', () => this.close());
          if (this.#response?.closed) this.close();
        }
        // Memory for all of it has been taken.
        const held = Math.max(size, announced ?? 0);
        this.#account.add(held - counted);
        counted = held;
      },
    });
    this.#account?.keep();
    return body;
  }

  #refuseBeyondRoom(person: string | undefined, bytes: number): void {
    const account = this.#open(person, () => {});
    try {
      account.announce(bytes);
    } finally {
      account.close();
    }
  }

  /** @param onDisplaced is called with the error when an unknown sender has to give way to another */
  #open(person: string | undefined, onDisplaced: (error: unknown) => void): ByteAccount {
    const { uploadRoom } = this.#request.server;
    if (person !== undefined) return uploadRoom.forms.open(person);
    const account = openUnknown(uploadRoom, this.#request.ip);
    account.displaced.catch(onDisplaced);
    return account;
  }

  close(): void {
    this.#account?.close();
  }
}

/** The token among the fields that have been read completely. */
function tokenIn(beginning: Buffer): string | undefined {
  const fields = splitForm(beginning.subarray(0, Math.max(0, beginning.lastIndexOf(ampersand))));
  const named = Object.entries(fields).filter(([name]) => name.toLowerCase() === 'token');
  return named
    .flatMap(([, value]) => value)
    .find((value) => typeof value === 'string' && value.trim() !== '') as string | undefined;
}

const ampersand = '&'.charCodeAt(0);
const equals = '='.charCodeAt(0);

/**
 * The fields of a form; a repeated name has all its values. Large values stay encoded: decoding megabytes
 * would block the event loop, and happens in a thread once their sender is known.
 * @throws MappingError `http:too-many-parameters` (400)
 */
export function splitForm(body: Buffer): Record<string, FormValue | FormValue[]> {
  const fields = new Map<string, FormValue | FormValue[]>();
  let count = 0;
  let decoded = 0;
  for (let from = 0; from < body.length; count += 1) {
    if (count === limits.requestParameters) throw tooManyParameters();
    const next = body.indexOf(ampersand, from);
    const end = next < 0 ? body.length : next;
    const field = body.subarray(from, end);
    const split = field.indexOf(equals);
    const name = split < 0 ? field : field.subarray(0, split);
    const written = split < 0 ? field.subarray(field.length) : field.subarray(split + 1);
    if (name.length > 0 && name.length <= limits.parameterName) {
      // However many values there are, few bytes are decoded here.
      const longest = decoded > 4 * limits.loopCharacters ? limits.parameterName : limits.loopCharacters;
      const value = written.length > longest ? written : decodeFormValue(written);
      if (typeof value === 'string') decoded += written.length;
      const decodedName = decodeFormValue(name);
      const known = fields.get(decodedName);
      if (known === undefined) fields.set(decodedName, value);
      else if (Array.isArray(known)) known.push(value);
      else fields.set(decodedName, [known, value]);
    }
    from = end + 1;
  }
  return Object.fromEntries(fields);
}

export function decodeFormValue(written: Uint8Array): string {
  const text = Buffer.from(written.buffer, written.byteOffset, written.byteLength).toString();
  return unescape(text.replaceAll('+', ' '));
}

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

function tooManyParameters(): MappingError {
  return new MappingError(
    'http:too-many-parameters',
    `A request may have at most ${limits.requestParameters} parameters.`,
    { status: 400 },
  );
}
