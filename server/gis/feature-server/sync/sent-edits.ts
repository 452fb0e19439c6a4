import { limits } from '../../../limits.ts';
import type { SentEdit } from '../../storage/replica-store.ts';
import type { EditResult } from '../edit/apply-edits.ts';
import { type UploadKind, uploadKinds } from './read-upload.ts';

/** Edits of an upload with their results. */
export type StoredUpload = (Record<UploadKind, SentEdit<EditResult>[]> & { id: number })[];

/** The edits that a replica's client has sent, so that none is applied twice. */
export interface SentEdits {
  /** The last upload. */
  id: string;
  layers: StoredUpload;
  /** The generation of each layer to which its response leads; none: the response leads nowhere, or was lost. */
  answers: [layer: number, generation: number][];
  /** Successful edits of uploads before it, the oldest first. */
  earlier: EarlierEdit[];
}

type EarlierEdit = [
  digest: string,
  result: EditResult,
  layer: number,
  /** The generation of the response; null: it leads nowhere. */
  generation: number | null,
  isAdd: boolean,
];

/** The generation of each layer that a request names. */
export type Named = ReadonlyMap<number, number>;

/** Later than every generation: the client has not got the response. */
const never = Number.MAX_SAFE_INTEGER;

export function readSentEdits(stored: unknown): SentEdits {
  if (typeof stored === 'object' && stored !== null && 'layers' in stored) return stored as SentEdits;
  return { id: '', layers: (stored ?? []) as StoredUpload, answers: [], earlier: [] };
}

/**
 * Results of the edits that a request may only repeat. A client that names the generation of a response has got it, and sends an
 * edit with the same content on purpose: others may have changed the feature meanwhile. One that names an earlier generation
 * repeats what it sent. Where the response led to no generation, or the request names none, the last upload and features that were
 * added before are recognized, unless a request before it named the generation.
 * @param latest the generations that the latest request before it named
 */
export function repeatedEdits(sent: SentEdits, named: Named, latest: Named): Map<string, EditResult> {
  const isRepeated = ([, { success }, layer, generation, isAdd]: EarlierEdit, isLast: boolean) => {
    if (!success) return false;
    const from = named.get(layer);
    if (generation === null) return isLast || isAdd;
    if (from !== undefined || generation === never) return (from ?? 0) < generation;
    return (latest.get(layer) ?? 0) < generation && (isLast || isAdd);
  };
  return new Map([
    ...sent.earlier.filter((edit) => isRepeated(edit, false)).map(pairOf),
    ...editsOf(sent)
      .filter((edit) => isRepeated(edit, true))
      .map(pairOf),
  ]);
}

const pairOf = ([digest, result]: EarlierEdit): [string, EditResult] => [digest, result];

/** GlobalIDs of the features and attachments that the client has added itself, by layer. */
export function addedBy(sent: SentEdits): ReadonlyMap<number, ReadonlySet<string>> {
  const added = new Map<number, Set<string>>();
  for (const [, { success, globalId }, layer, , isAdd] of [...sent.earlier, ...editsOf(sent)]) {
    if (!success || !isAdd || !globalId) continue;
    added.set(layer, (added.get(layer) ?? new Set()).add(globalId));
  }
  return added;
}

/** The edits of the last upload. */
function editsOf({ layers, answers }: SentEdits): EarlierEdit[] {
  const generations = new Map(answers);
  return layers.flatMap((layer) =>
    uploadKinds.flatMap((kind) =>
      layer[kind].map(([digest, result]): EarlierEdit => {
        const isAdd = kind === 'adds' || kind === 'attachmentAdds';
        return [digest, result, layer.id, generations.get(layer.id) ?? null, isAdd];
      }),
    ),
  );
}

/** The same with a new upload; of the earlier edits the latest `limits.replicaKnownEdits`. */
export function withUpload(sent: SentEdits, id: string, layers: StoredUpload): SentEdits {
  const renewed = new Set(
    layers.flatMap((layer) => uploadKinds.flatMap((kind) => layer[kind].map(([digest]) => digest))),
  );
  const before = [...sent.earlier, ...editsOf(sent)].filter(
    ([digest, { success }]) => success && !renewed.has(digest),
  );
  return { id, layers, answers: [], earlier: before.slice(-limits.replicaKnownEdits) };
}

/**
 * The same after a request that names generations. One that names an earlier generation than the response to its upload has not got
 * that response, unless it is itself a repeated request.
 * @param latest the generations that the latest request before it named
 */
export function withNamed(sent: SentEdits, named: Named, latest: Named): SentEdits {
  const isLost = (layer: number, generation: number) => {
    const from = named.get(layer);
    return from !== undefined && from < generation && from >= (latest.get(layer) ?? 0);
  };
  return {
    ...sent,
    answers: sent.answers.map(([layer, generation]) => [
      layer,
      isLost(layer, generation) ? never : generation,
    ]),
    earlier: sent.earlier.map(([digest, result, layer, generation, isAdd]) => [
      digest,
      result,
      layer,
      generation !== null && isLost(layer, generation) ? never : generation,
      isAdd,
    ]),
  };
}
