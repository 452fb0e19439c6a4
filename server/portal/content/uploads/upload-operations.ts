import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { MappingError } from '../../../../wire/errors.ts';
import { limits } from '../../../limits.ts';
import { parameterError } from '../../../platform/arcgis/parameters.ts';
import { checksum, wholeNumber, readOperation } from '../../../platform/arcgis/schema.ts';
import { inTransaction } from '../../../platform/database/connect.ts';
import { requireMember } from '../../access/refusals.ts';
import { randomId } from '../../identity/random-token.ts';
import type { Operation, PortalCall } from '../../operation.ts';
import { contentTypeOf } from '../item-data/content-type.ts';
import { withPreparedData, setItemData } from '../item-data/set-item-data.ts';
import { readItemFiles, saveItemFiles } from '../items/item-files.ts';
import { readItemInput } from '../items/item-input.ts';
import { updateItem } from '../items/item-store.ts';
import { loadItem } from '../items/load-item.ts';
import { saveUses } from '../dependencies/dependency-store.ts';
import { completeJob } from '../publishing/job-store.ts';
import { withRightsNow } from '../publishing/rights-now.ts';
import { recordActOnOthers } from '../record-item-act.ts';
import { lockOpenUpload, noUpload, storePart } from './store-part.ts';
import { deleteUpload, findUpload, listParts, lockUpload, noteJoining, readUpload } from './upload-store.ts';

const partSchema = z.object({ partNum: wholeNumber(1, limits.uploadParts) });

/** `…/items/{id}/addPart`: one part of its file, in any order; a part of the same number is replaced. */
export const addPart: Operation = async (call) => {
  const { context, files, parameters } = call;
  const item = await loadItem(call, 'change');
  const { partNum: part } = readOperation(partSchema, parameters);
  const file = files.find(({ field }) => field === 'file') ?? files[0];
  if (!file) throw parameterError('file', 'Send the part as the file “file” of a multipart form.');
  await inTransaction(context.database, (transaction) =>
    storePart(transaction, context, item.id, { part, file }),
  );
  return { success: true, id: item.id };
};

/** `…/items/{id}/parts`: the numbers of the parts that have arrived, as texts. */
export const getParts: Operation = async (call) => {
  const { context } = call;
  const item = await loadItem(call, 'change');
  if (!(await findUpload(context.database, item.id))) throw noUpload();
  return { parts: (await listParts(context.database, item.id)).map(String) };
};

const commitSchema = z.object({ checksum: checksum.optional() });

/**
 * `…/items/{id}/commit`: joins the parts to the item's data, in the background; `items/{id}/status` reports when that is done.
 * Other parameters are fields, thumbnail and metadata of the item, as of update. With a `checksum` nothing is changed unless it is that of the file.
 */
export const commitUpload: Operation = async (call) => {
  const { context, parameters, request } = call;
  const { username } = requireMember(call.caller);
  const item = await loadItem(call, 'change');
  const { checksum: expected } = readOperation(commitSchema, parameters);
  const fields = readItemInput(parameters);
  const itemFiles = await readItemFiles(call);
  const jobId = randomId();
  const upload = await inTransaction(context.database, async (transaction) => {
    const found = await lockOpenUpload(transaction, item.id);
    if ((await listParts(transaction, item.id)).length === 0)
      throw new MappingError('portal:no-upload', 'No part has been uploaded.', { status: 400 });
    await updateItem(transaction, item.id, { ...fields, modified_at: context.now() });
    await saveItemFiles(transaction, item.id, itemFiles, context.now());
    await noteJoining(transaction, item.id, jobId);
    await recordActOnOthers(transaction, call, item, { act: 'item.changed' });
    return found;
  });
  try {
    await context.joining.start(
      { id: jobId, itemId: item.id, sourceId: joinSource(item.id), username },
      (signal) => joinParts(call, { itemId: item.id, jobId, name: upload.name, expected }, signal),
      (error) => request.log.error({ err: error, jobId }, 'joining an upload failed'),
    );
  } catch (error) {
    // Too many jobs: the same commit may be sent again.
    await noteJoining(context.database, item.id, null);
    throw error;
  }
  return { success: true, id: item.id };
};

/** Distinguishes such jobs of an item from those that publish or export it. */
export function joinSource(itemId: string): string {
  return `upload:${itemId}`;
}

async function joinParts(
  call: PortalCall,
  { itemId, jobId, name, expected }: Joining,
  signal: AbortSignal,
): Promise<void> {
  const { database, documents, now } = call.context;
  const folder = await mkdtemp(path.join(tmpdir(), 'mapping-join-'));
  try {
    const place = path.join(folder, 'file');
    const digest = expected && createHash(expected.algorithm);
    let size = 0;
    const counted = async function* (source: AsyncIterable<Uint8Array>) {
      for await (const bytes of source) {
        digest?.update(bytes);
        size += bytes.length;
        yield bytes;
      }
    };
    const target = createWriteStream(place, { mode: 0o600 });
    await pipeline(readUpload(database, itemId), counted, target, { signal });
    if (digest && digest.digest('hex') !== expected?.hex) throw otherChecksum();
    await withPreparedData(documents, { contentType: contentTypeOf(name, ''), place, size }, (data) =>
      database.transaction().execute(async (transaction) => {
        const again = await withRightsNow(call, transaction, 'member');
        await loadItem({ ...again, path: { id: itemId } }, 'change');
        const upload = await lockUpload(transaction, itemId);
        if (upload?.job_id !== jobId) throw noUpload();
        await setItemData(transaction, itemId, data);
        await saveUses(transaction, itemId, []);
        await updateItem(transaction, itemId, { name, modified_at: now() });
        await deleteUpload(transaction, upload);
        await completeJob(transaction, jobId, {});
      }),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Joining {
  itemId: string;
  jobId: string;
  /** Of the file. */
  name: string;
  expected: z.output<typeof checksum> | undefined;
}

function otherChecksum(): MappingError {
  return new MappingError(
    'portal:other-checksum',
    'The file has another checksum. Upload the damaged parts again, and commit the upload again.',
    { status: 400 },
  );
}
