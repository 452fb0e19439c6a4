import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { MappingError } from '../../../../wire/errors.ts';
import { inTurn } from '../../budgets/in-turn.ts';
import { limits } from '../../../limits.ts';
import { CollectedBytes } from '../collected-bytes.ts';
import { tooLarge } from '../read-body.ts';
import { allowFileTime } from '../slow-callers.ts';
import type { ByteAccount } from '../../budgets/byte-budget.ts';
import { megabytes, openUnknown, type UnknownAccount } from './upload-room.ts';

/** A file part of a form, on disk until the form is discarded. */
export interface FormFile {
  field: string;
  filename: string;
  contentType: string;
  size: number;
  place: string;
  /** Reads it into memory: for a file whose size was checked. */
  read(): Promise<Buffer>;
}

export type FormFields = [name: string, value: string][];

export interface Form {
  fields: FormFields;
  /** Empty unless the sender is known. */
  files: FormFile[];
  /** Deletes the file. */
  discard(): Promise<void>;
}

export interface FormOptions {
  /** Maximum bytes of all fields, and of all files; and number of files. */
  limit: { fields: number; files: number; fileCount?: number };
  /**
   * The sender of the form, by its address, its headers and the fields read so far; undefined while unknown.
   * Throws for an invalid token.
   */
  sender: (fields: FormFields) => Promise<string | undefined>;
}

/** A form with more fields is read in several turns of the event loop. */
const fieldsPerTurn = 50;

/**
 * Reads a multipart form. A file is stored only for a known sender. As arcgis-rest-js writes its token after
 * the file, a small file of an unknown sender waits in memory until the form has been read; a larger one is
 * rejected.
 * @throws MappingError `http:too-large`, `http:broken-form`, `portal:token-required`, `uploads:busy`,
 * `uploads:person-busy`
 */
export async function readForm(request: FastifyRequest, { limit, sender }: FormOptions): Promise<Form> {
  const reading = new Reading(request, limit.files);
  const fields: FormFields = [];
  let fieldBytes = 0;
  /** Parsing and storing this many fields takes about a millisecond; a form may have thousands. */
  const pause = async () => {
    if (fields.length % fieldsPerTurn !== 0) return;
    request.raw.pause();
    await inTurn();
    request.raw.resume();
  };
  const addField = (name: string, value: string, truncated: boolean) => {
    fieldBytes += Buffer.byteLength(value);
    if (truncated || fieldBytes > limit.fields) throw tooLarge();
    reading.noteFields(fieldBytes);
    fields.push([name, value]);
  };
  const read = async (): Promise<Form> => {
    await reading.identify(() => sender(fields));
    const parts = request.parts({
      isPartAFile: (_field, type, filename) =>
        filename !== undefined || type === 'application/octet-stream' || isJson(type),
      limits: {
        fieldSize: limit.fields,
        fileSize: limit.files,
        ...(limit.fileCount !== undefined && { files: limit.fileCount }),
      },
    });
    for await (const part of parts) {
      if (part.type === 'file' && part.filename === undefined && isJson(part.mimetype)) {
        const before = fieldBytes;
        const count = (bytes: number) => {
          if (before + bytes > limit.fields) throw tooLarge();
          reading.noteFields(before + bytes);
        };
        addField(part.fieldname, await textOf(part, count), part.file.truncated);
      } else if (part.type === 'file') {
        await reading.identify(() => sender(fields));
        await reading.take(part);
      } else {
        addField(part.fieldname, String(part.value), part.valueTruncated);
        await pause();
      }
    }
    await reading.identify(() => sender(fields));
    return { fields, files: reading.finish(), discard: () => reading.discard() };
  };
  try {
    return await Promise.race([read(), reading.displaced]);
  } catch (error) {
    // Parsing stops with the current part.
    request.raw.unpipe();
    await reading.discard();
    throw isBrokenForm(error) || hasLeft(request.raw, error) ? brokenForm(error) : error;
  }
}

/**
 * JSON parts without a file name are fields; their text is not parsed here, where it would block the event
 * loop.
 */
function isJson(type: string | undefined): boolean {
  return /^application\/json\b/i.test(type ?? '');
}

async function textOf({ file }: MultipartFile, count: (bytes: number) => void): Promise<string> {
  const read = new CollectedBytes();
  for await (const chunk of file as AsyncIterable<Buffer>) {
    count(read.size + chunk.length);
    read.add(chunk);
  }
  return (await read.take()).toString();
}

interface WaitingFile {
  part: MultipartFile;
  bytes: CollectedBytes;
}

/** The files of one form. */
class Reading {
  readonly #request: FastifyRequest;
  readonly #limit: number;
  readonly #files: FormFile[] = [];
  readonly #waiting: WaitingFile[] = [];
  #person: string | undefined;
  #stored: ByteAccount | undefined;
  #unknown: UnknownAccount | undefined;
  #fields: ByteAccount | undefined;
  readonly #displaced = Promise.withResolvers<never>();
  #isDiscarded = false;
  #folder: string | undefined;
  #bytes = 0;
  #fieldBytes = 0;

  constructor(request: FastifyRequest, limit: number) {
    this.#request = request;
    this.#limit = limit;
    this.#displaced.promise.catch(() => {});
  }

