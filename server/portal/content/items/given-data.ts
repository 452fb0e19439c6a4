import { z } from 'zod';
import { readOperation } from '../../../platform/arcgis/schema.ts';
import type { ItemUse } from '../../../platform/documents/item-uses.ts';
import { invalidItem } from './item-input.ts';
import type { FormFile } from '../../../platform/http/multipart/read-form.ts';
import type { PortalCall, PortalContext } from '../../operation.ts';
import { contentTypeOf } from '../item-data/content-type.ts';
import type { ItemData } from '../item-data/set-item-data.ts';

/** Besides a file. */
const schema = z.object({
  text: z.string().optional(),
  data: z.string().optional(),
  filename: z.string().optional(),
  dataUrl: z.undefined('This portal fetches nothing from other hosts; upload the file.'),
});

/** Data of an addItem or update, and its file name. */
export interface GivenData {
  data: ItemData;
  name: string | undefined;
  /** What a document uses: items and services. */
  uses: readonly ItemUse[];
}

/**
 * The data in a request: a file, `text` (ArcGIS SDK, arcgis-rest-js) or `data` (arcgis-rest-js, an object as
 * JSON).
 * @throws MappingError `portal:invalid-item` for unsupported data
 */
export async function givenData({
  parameters,
  files,
  context,
}: Pick<PortalCall, 'parameters' | 'files'> & { context: Pick<PortalContext, 'documents'> }): Promise<
  GivenData | undefined
> {
  const input = readOperation(schema, parameters, invalidItem);
  const file = files.find(({ field }) => dataFields.has(field));
  if (file) {
    const name = cleanName(input.filename ?? file.filename);
    const contentType = contentTypeOf(name ?? '', file.contentType);
    return { data: { contentType, place: file.place, size: file.size }, name, uses: [] };
  }
  const text = input.text ?? input.data;
  if (text === undefined) return undefined;
  const uses = await context.documents.readUses(text);
  const contentType = uses ? 'application/json' : 'text/plain; charset=utf-8';
  return { data: { contentType, bytes: Buffer.from(text) }, name: undefined, uses: uses ?? [] };
}

const dataFields = new Set(['file', 'data', 'text']);
const fileFields = new Set([...dataFields, 'thumbnail', 'metadata']);

/** @throws MappingError `portal:invalid-item` (400) for a file that an item does not store, such as a screenshot or a second file */
export function refuseOtherFiles(files: readonly FormFile[]): void {
  const other = files.find(({ field }) => !fileFields.has(field));
  if (other)
    throw invalidItem([
      { path: other.field.slice(0, 80), message: 'An item stores its file, thumbnail and metadata only.' },
    ]);
  const parts = files.map(({ field }) => (dataFields.has(field) ? 'file' : field));
  const twice = parts.find((part, index) => parts.indexOf(part) < index);
  if (twice !== undefined) throw invalidItem([{ path: twice, message: 'Send one file.' }]);
}

export function givenThumbnail(files: readonly FormFile[]): FormFile | undefined {
  return files.find(({ field }) => field === 'thumbnail');
}

/** A file name without folders and control characters. */
export function cleanName(name: string): string | undefined {
  const cleaned = name
    .split(/[\\/]/)
    .at(-1)
    ?.replace(/\p{Cc}/gu, '')
    .trim()
    .slice(0, 250);
  return cleaned || undefined;
}
