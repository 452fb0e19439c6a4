import { createHash } from 'node:crypto';
import { z } from 'zod';
import { coded } from '../../../../wire/refusals.ts';
import { limits } from '../../../limits.ts';
import { parameterError } from '../../../platform/arcgis/parameters.ts';
import { checksum, list, readOperation, wholeNumber } from '../../../platform/arcgis/schema.ts';
import type { Database } from '../../../platform/database/connect.ts';
import {
  addWaitingFile,
  commitWaitingFile,
  listParts,
  readParts,
  savePart,
  type WaitingFile,
  withWaitingFile,
} from '../../storage/waiting-file-store.ts';
import { invalidAttachment, named } from '../attachments/read-file.ts';
import type { OperationResponse, ServiceCall } from '../context.ts';
import { description, fileOf, findUpload, itemJson, notFound, receiver, wanted } from './operations.ts';

const registerSchema = z.object({ itemName: z.string('Specify the name of the file.'), description });

/** `…/FeatureServer/uploads/register`: begins the upload of a file in parts. */
export async function registerUpload(call: ServiceCall): Promise<OperationResponse> {
  const { layer, sender } = receiver(call);
  const { parameters, context, service } = call;
  const { itemName, description: about } = readOperation(registerSchema, parameters);
  const { name, contentType } = named(itemName, new Uint8Array());
  const input = { name, contentType, description: about };
  const file = await addWaitingFile(context.database, layer, sender, input, context.now());
  return { success: true, item: itemJson(file, service.name) };
}

const partSchema = z.object({ partId: wholeNumber(0, limits.uploadParts) });

/** `…/uploads/{itemId}/uploadPart`: one part, in any order; a part of the same number is replaced. */
export async function uploadPart(call: ServiceCall): Promise<OperationResponse> {
  const { layer } = receiver(call);
  const { context, parameters, service } = call;
  const { partId: part } = readOperation(partSchema, parameters);
  const bytes = fileOf(call);
  const item = await openUpload(call, async (transaction, file) => {
    const now = context.now();
    if ((await savePart(transaction, layer, file, { part, bytes }, now)) > limits.attachmentBytes)
      throw invalidAttachment(
        'file',
        `All parts together may have at most ${limits.attachmentBytes / 1_000_000} MB. Add a larger file as an item, and append that.`,
        coded('large-attachment', { most: limits.attachmentBytes / 1_000_000 }),
      );
    return { ...file, uploadedAt: now };
  });
  return { success: true, item: itemJson(item, service.name) };
}

/** `…/uploads/{itemId}/parts`: the numbers of the parts that have arrived, as texts; none once the file is committed. */
export async function uploadParts(call: ServiceCall): Promise<OperationResponse> {
  const { id } = await findUpload(call);
  return { parts: (await listParts(call.context.database, call.service.id, id)).map(String) };
}

const commitSchema = z.object({ parts: list.optional(), checksum: checksum.optional() });

/** `…/uploads/{itemId}/commit`: joins all parts, or those of `parts` in their order, if that is the file of the `checksum`. */
export async function commitUpload(call: ServiceCall): Promise<OperationResponse> {
  const { service, parameters } = call;
  const input = readOperation(commitSchema, parameters);
  const item = await openUpload(call, async (transaction, file) => {
    const stored = await listParts(transaction, service.id, file.id);
    const parts = input.parts && input.parts.length > 0 ? input.parts.map(Number) : stored;
    const known = new Set(stored);
    if (!parts.every((part) => known.has(part)))
      throw parameterError('parts', 'Upload each part before the commit.');
    if (new Set(parts).size < parts.length) throw parameterError('parts', 'Name each part once.');
    if (parts.length === 0) throw parameterError('parts', 'No part has been uploaded.');
    const expected = input.checksum;
    if (expected) {
      const hash = createHash(expected.algorithm);
      for await (const bytes of readParts(transaction, service.id, file.id, parts)) hash.update(bytes);
      if (hash.digest('hex') !== expected.hex)
        throw parameterError('checksum', 'The file has another checksum. Upload the damaged parts again.');
    }
    await commitWaitingFile(transaction, wanted(call), file, parts);
    return { ...file, committed: true };
  });
  return { success: true, item: itemJson(item, service.name) };
}

/** Runs on an upload that is not committed yet. */
async function openUpload(
  call: ServiceCall,
  work: (transaction: Database, file: WaitingFile) => Promise<WaitingFile>,
): Promise<WaitingFile> {
  const item = await withWaitingFile(call.context.database, wanted(call), async (transaction, file) => {
    if (file.committed) throw parameterError('itemId', 'This upload is complete.');
    return work(transaction, file);
  });
  if (!item) throw notFound();
  return item;
}
