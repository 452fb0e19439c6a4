import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { limits } from '../../../limits.ts';
import { parameterError } from '../../../platform/arcgis/parameters.ts';
import { withoutRequester } from '../../../platform/budgets/requester.ts';
import { type HeldByJob, WaitingBytes } from '../../../platform/budgets/waiting-bytes.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { arcgisError } from '../../../platform/http/arcgis-error.ts';
import type { FormValue } from '../../../platform/http/read-forms.ts';
import {
  endWaiting,
  readWaitingBytes,
  readWaitingFile,
  renewWaiting,
  type StoredFile,
} from '../../storage/waiting-file-store.ts';
import type { AppendFileRequest } from '../../uploads/append-file.ts';
import { parseUploadId } from '../attachments/read-file.ts';
import type { LayerCall } from '../context.ts';
import { appendJobs } from './jobs.ts';

/** The data of an append. Its job may wait for hours: files are copied when it runs, and the request is not needed any more. */
export interface AppendSource extends HeldByJob {
  /** Writes the data to a file in this folder, which a separate process reads. */
  spool(folder: string): Promise<AppendFileRequest['file']>;
  /** Ends an upload, with the features, so that a failed append leaves it for another attempt. */
  use(transaction: Database): Promise<void>;
}

/** What is needed of the call when the job runs. */
type Called = Pick<LayerCall, 'context' | 'service' | 'rights'>;

const nothingHeld = { async begin() {}, async use() {}, async end() {} };

/**
 * Finds the data of an append.
 * @throws MappingError 400 or 404 where there are none, or data of several places
 */
export async function findSource(
  call: LayerCall,
  {
    appendItemId,
    appendUploadId,
  }: { appendItemId?: string | undefined; appendUploadId?: string | undefined },
): Promise<AppendSource> {
  const edits = call.parameters.raw().get('edits')?.[0];
  const given = [appendItemId, appendUploadId, edits].filter((each) => each !== undefined);
  if (given.length !== 1)
    throw parameterError('appendItemId', 'Specify either appendItemId, appendUploadId or edits.');
  const { context, service, rights } = call;
  const called = { context, service, rights };
  if (appendUploadId !== undefined) {
    return uploadSource(called, appendUploadId, await findUpload(called, appendUploadId));
  }
  if (appendItemId === undefined) return new SentSource(called, edits ?? '');
  await appendJobs(call).checkItem(call, appendItemId);
  return itemSource(called, appendItemId);
}

/** The file of an item. */
function itemSource(call: Called, itemId: string): AppendSource {
  return {
    ...nothingHeld,
    async spool(folder) {
      const place = path.join(folder, 'file');
      return { path: place, name: await appendJobs(call).spoolItem(call, itemId, place) };
    },
  };
}

/** A file that was uploaded to the service. It waits there as long as the job. */
function uploadSource(call: Called, uploadId: string, found: StoredFile): AppendSource {
  const { database, now } = call.context;
  let renewing: NodeJS.Timeout | undefined;
  let used: StoredFile | undefined;
  return {
    async begin() {
      // The next one may succeed.
      const renew = () => renewWaiting(database, found, now()).catch(() => {});
      await renew();
      // Not part of the request, which ends long before the job.
      renewing = withoutRequester(() =>
        setInterval(() => void renew(), (limits.waitingFileMinutes * 60_000) / 4).unref(),
      );
    },
    async spool(folder) {
      used = await findUpload(call, uploadId);
      const place = path.join(folder, 'file');
      await writeFile(place, readWaitingBytes(database, used), { mode: 0o600 });
      return { path: place, name: used.name };
    },
    async use(transaction) {
      if (!used || !(await endWaiting(transaction, used)))
        throw parameterError('appendUploadId', 'Another append has used this upload.');
    },
    async end() {
      clearInterval(renewing);
    },
  };
}

async function findUpload({ context, service, rights }: Called, uploadId: string): Promise<StoredFile> {
  const id = parseUploadId(uploadId);
  const wanted = { serviceId: service.id, id: id ?? '', sender: rights.caller ?? '', now: context.now() };
  const file = id === undefined ? undefined : await readWaitingFile(context.database, wanted);
  if (!file) throw arcgisError('services:not-found', { message: 'Upload not found or expired.' });
  return file;
}

/** A feature collection in the request. */
class SentSource implements AppendSource {
  readonly #bytes: WaitingBytes;
  readonly #isFormValue: boolean;
  #edits: FormValue | undefined;

  constructor({ context, rights }: Called, edits: FormValue) {
    this.#bytes = new WaitingBytes(context.jobRoom, rights.caller ?? '');
    this.#edits = edits;
    this.#isFormValue = typeof edits !== 'string';
  }

  async begin(): Promise<void> {
    await this.#bytes.write([this.#edits ?? '']);
    this.#edits = undefined;
  }

  async spool(): Promise<AppendFileRequest['file']> {
    return { path: this.#bytes.place, name: 'edits.json', isFormValue: this.#isFormValue };
  }

  async use(): Promise<void> {}

  async end(): Promise<void> {
    await this.#bytes.end();
  }
}
