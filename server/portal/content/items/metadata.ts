import { z } from 'zod';
import { limits } from '../../../limits.ts';
import { readOperation } from '../../../platform/arcgis/schema.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { PortalCall } from '../../operation.ts';
import { saveFile } from '../files/file-store.ts';
import { invalidItem } from './item-input.ts';

const schema = z.object({ metadata: z.string().optional() });

/**
 * The metadata document (XML) of addItem and update, as a file or as text; it is stored as it is, at `info/metadata/metadata.xml`.
 * @throws MappingError `portal:invalid-item` (400) for something else, or too much of it
 */
export async function givenMetadata({
  parameters,
  files,
}: Pick<PortalCall, 'parameters' | 'files'>): Promise<Uint8Array | undefined> {
  const file = files.find(({ field }) => field === 'metadata');
  const { metadata: text } = readOperation(schema, parameters, invalidItem);
  if ((file?.size ?? text?.length ?? 0) > limits.requestBodyBytes) throw tooLarge();
  const bytes = file ? await file.read() : text === undefined ? undefined : Buffer.from(text);
  if (bytes === undefined) return undefined;
  if (bytes.length > limits.requestBodyBytes) throw tooLarge();
  if (!/^\uFEFF?\s*</.test(Buffer.from(bytes.subarray(0, 200)).toString()))
    throw invalidItem([{ path: 'metadata', message: 'Metadata must be an XML document.' }]);
  return bytes;
}

function tooLarge() {
  const message = `Metadata may have at most ${limits.requestBodyBytes} bytes.`;
  return invalidItem([{ path: 'metadata', message }]);
}

/** Stores metadata among the item's info files. */
export async function saveMetadata(
  transaction: Database,
  itemId: string,
  bytes: Uint8Array,
  now: number,
): Promise<void> {
  await saveFile(transaction, {
    owner_kind: 'item',
    owner_id: itemId,
    path: 'metadata/metadata.xml',
    content_type: 'text/xml',
    bytes,
    created_at: now,
  });
}
