import { z } from 'zod';
import type { Database } from '../../../platform/database/connect.ts';
import { boolean, readOperation } from '../../../platform/arcgis/schema.ts';
import type { PortalCall } from '../../operation.ts';
import { cleanName } from '../items/given-data.ts';
import { invalidItem } from '../items/item-input.ts';
import { beginUpload, deleteExpiredUploads } from './upload-store.ts';
import { storePart } from './store-part.ts';

/** Of addItem and update. */
const schema = z.object({
  multipart: boolean.default(false),
  filename: z.string().optional(),
  text: z.string().optional(),
  data: z.string().optional(),
});

/**
 * Whether the file of an addItem or update will arrive in parts, and what it is called.
 * @throws MappingError `portal:invalid-item` (400) without a name, or with data besides
 */
export function readUploadInParts({
  parameters,
  files,
}: Pick<PortalCall, 'parameters' | 'files'>): { name: string } | undefined {
  const input = readOperation(schema, parameters, invalidItem);
  if (!input.multipart) return undefined;
  if (input.text !== undefined || input.data !== undefined)
    throw invalidItem([{ path: 'multipart', message: 'Send either text, or a file in parts.' }]);
  const name = cleanName(input.filename ?? files.find(({ field }) => field === 'file')?.filename ?? '');
  if (name === undefined)
    throw invalidItem([{ path: 'filename', message: 'Specify the name of the file that follows in parts.' }]);
  return { name };
}

/**
 * Begins the upload of an item's file in parts, in the transaction of addItem or update. A file in that request is the first
 * part: clients that send it send it again as part 1, or not at all.
 */
export async function startUpload(
  transaction: Database,
  { context, files }: Pick<PortalCall, 'context' | 'files'>,
  upload: { itemId: string; name: string; isNew: boolean },
): Promise<void> {
  const now = context.now();
  await deleteExpiredUploads(transaction, now);
  await beginUpload(transaction, upload, now);
  const file = files.find(({ field }) => field === 'file');
  if (file) await storePart(transaction, context, upload.itemId, { part: 1, file });
}
