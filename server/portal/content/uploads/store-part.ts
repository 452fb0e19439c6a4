import { createReadStream } from 'node:fs';
import { MappingError } from '../../../../wire/errors.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { FormFile } from '../../../platform/http/multipart/read-form.ts';
import type { PortalContext } from '../../operation.ts';
import { joinStopped } from '../publishing/job-runner.ts';
import { endIfStale, findJob } from '../publishing/job-store.ts';
import { lockUpload, savePart, type UploadRow } from './upload-store.ts';

type StoringContext = Pick<PortalContext, 'uploadBytes' | 'now'>;

/**
 * Stores a part of an item's file.
 * @throws MappingError `portal:no-upload`, `portal:upload-joining` (409), `http:too-large` (413)
 */
export async function storePart(
  transaction: Database,
  context: StoringContext,
  itemId: string,
  { part, file }: { part: number; file: FormFile },
): Promise<void> {
  await lockOpenUpload(transaction, itemId);
  const chunks = createReadStream(file.place);
  const all = await savePart(transaction, itemId, { part, size: file.size, chunks }, context.now());
  if (all <= context.uploadBytes) return;
  const megabytes = Math.floor(context.uploadBytes / 1_000_000);
  throw new MappingError('http:too-large', `All parts together may have at most ${megabytes} MB.`, {
    status: 413,
  });
}

/**
 * The upload of an item, which no other request continues or ends until the end of the transaction.
 * @throws MappingError `portal:no-upload`; `portal:upload-joining` (409) while its parts are joined
 */
export async function lockOpenUpload(transaction: Database, itemId: string): Promise<UploadRow> {
  const upload = await lockUpload(transaction, itemId);
  if (!upload) throw noUpload();
  const job = upload.job_id === null ? undefined : await findCommit(transaction, itemId, upload.job_id);
  const isStarting = upload.job_id !== null && !job && upload.is_fresh;
  const isJoining = isStarting || job?.status === 'processing';
  if (!isJoining) return upload;
  throw new MappingError(
    'portal:upload-joining',
    'The upload was committed, and its parts are being joined.',
    {
      status: 409,
    },
  );
}

/** The job that joins the parts, which has failed when its process has ended. */
async function findCommit(transaction: Database, itemId: string, id: string) {
  const job = await findJob(transaction, itemId, id);
  const failure = { message: joinStopped.message, faults: [joinStopped] };
  return job && endIfStale(transaction, job, failure);
}

export function noUpload(): MappingError {
  return new MappingError(
    'portal:no-upload',
    'No upload in parts has begun for this item, or it has expired. Begin one by addItem or update with multipart=true.',
    { status: 400 },
  );
}
