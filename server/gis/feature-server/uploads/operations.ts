import { arcgisError } from '../../../platform/http/arcgis-error.ts';
import { z } from 'zod';
import { readOperation } from '../../../platform/arcgis/schema.ts';
import { MappingError } from '../../../../wire/errors.ts';
import { limits } from '../../../limits.ts';
import type { FormFile } from '../../../platform/http/multipart/read-form.ts';
import type { HostedLayer } from '../../layer/layer.ts';
import {
  addWaitingFile,
  deleteWaitingFile,
  findWaitingFile,
  type Wanted,
  type WaitingFile,
} from '../../storage/waiting-file-store.ts';
import { named, parseUploadId, uploadIdOf } from '../attachments/read-file.ts';
import type { OperationResponse, ServiceCall } from '../context.ts';
import { parameterError } from '../../../platform/arcgis/parameters.ts';
import { mustEdit } from '../rights.ts';

/** Characters of an upload's description. */
const descriptionCharacters = 1000;

export const description = z
  .string()
  .default('')
  .transform((text) => text.slice(0, descriptionCharacters));

/** The parameters of an upload. */
const schema = z.object({ description });

/** `…/FeatureServer/uploads/info`: what may be uploaded. */
export async function uploadInfo(call: ServiceCall): Promise<OperationResponse> {
  receiver(call);
  return { maxUploadFileSize: limits.attachmentBytes };
}

/**
 * `…/FeatureServer/uploads/upload`: a file that edits then reference by its `uploadId`, in the part `file` of
 * a form.
 */
export async function upload(call: ServiceCall): Promise<OperationResponse> {
  const { layer, sender } = receiver(call);
  const { parameters, context, service } = call;
  const file = fileOf(call);
  const { description: about } = readOperation(schema, parameters);
  const input = { ...named(file.filename, file), description: about };
  const stored = await addWaitingFile(context.database, layer, sender, input, context.now());
  return { success: true, item: itemJson(stored, service.name) };
}

/** `…/uploads/{itemId}`: information about an upload. */
export async function describeUpload(call: ServiceCall): Promise<OperationResponse> {
  return itemJson(await findUpload(call), call.service.name);
}

/** `…/uploads/{itemId}/delete`. */
export async function deleteUpload(call: ServiceCall): Promise<OperationResponse> {
  if (!(await deleteWaitingFile(call.context.database, wanted(call)))) throw notFound();
  return { status: 'success' };
}

/** The file of a request. */
export function fileOf({ files }: Pick<ServiceCall, 'files'>): FormFile {
  const file = files.find(({ field }) => field === 'file') ?? files[0];
  if (!file) throw parameterError('file', 'Send the file in the part “file” of a multipart form.');
  return file;
}

/** The user's own upload of a call. */
export async function findUpload(call: ServiceCall): Promise<WaitingFile> {
  const found = await findWaitingFile(call.context.database, wanted(call));
  if (!found) throw notFound();
  return found;
}

/** The layer that stores the service's uploads, and the uploading user. Owners may append to layers that are not editable. */
export function receiver({ layers, service, rights }: ServiceCall): { layer: HostedLayer; sender: string } {
  if (!rights.mayAdminister)
    mustEdit(service, rights, service.capabilities.includes('Update') ? 'Update' : 'Create');
  const layer = layers.find(({ hasAttachments }) => hasAttachments) ?? layers[0];
  if (!layer || rights.caller === null) {
    throw arcgisError('services:not-supported', {
      message: 'This service has no layer to upload files for.',
    });
  }
  return { layer, sender: rights.caller };
}

export function wanted(call: ServiceCall): Wanted {
  const { sender } = receiver(call);
  const id = parseUploadId(call.path['upload'] ?? '');
  if (id === undefined) throw notFound();
  return { serviceId: call.service.id, id, sender, now: call.context.now() };
}

export function itemJson(
  { id, name, description: about, uploadedAt, committed }: WaitingFile,
  serviceName: string,
): object {
  return {
    itemID: uploadIdOf(id),
    itemName: name,
    description: about,
    date: uploadedAt,
    committed,
    serviceName,
  };
}

export function notFound(): MappingError {
  return arcgisError('services:not-found', { message: 'Upload not found or expired.' });
}
