import { parseJson } from '../../platform/safety/json-shape.ts';
import type { FastifyRequest } from 'fastify';
import { MappingError } from '../../../wire/errors.ts';
import { decodeFormValue, type FormValue } from '../../platform/http/large-forms.ts';
import { type Form, type FormFields, readForm } from '../../platform/http/multipart/read-form.ts';
import { limits } from '../../limits.ts';
import { TooHeavy } from '../geometry/too-heavy.ts';

/** An invalid parameter: 400 with its name and the problem. */
export function parameterError(name: string, problem: string): MappingError {
  return new MappingError('services:invalid-query', 'Cannot perform query. Invalid query parameters.', {
    status: 400,
    faults: [{ path: name, message: problem }],
  });
}

/** Query string and body merged, for GET and POST alike: names in any case, empty values absent. */
export class Parameters {
  readonly #values = new Map<string, FormValue>();
  #longest = Infinity;

  constructor(...sources: unknown[]) {
    for (const source of sources) {
      for (const [name, value] of Object.entries((source ?? {}) as Record<string, unknown>)) {
        const last: unknown = Array.isArray(value) ? value.at(-1) : value;
        if (last instanceof Uint8Array) {
          this.#values.set(name.toLowerCase(), last);
          continue;
        }
        const text =
          typeof last === 'string' ? last : last === undefined || last === null ? '' : JSON.stringify(last);
        if (text.trim() !== '') this.#values.set(name.toLowerCase(), text);
      }
    }
  }

  /** The same parameters, except that reading a large value throws `TooHeavy`. */
  onLoop(): this {
    this.#longest = limits.loopCharacters;
    return this;
  }

  /** All values, for another thread. */
  raw(): ReadonlyMap<string, FormValue> {
    return this.#values;
  }

  /** The same parameters with some values replaced; an empty value removes one. */
  with(values: Readonly<Record<string, string>>): Parameters {
    const replaced = new Set(Object.keys(values).map((name) => name.toLowerCase()));
    const kept = [...this.#values].filter(([name]) => !replaced.has(name));
    const changed = new Parameters(Object.fromEntries(kept), values);
    changed.#longest = this.#longest;
    return changed;
  }

  /** @throws TooHeavy for a large value on the event loop */
  text(name: string): string | undefined {
    const value = this.#values.get(name.toLowerCase());
    if (value === undefined) return undefined;
    if (value.length > this.#longest) throw new TooHeavy();
    if (typeof value === 'string') return value;
    const decoded = decodeFormValue(value);
    if (decoded.includes('\0')) throw parameterError(name, 'A text cannot hold the character NUL.');
    return decoded;
  }

  /** A value of ordinary length; a large one counts as absent. */
  short(name: string): string | undefined {
    const value = this.#values.get(name.toLowerCase());
    return value === undefined || value.length > limits.loopCharacters ? undefined : this.text(name);
  }

  flag(name: string, otherwise = false): boolean {
    const text = this.text(name)?.toLowerCase();
    return text === undefined ? otherwise : text === 'true' || text === '1';
  }

  /** @throws MappingError 400 unless it is a number within the limits */
  number(name: string, { least = -Infinity, most = Infinity, whole = false } = {}): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const value = Number(text);
    if (!Number.isFinite(value) || (whole && !Number.isInteger(value))) {
      throw parameterError(name, whole ? 'Expected a whole number.' : 'Expected a number.');
    }
    if (value < least || value > most)
      throw parameterError(name, `Expected a number from ${least} to ${most}.`);
    return value;
  }

  /** @throws MappingError 400 unless it is JSON */
  json(name: string): unknown {
    const text = this.text(name);
    if (text === undefined) return undefined;
    try {
      return parseJson(text) as unknown;
    } catch {
      throw parameterError(name, 'Not valid JSON.');
    }
  }

  /** Names or ids: comma-separated or a JSON array. */
  list(name: string): string[] | undefined {
    const text = this.text(name)?.trim();
    if (text === undefined) return undefined;
    const members = text.startsWith('[') ? this.json(name) : text.split(',');
    if (!Array.isArray(members)) throw parameterError(name, 'Expected a list.');
    // An object may not even become text: its own `toString` may be anything.
    if (members.some((member) => typeof member === 'object' && member !== null))
      throw parameterError(name, 'Expected a list of names or ids.');
    return members.map((member) => String(member).trim()).filter((member) => member !== '');
  }

  /** Object ids: whole numbers. */
  ids(name: string): number[] | undefined {
    return this.list(name)?.map((member) => {
      const id = Number(member);
      if (!Number.isSafeInteger(id)) throw parameterError(name, 'Expected object ids, separated by commas.');
      return id;
    });
  }
}

/**
 * Reads everything a request carries; the caller discards the form at the end.
 * @param sender the sender, by the token received so far; undefined: unknown
 */
export async function readRequest(
  request: FastifyRequest,
  sender: (token: string | undefined) => Promise<string | undefined>,
): Promise<{ parameters: Parameters; form: Form | undefined }> {
  if (!request.isMultipart())
    return { parameters: new Parameters(request.query, request.body).onLoop(), form: undefined };
  const parametersOf = (fields: FormFields) =>
    new Parameters(request.query, Object.fromEntries(fields)).onLoop();
  const form = await readForm(request, {
    limit: { fields: limits.featureEditBytes, files: limits.attachmentBytes, fileCount: 1 },
    sender: (fields) => sender(findToken(parametersOf(fields), request.headers)),
  });
  return { parameters: parametersOf(form.fields), form };
}

/** The token, from the parameter or either header (docs/arcgis-protocol.md#tokens). */
export function findToken(parameters: Parameters, headers: FastifyRequest['headers']): string | undefined {
  const named = parameters.short('token');
  if (named !== undefined) return named;
  for (const header of [headers['x-esri-authorization'], headers.authorization]) {
    const match = /^Bearer\s+(\S+)$/i.exec(Array.isArray(header) ? (header[0] ?? '') : (header ?? ''));
    if (match) return match[1];
  }
  return undefined;
}
