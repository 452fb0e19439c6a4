import type { Transaction } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import { MappingError } from '../../../../wire/errors.ts';
import * as store from '../../storage/attachment-store.ts';
import { editInTransaction, LayerEdits } from '../../storage/edit-store.ts';
import type { Answer, LayerCall } from '../context.ts';
import { parameterError } from '../parameters.ts';
import { mustEdit } from '../rights.ts';
import { attachmentType, tidyFilename } from './allowed-type.ts';

interface AttachmentResult {
  objectId: number | null;
  globalId: string | null;
  success: boolean;
  error?: { code: number; description: string };
}

/** `…/{layer}/{objectid}/addAttachment`: a multipart file in the part `attachment`. */
export async function addAttachment(call: LayerCall): Promise<Answer> {
  const input = readInput(call);
  const result = await inLayer(call, async (transaction, objectId) =>
    store.addAttachment(transaction, call.layer, objectId, input, call.context.now()),
  );
  return { addAttachmentResult: result };
}

/** `…/updateAttachment` with attachmentId: another file in its place. */
export async function updateAttachment(call: LayerCall): Promise<Answer> {
  const id = call.parameters.number('attachmentId', { whole: true, least: 1 });
  if (id === undefined) throw parameterError('attachmentId', 'Say which attachment.');
  const input = readInput(call);
  const result = await inLayer(call, (transaction, objectId) =>
    store.replaceAttachment(transaction, call.layer, objectId, id, input),
  );
  return { updateAttachmentResult: result };
}

/** `…/deleteAttachments` with attachmentIds. */
export async function deleteAttachments(call: LayerCall): Promise<Answer> {
  const deleteAttachmentResults: AttachmentResult[] = [];
  for (const id of call.parameters.ids('attachmentIds') ?? []) {
    const result = await inLayer(call, (transaction, objectId) =>
      store.deleteAttachment(transaction, call.layer, objectId, id),
    );
    deleteAttachmentResults.push(result.success ? result : { ...result, objectId: id });
  }
  return { deleteAttachmentResults };
}

/** Does one thing to a feature's attachments under the layer's lock, so that edit time and tags follow. */
async function inLayer(
  { context, service, rights, layer, path }: LayerCall,
  work: (
    transaction: Transaction<Tables>,
    objectId: number,
  ) => Promise<{ id: number; globalId: string } | undefined>,
): Promise<AttachmentResult> {
  mustEdit(service, rights, 'Update');
  const objectId = Number(path['objectid']);
  let result: AttachmentResult = failure('There is no such attachment.');
  await editInTransaction(context.database, async (transaction) => {
    const edits = await LayerEdits.begin(transaction, layer);
    if (!edits || !(await store.featureExists(transaction, layer, objectId))) {
      result = failure('There is no feature of this id.');
      return false;
    }
    const done = await work(transaction, objectId);
    if (!done) return false;
    edits.touch();
    await edits.finish(context.now());
    result = { objectId: done.id, globalId: done.globalId, success: true };
    return true;
  });
  return result;
}

function failure(description: string): AttachmentResult {
  return { objectId: null, globalId: null, success: false, error: { code: 1019, description } };
}

function readInput({ files, parameters, layer, service, rights }: LayerCall): store.AttachmentInput {
  mustEdit(service, rights, 'Update');
  if (!layer.hasAttachments) {
    throw new MappingError('services:not-supported', 'This layer takes no attachments.', { status: 400 });
  }
  const file = files.find(({ field }) => field === 'attachment') ?? files[0];
  if (!file)
    throw parameterError('attachment', 'Send the file in the part “attachment” of a multipart form.');
  const name = tidyFilename(file.filename);
  return {
    name,
    contentType: attachmentType(name),
    bytes: file.bytes,
    keywords: parameters.text('keywords') ?? '',
  };
}