  /** Fails when the form of an unknown sender has to give way to that of another. */
  get displaced(): Promise<never> {
    return this.#displaced.promise;
  }

  async identify(ask: () => Promise<string | undefined>): Promise<void> {
    if (this.#person !== undefined) return;
    const person = await ask();
    // It may have given way meanwhile.
    if (person === undefined || this.#isDiscarded) return;
    this.#person = person;
    this.#unknown?.keep();
    const { files, forms } = this.#request.server.uploadRoom;
    this.#stored = files.open(person);
    this.#fields = forms.open(person);
    this.#fields.add(this.#fieldBytes);
    await this.#storeWaiting(this.#stored);
    allowFileTime(this.#request.raw);
  }

  async take(part: MultipartFile): Promise<void> {
    if (this.#stored) await this.#store(part, this.#stored);
    else await this.#hold(part);
    if (part.file.truncated) throw tooLarge();
  }

  /** Long fields are counted like other large forms: those of an unknown sender like files. */
  noteFields(bytes: number): void {
    if (bytes <= limits.requestBodyBytes) return;
    (this.#fields ?? this.#openUnknown()).add(bytes - this.#fieldBytes);
    this.#fieldBytes = bytes;
  }

  #openUnknown(): ByteAccount {
    if (this.#unknown) return this.#unknown;
    this.#unknown = openUnknown(this.#request.server.uploadRoom, this.#request.ip);
    this.#unknown.displaced.catch(this.#displaced.reject);
    return this.#unknown;
  }

  /** Streams a part of a known sender to disk. */
  async #store(part: MultipartFile, account: ByteAccount): Promise<void> {
    const place = await this.#nextPlace();
    const counted = async function* (this: Reading, source: AsyncIterable<Buffer>) {
      for await (const chunk of source) {
        this.#count(chunk, this.#limit);
        account.add(chunk.length);
        yield chunk;
      }
    }.bind(this);
    await pipeline(part.file, counted, createWriteStream(place, { mode: 0o600 }));
    this.#add(part, place, part.file.bytesRead);
  }

  /** Keeps a part in memory until its sender is known. */
  async #hold(part: MultipartFile): Promise<void> {
    const unknown = this.#openUnknown();
    const bytes = new CollectedBytes();
    this.#waiting.push({ part, bytes });
    for await (const chunk of part.file as AsyncIterable<Buffer>) {
      this.#count(chunk, Math.min(this.#limit, limits.unknownFileBytes));
      unknown.add(chunk.length);
      bytes.add(chunk);
      await nextTurn();
    }
  }

  #count(chunk: Buffer, max: number): void {
    this.#bytes += chunk.length;
    if (this.#bytes <= max) return;
    throw this.#person === undefined && max < this.#limit ? tokenFirst() : tooLarge();
  }

  async #nextPlace(): Promise<string> {
    this.#folder ??= await mkdtemp(path.join(tmpdir(), 'mapping-upload-'));
    return path.join(this.#folder, String(this.#files.length));
  }

  #add({ fieldname, filename, mimetype }: MultipartFile, place: string, size: number): void {
    this.#files.push({
      field: fieldname,
      filename: filename ?? '',
      contentType: mimetype,
      size,
      place,
      read: () => readFile(place),
    });
  }

  /** Stores what waited for its sender: otherwise it would stay in memory for as long as further files take. */
  async #storeWaiting(stored: ByteAccount): Promise<void> {
    for (const { part, bytes } of this.#waiting) {
      stored.add(bytes.size);
      const place = await this.#nextPlace();
      await writeFile(place, bytes.blocks, { mode: 0o600 });
      this.#add(part, place, bytes.size);
    }
    this.#forgetWaiting();
  }

  #forgetWaiting(): void {
    // The parser may still refer to them.
    for (const { bytes } of this.#waiting) bytes.clear();
    this.#waiting.length = 0;
    this.#unknown?.close();
  }

  /** @returns the files that were stored: none if the sender stays unknown */
  finish(): FormFile[] {
    this.#forgetWaiting();
    return this.#files;
  }

  async discard(): Promise<void> {
    this.#isDiscarded = true;
    try {
      if (this.#folder !== undefined) await rm(this.#folder, { recursive: true, force: true });
    } finally {
      this.#forgetWaiting();
      this.#stored?.close();
      this.#fields?.close();
    }
  }
}

/**
 * The parser's own errors have neither a status, like the framework's, nor a code, like the file system's.
 */
function isBrokenForm(error: unknown): error is Error {
  return (
    error instanceof Error &&
    !(error instanceof MappingError) &&
    !('statusCode' in error) &&
    !('code' in error)
  );
}

/** Whether the reading failed because the caller closed the connection. */
function hasLeft({ destroyed, complete }: IncomingMessage, error: unknown): error is Error {
  return destroyed && !complete && !(error instanceof MappingError);
}

function brokenForm(cause: Error): MappingError {
  return new MappingError('http:broken-form', 'The multipart form is broken or ends too early.', {
    status: 400,
    cause,
  });
}

function tokenFirst(): MappingError {
  return new MappingError(
    'portal:token-required',
    `Token required. Files of more than ${megabytes(limits.unknownFileBytes)} MB need the token in a header, in the URL or in a field before the file.`,
    { status: 499 },
  );
}
