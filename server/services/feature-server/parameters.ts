import type { FastifyRequest } from 'fastify';
import { MappingError } from '../../../wire/errors.ts';
import { spool, type SpooledFile } from './spool.ts';

/** A file part of a multipart request. */
export interface UploadedPart extends SpooledFile {
  field: string;
  filename: string;
}

/** A bad parameter: 400 with its name and what is wrong. */
export function parameterError(name: string, problem: string): MappingError {
  return new MappingError('services:invalid-query', 'Cannot perform query. Invalid query parameters.', {
    status: 400,
    faults: [{ path: name, message: problem }],
  });
}

/** Query string and body as one, GET and POST alike: names in any case, empty values absent (portal-wire §0). */
export class Parameters {
  readonly #values = new Map<string, string>();

  constructor(...sources: unknown[]) {
    for (const source of sources) {
      for (const [name, value] of Object.entries((source ?? {}) as Record<string, unknown>)) {
        const last: unknown = Array.isArray(value) ? value.at(-1) : value;
        const text =
          typeof last === 'string' ? last : last === undefined || last === null ? '' : JSON.stringify(last);
        if (text.trim() !== '') this.#values.set(name.toLowerCase(), text);
      }
    }
  }

  /** The same with some values in place of others; an empty one takes a value away. */
  with(values: Readonly<Record<string, string>>): Parameters {
    const replaced = new Set(Object.keys(values).map((name) => name.toLowerCase()));
    const kept = [...this.#values].filter(([name]) => !replaced.has(name));
    return new Parameters(Object.fromEntries(kept), values);
  }

  text(name: string): string | undefined {
    return this.#values.get(name.toLowerCase());
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
      return JSON.parse(text) as unknown;
    } catch {
      throw parameterError(name, 'This is no JSON.');
    }
  }

  /** Names or ids: a comma list or a JSON array. */
  list(name: string): string[] | undefined {
    const text = this.text(name)?.trim();
    if (text === undefined) return undefined;
    const members = text.startsWith('[') ? this.json(name) : text.split(',');
    if (!Array.isArray(members)) throw parameterError(name, 'Expected a list.');
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

/** Everything a request carries; the caller discards the files in the end. */
export async function readRequest(
  request: FastifyRequest,
  fileBytes: number,
): Promise<{ parameters: Parameters; files: UploadedPart[] }> {
  if (!request.isMultipart()) return { parameters: new Parameters(request.query, request.body), files: [] };
  const fields: Record<string, string> = {};
  const files: UploadedPart[] = [];
  try {
    for await (const part of request.parts({ limits: { fileSize: fileBytes, files: 1 } })) {
      if (part.type === 'field') fields[part.fieldname] = String(part.value);
      else files.push({ field: part.fieldname, filename: part.filename, ...(await spool(part.file)) });
      if (part.type === 'file' && part.file.truncated) {
        throw new MappingError('services:too-large', `A file may have at most ${fileBytes} bytes.`, {
          status: 413,
        });
      }
    }
  } catch (error) {
    await discardFiles(files);
    throw error;
  }
  return { parameters: new Parameters(request.query, fields), files };
}

export async function discardFiles(files: readonly UploadedPart[]): Promise<void> {
  for (const file of files) await file.discard();
}

/** The token, wherever clients put it (portal-wire §0). */
export function findToken(parameters: Parameters, headers: FastifyRequest['headers']): string | undefined {
  const named = parameters.text('token');
  if (named !== undefined) return named;
  for (const header of [headers['x-esri-authorization'], headers.authorization]) {
    const match = /^Bearer\s+(\S+)$/i.exec(Array.isArray(header) ? (header[0] ?? '') : (header ?? ''));
    if (match) return match[1];
  }
  return undefined;
}
