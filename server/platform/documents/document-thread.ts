import { decodeFormValue } from '../http/read-forms.ts';
import { type Compressed, compressDocument, deflatePiece, type FilePiece } from './compress-document.ts';
import { type ItemUse, usesOf } from './item-uses.ts';
import { type DocumentLayer, readFoundMaps, readMapLayers, readMapOwner } from './read-map.ts';
import { parseJsonBody } from '../http/json-body.ts';
import { type ReadSharedMap, readNewSharedMap } from './read-new-shared-map.ts';
import { performTask, type GivenTask } from '../threads/perform-task.ts';

/** Work on one large document, and its result. */
export interface DocumentWork {
  /** Values of a form, still encoded. */
  decodeForm: (values: readonly Uint8Array[]) => string[];
  /** What a JSON document uses (`usesOf`); undefined for a text that is not JSON. */
  readUses: (text: string) => ItemUse[] | undefined;
  readSharedMap: (body: Uint8Array) => ReadSharedMap;
  /** See `read-map.ts`. */
  readMapLayers: (document: Uint8Array | string) => DocumentLayer[] | undefined;
  readMapOwner: (item: Uint8Array | string) => string | undefined;
  readFoundMaps: (response: Uint8Array | string) => string[];
  /** See `compress-document.ts`. */
  compress: (document: Uint8Array) => Compressed[];
  deflate: (piece: FilePiece) => Uint8Array;
}

export type DocumentTask = {
  [Kind in keyof DocumentWork]: { kind: Kind; given: Parameters<DocumentWork[Kind]>[0] };
}[keyof DocumentWork];

/** Work with large documents outside the thread that answers requests. */
export const documentWork: DocumentWork = {
  decodeForm: (values) => values.map(decodeFormValue),
  readUses(text) {
    let document: unknown;
    try {
      document = JSON.parse(text);
    } catch {
      return undefined;
    }
    return usesOf(document);
  },
  readSharedMap: (body) => readNewSharedMap(parseJsonBody(body)),
  readMapLayers,
  readMapOwner,
  readFoundMaps,
  compress: compressDocument,
  deflate: deflatePiece,
};

export async function run(given: GivenTask<DocumentTask>): Promise<unknown> {
  return performTask(
    given,
    async ({ kind, given: document }) => documentWork[kind](document as never),
    () => [],
  );
}
