import { createWriteStream, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FastifyRequest } from 'fastify';
import { MappingError } from '../../../wire/errors.ts';
import type { UploadedFile } from '../operation.ts';

export interface MultipartBody {
  fields: [string, string][];
  /** The files, for a caller who is known to be somebody. */
  files: UploadedFile[];
  /** Removes what was kept on disk. */
  discard(): Promise<void>;
}

/**
 * Reads a multipart request. Files are streamed to a temporary folder: the token may come after them in the same body
 * (arcgis-rest-js sends it last), and nobody unknown shall fill the memory.
 * @param limit bytes that all fields, and all files, may have
 * @throws MappingError `http:too-large`, `portal:broken-form`
 */
export async function readMultipart(
  request: FastifyRequest,
  limit: { fields: number; files: number },
): Promise<MultipartBody> {
  const fields: [string, string][] = [];
  const files: UploadedFile[] = [];
  let folder: string | undefined;
  let fieldBytes = 0;
  let fileBytes = 0;
  const discard = async () => {
    if (folder) await rm(folder, { recursive: true, force: true });
  };
  try {
    for await (const part of request.parts({ limits: { fieldSize: limit.fields, fileSize: limit.files } })) {
      if (part.type === 'file') {
        folder ??= await mkdtemp(path.join(tmpdir(), 'mapping-upload-'));
        const place = path.join(folder, String(files.length));
        await pipeline(part.file, createWriteStream(place, { mode: 0o600 }));
        fileBytes += part.file.bytesRead;
        files.push({
          field: part.fieldname,
          filename: part.filename ?? '',
          contentType: part.mimetype,
          size: part.file.bytesRead,
          place,
          get bytes() {
            return readFileSync(place);
          },
        });
        if (part.file.truncated || fileBytes > limit.files) throw tooLarge();
      } else {
        const value = typeof part.value === 'string' ? part.value : JSON.stringify(part.value);
        fieldBytes += Buffer.byteLength(value);
        if (part.valueTruncated || fieldBytes > limit.fields) throw tooLarge();
        fields.push([part.fieldname, value]);
      }
    }
  } catch (error) {
    await discard();
    throw isBrokenForm(error) ? brokenForm(error) : error;
  }
  return { fields, files, discard };
}

/** The parser's own errors carry neither a status, as the framework's do, nor a code, as the file system's do. */
function isBrokenForm(error: unknown): error is Error {
  return (
    error instanceof Error &&
    !(error instanceof MappingError) &&
    !('statusCode' in error) &&
    !('code' in error)
  );
}

function brokenForm(cause: Error): MappingError {
  return new MappingError('portal:broken-form', 'The multipart form is broken or ends too early.', {
    status: 400,
    cause,
  });
}

function tooLarge(): MappingError {
  return new MappingError('http:too-large', 'The request is larger than this server accepts.', {
    status: 413,
  });
}
