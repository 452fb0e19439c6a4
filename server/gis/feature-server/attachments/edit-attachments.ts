import { arcgisError, editCodes } from '../../../platform/http/arcgis-error.ts';
import { z } from 'zod';
import { boolean, objectIds, readOperation, wholeNumber } from '../../../platform/arcgis/schema.ts';
import { never, off } from '../../../platform/arcgis/unsupported.ts';
import { limits } from '../../../limits.ts';
import type { Transaction } from 'kysely';
import type { Tables } from '../../../platform/database/tables.ts';
import * as store from '../../storage/attachment-store.ts';
import { editInTransaction, LayerEdits } from '../../storage/edit-store.ts';
import type { OperationResponse, LayerCall } from '../context.ts';
import { rolledBack } from '../edit/apply-edits.ts';
import { parameterError } from '../../../platform/arcgis/parameters.ts';
import { mustEdit, notOwn, ownOnly } from '../rights.ts';
import type { AttachmentResult } from './attachment-edits.ts';
import { named, takeUploaded } from './read-file.ts';

/** Parameters of every edit that are refused. */
const unsupported = {
  gdbVersion: never('Versions are not supported.'),
  usePreviousEditMoment: off('usePreviousEditMoment is not supported.'),
  returnEditMoment: off('returnEditMoment is not supported. applyEdits returns the moment.'),
};

/** For a file in the form, or an earlier upload. */
const fileSchema = z.object({
  ...unsupported,
  keywords: z.string().optional(),
  uploadId: z.string().optional(),
});

const updateSchema = z.object({ attachmentId: wholeNumber(1) });

const deleteSchema = z.object({
  ...unsupported,
  rollbackOnFailure: boolean.default(false),
  attachmentIds: objectIds
    .default([])
    .refine(
      ({ length }) => length <= limits.attachmentEdits,
      `Delete at most ${limits.attachmentEdits} attachments at once.`,
    ),
});

const noAttachment = 'Attachment not found.';

/**
 * `…/{layer}/{objectid}/addAttachment`: a multipart file in the part `attachment`, or the `uploadId` of an
 * earlier upload.
 */
export async function addAttachment(call: LayerCall): Promise<OperationResponse> {
  const input = readInput(call);
  const result = await inLayer(call, async (transaction, objectId) => {
    const file = await input(transaction);
    const added = { ...file, keywords: file.keywords ?? '' };
    return store.addAttachment(transaction, call.layer, objectId, added, call.context.now());
  });
  return { addAttachmentResult: result };
}

/** `…/updateAttachment` with attachmentId: replaces the file; the keywords remain unless others, or empty ones, are sent. */
export async function updateAttachment(call: LayerCall): Promise<OperationResponse> {
  const { attachmentId: id } = readOperation(updateSchema, call.parameters);
  const input = readInput(call);
  const result = await inLayer(call, async (transaction, objectId) =>
    store.replaceAttachment(transaction, call.layer, objectId, id, await input(transaction)),
  );
  return { updateAttachmentResult: result };
}

/** `…/deleteAttachments` with attachmentIds: those that there are, or with `rollbackOnFailure` all or none. */
export async function deleteAttachments(call: LayerCall): Promise<OperationResponse> {
  const { attachmentIds, rollbackOnFailure } = readOperation(deleteSchema, call.parameters);
  const deleted = new Map<number, AttachmentResult>();
  let missing: number | undefined;
  const outcome = await inLayer(call, async (transaction, objectId) => {
    deleted.clear();
    missing = undefined;
    let last: Awaited<ReturnType<typeof store.deleteAttachment>>;
    for (const id of attachmentIds) {
      const found = await store.deleteAttachment(transaction, call.layer, objectId, id);
      if (found) {
        last = found;
        deleted.set(id, { objectId: found.id, globalId: found.globalId, success: true });
      } else if (rollbackOnFailure) {
        missing = id;
        return undefined;
      }
    }
    return last;
  });
  const failed = outcome.success ? failure(noAttachment) : outcome;
  const resultOf = (id: number): AttachmentResult => {
    const result = outcome.success ? deleted.get(id) : undefined;
    const isOther = missing !== undefined && id !== missing;
    return result ?? { ...failed, objectId: id, ...(isOther && { error: rolledBack }) };
  };
  return { deleteAttachmentResults: attachmentIds.map(resultOf) };
}

/** Changes a feature's attachments under the layer's lock, so that edit time and tags are updated. */
async function inLayer(
  { context, service, rights, layer, path }: LayerCall,
  work: (
    transaction: Transaction<Tables>,
    objectId: number,
  ) => Promise<{ id: number; globalId: string } | undefined>,
): Promise<AttachmentResult> {
  mustEdit(service, rights, 'Update');
  // A view may hide the attachments that its features have.
  if (!layer.hasAttachments)
    throw arcgisError('services:not-supported', { message: 'This layer does not support attachments.' });
  const objectId = Number(path['objectid']);
  let result: AttachmentResult = failure(noAttachment);
  await editInTransaction(context.database, async (transaction) => {
    const edits = await LayerEdits.begin(transaction, layer, { now: context.now(), caller: rights.caller });
    const own = ownOnly(layer, rights).update;
    if (!edits || (await store.findObjectId(transaction, layer, { objectId }, own)) === undefined) {
      result = failure(own === undefined ? 'Feature not found.' : notOwn);
      return false;
    }
    const done = await work(transaction, objectId);
    if (!done) return false;
    edits.touch();
    await edits.finish();
    result = { objectId: done.id, globalId: done.globalId, success: true };
    return true;
  });
  return result;
}

function failure(description: string): AttachmentResult {
  return { objectId: null, globalId: null, success: false, error: { code: editCodes.notFound, description } };
}

/** Reads the file of the request; an earlier upload is used up in the transaction. */
function readInput({
  context,
  files,
  parameters,
  layer,
  service,
  rights,
}: LayerCall): (transaction: Transaction<Tables>) => Promise<store.ReplacingFile> {
  mustEdit(service, rights, 'Update');
  if (!layer.hasAttachments) {
    throw arcgisError('services:not-supported', { message: 'This layer does not support attachments.' });
  }
  const { uploadId, ...given } = readOperation(fileSchema, parameters);
  const keywords = given.keywords ?? (parameters.isBlank('keywords') ? '' : undefined);
  const file = files.find(({ field }) => field === 'attachment') ?? files[0];
  if (file) {
    const input = { ...named(file.filename, file), keywords };
    return async () => input;
  }
  if (uploadId === undefined)
    throw parameterError('attachment', 'Send the file in the part “attachment” of a multipart form.');
  const taker = { serviceId: service.id, caller: rights.caller, now: context.now() };
  return async (transaction) => ({ ...(await takeUploaded(transaction, uploadId, taker)), keywords });
}
