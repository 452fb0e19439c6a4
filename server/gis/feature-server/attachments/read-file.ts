import { MappingError } from '../../../../wire/errors.ts';
import { coded } from '../../../../wire/refusals.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { GivenBytes } from '../../../platform/database/large-bytes-store.ts';
import { limits } from '../../../limits.ts';
import { takeWaitingFile } from '../../storage/waiting-file-store.ts';
import { parseGuid } from '../../where/temporal-literal.ts';
import { attachmentType, sanitiseFilename } from './allowed-type.ts';

/** A file to attach. */
export interface ReadFile {
  name: string;
  contentType: string;
  bytes: GivenBytes;
}

/** The service of an upload, and the user who takes it. */
export interface UploadOwner {
  serviceId: number;
  caller: string | null;
  now: number;
}

/** The id of an upload for clients: a letter, then a GUID. */
export const uploadIdOf = (id: string) => `i${id}`;

/** The id without its letter; undefined for a malformed one. */
export function parseUploadId(uploadId: string): string | undefined {
  const text = uploadId.trim();
  return /^i/i.test(text) ? parseGuid(text.slice(1)) : undefined;
}

/**
 * Takes an earlier upload, which is deleted; in a transaction.
 * @param name its new file name; that of the upload when absent
 * @throws MappingError 400 when this user has no upload with this id
 */
export async function takeUploaded(
  database: Database,
  uploadId: string,
  { serviceId, caller, now }: UploadOwner,
  name?: string,
): Promise<ReadFile> {
  const id = parseUploadId(uploadId);
  const found =
    id !== undefined && caller !== null
      ? await takeWaitingFile(database, { serviceId, id, sender: caller, now })
      : undefined;
  if (!found) throw invalidAttachment('uploadId', 'Upload not found or expired. Upload the file again.');
  return named(name ?? found.name, found.bytes);
}

/**
 * Decodes a file sent as text.
 * @throws MappingError 400 for text that is not base64, and a file that is too large or of a forbidden type
 */
export function readBase64(name: string, data: string): ReadFile {
  if (data.length * 0.75 > limits.attachmentBytes + 3) throw tooLarge();
  if (!/^[A-Za-z\d+/]*={0,2}$/.test(data)) throw invalidAttachment('data', 'Expected the file as base64.');
  const bytes = Buffer.from(data, 'base64');
  if (bytes.length > limits.attachmentBytes) throw tooLarge();
  return named(name, bytes);
}

/** @throws MappingError 400 for a forbidden type */
export function named(filename: string, bytes: GivenBytes): ReadFile {
  const name = sanitiseFilename(filename);
  return { name, contentType: attachmentType(name), bytes };
}

export function invalidAttachment(
  path: string,
  message: string,
  code?: ReturnType<typeof coded>,
): MappingError {
  return new MappingError('services:invalid-attachment', 'The attachment cannot be stored.', {
    status: 400,
    faults: [{ path, message, ...code }],
  });
}

function tooLarge(): MappingError {
  const most = limits.attachmentBytes / 1_000_000;
  const message = `An attachment may have at most ${most} MB.`;
  return invalidAttachment('data', message, coded('large-attachment', { most }));
}
