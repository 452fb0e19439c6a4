import type { EditableLayer, EditedFeature, FileFacts } from './editable-layer.ts';

/** An attachment as it was before an edit, and the feature it belongs to. */
export interface EarlierFile {
  owner: { objectId: number; globalId: string };
  id: number;
  globalId: string;
  name: string;
  contentType: string;
  keywords: string;
  data: Blob;
}

/** Loads the file at an address of the service. */
export type LoadFile = (address: string, signal: AbortSignal) => Promise<Blob>;

/** Milliseconds an edit waits for the files that it deletes. */
const timeout = 20_000;
/** Bytes and number of files that are kept for one undo. */
const maxBytes = 50_000_000;
const maxFiles = 50;
/** Maximum number of cached attachments. */
const maxSeen = 5000;

/** Caches the attachments of a layer: edits name them only by GlobalID. */
export class SeenFiles {
  readonly #byGlobalId = new Map<string, FileFacts & { objectId: number }>();
  readonly #byId = new Map<string, FileFacts & { objectId: number }>();

  /** Adds a response of `queryAttachments`: lists by the object id of their features. */
  see(lists: Record<string, readonly FileFacts[]>): void {
    for (const [objectId, list] of Object.entries(lists))
      for (const facts of list) {
        const file = { ...factsOf(facts), objectId: Number(objectId) };
        if (file.globalId) this.#byGlobalId.set(plain(file.globalId), file);
        this.#byId.set(`${objectId} ${file.id}`, file);
      }
    for (const files of [this.#byGlobalId, this.#byId])
      for (const key of files.keys()) {
        if (files.size <= maxSeen) break;
        files.delete(key);
      }
  }

  byGlobalId(globalId: string) {
    return this.#byGlobalId.get(plain(globalId));
  }

  byId(objectId: number, id: number) {
    return this.#byId.get(`${objectId} ${id}`);
  }
}

/** A plain copy: the SDK's objects read their values from elsewhere. */
function factsOf({
  id,
  globalId,
  parentGlobalId,
  name,
  size,
  contentType,
  keywords,
  url,
}: FileFacts): FileFacts {
  return { id, globalId, parentGlobalId, name, size, contentType, keywords, url };
}

/** GlobalIDs are written with braces and without, in any case. */
const plain = (globalId: string) => globalId.replaceAll(/[{}]/g, '').toLowerCase();

/**
 * Loads attachments that an edit will delete or replace.
 * @throws when one is not known, cannot be loaded, or when they are too many or too large to keep
 */
export async function fetchFiles(
  layer: EditableLayer,
  wanted: readonly (ReturnType<SeenFiles['byId']> | undefined)[],
  load: LoadFile,
): Promise<EarlierFile[]> {
  const known = wanted.flatMap((file) => (file?.url ? [file] : []));
  const bytes = known.reduce((sum, { size }) => sum + (size ?? 0), 0);
  if (known.length < wanted.length || known.length > maxFiles || bytes > maxBytes)
    throw new RangeError('attachments cannot be kept');
  const signal = AbortSignal.timeout(timeout);
  const owners = await ownersOf(layer, known, signal);
  return Promise.all(
    known.map(async (file) => ({
      owner: { objectId: file.objectId, globalId: owners.get(file.objectId) ?? '' },
      id: file.id ?? 0,
      globalId: file.globalId ?? '',
      name: file.name ?? '',
      contentType: file.contentType ?? '',
      keywords: file.keywords ?? '',
      data: await load(file.url ?? '', signal),
    })),
  );
}

/** GlobalIDs of features by their object ids. */
async function ownersOf(
  layer: EditableLayer,
  files: readonly (FileFacts & { objectId: number })[],
  signal: AbortSignal,
): Promise<Map<number, string>> {
  const owners = new Map<number, string>();
  for (const { objectId, parentGlobalId } of files) if (parentGlobalId) owners.set(objectId, parentGlobalId);
  const missing = [...new Set(files.map(({ objectId }) => objectId))].filter((id) => !owners.has(id));
  const { objectIdField, globalIdField } = layer;
  if (missing.length === 0 || !globalIdField) return owners;
  const outFields = [objectIdField, globalIdField];
  const { features } = await layer.queryFeatures(
    { objectIds: missing, outFields, returnGeometry: false },
    { signal },
  );
  for (const { attributes } of features)
    owners.set(Number(attributes[objectIdField]), String(attributes[globalIdField] ?? ''));
  return owners;
}

/** An attachment as `applyEdits` takes it. */
export function attachmentOf({ owner, globalId, name, contentType, keywords, data }: EarlierFile): {
  feature: EditedFeature;
  attachment: { globalId: string } & Record<string, unknown>;
} {
  return {
    feature: { globalId: owner.globalId },
    attachment: { globalId, name, contentType, ...(keywords && { keywords }), data },
  };
}
