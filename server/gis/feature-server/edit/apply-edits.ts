import { arcgisError, editCodes, faultText } from '../../../platform/http/arcgis-error.ts';
import type { Transaction } from 'kysely';
import type { Tables } from '../../../platform/database/tables.ts';
import { MappingError } from '../../../../wire/errors.ts';
import { type AttributeValue, type Field, findField } from '../../layer/field.ts';
import { type HostedLayer, writtenFields } from '../../layer/layer.ts';
import {
  apartByKey,
  type EditedFeature,
  type FeatureEdit,
  type FeatureKey,
  LayerEdits,
  type OwnOnly,
} from '../../storage/edit-store.ts';
import { roomFor, type RowRoom, toQueryError } from '../../storage/feature-rows-store.ts';
import { tooMuchReturned } from '../../storage/whole-feature-store.ts';
import {
  applyAttachmentEdits,
  type AttachmentEdits,
  type AttachmentResults,
} from '../attachments/attachment-edits.ts';
import { type EditedFeatures, noneEdited, readWhole, type WireFeature } from './edited-features.ts';
import { notOwn } from '../rights.ts';
import { readAddition, readChange } from './read-feature.ts';

/** Edits of one layer as the request has them. */
export interface EditRequest {
  adds: readonly unknown[];
  updates: readonly unknown[];
  deletes: readonly FeatureKey[];
  useGlobalIds: boolean;
  attachments?: AttachmentEdits | undefined;
  /** Whether to return the features too, before and after the edit. */
  returnEdited?: boolean;
}

/** The result of one edit. */
export interface EditResult {
  objectId: number | null;
  globalId: string | null;
  success: boolean;
  /** `globalIdExists`: the feature was added by an earlier request, so that clients can repeat one whose response was lost. */
  error?: { code: number; description: string; globalIdExists?: true };
}

export interface EditResults {
  addResults: EditResult[];
  updateResults: EditResult[];
  deleteResults: EditResult[];
  attachments?: AttachmentResults;
  editedFeatures?: EditedFeatures;
}

const globalIdExists = 'A feature with this GlobalID already exists.';
const missing = { code: editCodes.notFound, description: 'Feature not found.' };
/** The error of an edit that succeeded, in a request of which another one failed. */
export const rolledBack = { code: editCodes.rolledBack, description: 'Operation rolled back.' };

/** Edits of one batch. PostgreSQL accepts 65,535 parameters in a statement. */
const batchSize = 250;
/** A deletion of any length has two parameters. */
const deletedPerBatch = 5000;
const parametersOfBatch = 60_000;

/** Applies edits in order: adds, updates, attachments, deletes. Each may fail by itself; the caller decides about a rollback. */
export async function applyEdits(
  transaction: Transaction<Tables>,
  layer: HostedLayer,
  request: EditRequest,
  editor: {
    caller: string | null;
    now: number;
    own: OwnOnly;
    onLoop?: boolean | undefined;
    /** What the features that the request returns are taken from. */
    room?: RowRoom;
    onMoment?: (moment: number) => void;
  },
): Promise<EditResults> {
  const edits = await LayerEdits.begin(transaction, layer, editor);
  if (!edits) throw arcgisError('services:not-found', { message: 'The layer is gone.' });
  const edited = request.returnEdited ? noneEdited(layer) : undefined;
  const { onLoop, own, room = roomFor(onLoop) } = editor;
  const readIfReturned = async (key: FeatureKey) =>
    edited ? readWhole(transaction, layer, key, { onLoop, room }) : undefined;
  const { useGlobalIds } = request;
  const size = Math.min(batchSize, Math.floor(parametersOfBatch / (writtenFields(layer).length + 4)));
  const adds = await inBatches(edits, request.adds, {
    size,
    room,
    read: (feature) => track(layer, readAddition(feature, layer, useGlobalIds, onLoop), editor, true),
    async write(batch) {
      const added = await edits.add(batch);
      return eachInTurn(added, async (feature) => ({ feature, current: await readIfReturned(feature) }));
    },
  });
  const updates = await inBatches(edits, request.updates, {
    size,
    room,
    read(feature) {
      const { key, edit } = readChange(feature, layer, useGlobalIds, onLoop);
      return { key, edit: track(layer, edit, editor, false) };
    },
    write: async (batch) =>
      (
        await eachInTurn(apartByKey(batch), async (part) => {
          const originals = await eachInTurn(part, ({ key }) => readIfReturned(key));
          const changed = await edits.update(part);
          return eachInTurn(part.entries().toArray(), async ([index, { key }]) => ({
            feature: changed[index],
            original: originals[index],
            current: await readIfReturned(key),
          }));
        })
      ).flat(),
  });
  const { attachments } = request;
  const attached =
    attachments &&
    (await applyAttachmentEdits(transaction, edits, layer, attachments, {
      ...editor,
      creator: own.update,
      added: addedBy(adds),
      explain: (error) => describe(toEditError(error)),
    }));
  const deletes = await inBatches(edits, request.deletes, {
    size: deletedPerBatch,
    room,
    read: (key) => key,
    async write(batch) {
      const originals = await eachInTurn(batch, readIfReturned);
      const deleted = await edits.delete(batch);
      return deleted.map((feature, index) => ({ feature, original: originals[index] }));
    },
  });
  await edits.finish();
  editor.onMoment?.(edits.moment);
  if (edited) collect(edited, adds, updates, deletes);
  return {
    addResults: adds.map((outcome) => resultOf(outcome)),
    updateResults: updates.map((outcome) => resultOf(outcome, own.update)),
    deleteResults: deletes.map((outcome, index) =>
      keyed(resultOf(outcome, own.delete), request.deletes[index] as FeatureKey),
    ),
    ...(attached && { attachments: attached }),
    ...(edited && { editedFeatures: edited }),
  };
}

/** The feature that one edit changed, with its state before and after if requested; or the reason of a failure. */
type Outcome =
  | {
      feature: EditedFeature | undefined;
      original?: WireFeature | undefined;
      current?: WireFeature | undefined;
    }
  | { failed: string };

/** The object ids of added features by their GlobalIDs. */
function addedBy(outcomes: readonly Outcome[]): ReadonlyMap<string, number> {
  const added = outcomes.flatMap((outcome) => ('feature' in outcome ? (outcome.feature ?? []) : []));
  return new Map(added.map(({ globalId, objectId }) => [globalId, objectId]));
}

interface BatchedEdit<Item, Edit> {
  size: number;
  /** What `write` takes from it for a batch that fails is given back: its edits are tried again. */
  room: RowRoom;
  /** @throws MappingError 400 for an invalid edit, which fails by itself and without a statement */
  read: (item: Item) => Edit;
  write: (batch: readonly Edit[]) => Promise<Exclude<Outcome, { failed: string }>[]>;
}

/** Reads and writes edits in batches; results are in the order of the items. */
async function inBatches<Item, Edit>(
  edits: LayerEdits,
  items: readonly Item[],
  { size, room, read, write }: BatchedEdit<Item, Edit>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (let from = 0; from < items.length; from += size) {
    const readable: { edit: Edit; index: number }[] = [];
    for (const [offset, item] of items.slice(from, from + size).entries()) {
      const index = from + offset;
      try {
        readable.push({ edit: read(item), index });
      } catch (error) {
        outcomes[index] = { failed: describe(error) };
      }
    }
    const written = await edits.attempt(
      readable.map(({ edit }) => edit),
      async (batch) => {
        const { bytes } = room;
        try {
          return await write(batch);
        } catch (error) {
          room.bytes = bytes;
          throw error;
        }
      },
      (error) => describe(toEditError(error)),
    );
    for (const [position, outcome] of written.entries()) {
      const { index } = readable[position] as { index: number };
      outcomes[index] = 'failed' in outcome ? outcome : outcome.written;
    }
  }
  return outcomes;
}

async function eachInTurn<Item, Result>(
  items: readonly Item[],
  run: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) results.push(await run(item));
  return results;
}

function collect(
  edited: EditedFeatures,
  adds: readonly Outcome[],
  updates: readonly Outcome[],
  deletes: readonly Outcome[],
): void {
  for (const outcome of adds) if ('feature' in outcome && outcome.current) edited.adds.push(outcome.current);
  for (const outcome of updates) {
    if ('feature' in outcome && outcome.original && outcome.current)
      edited.updates.push([outcome.original, outcome.current]);
  }
  for (const outcome of deletes) {
    if ('feature' in outcome && outcome.feature && outcome.original) edited.deletes.push(outcome.original);
  }
}

/** Whether every edit succeeded. If not, and edits are all or nothing, marks the successful ones as rolled back. */
export function settle(results: readonly EditResults[], rollbackOnFailure: boolean): boolean {
  const allOf = ({ addResults, updateResults, deleteResults }: EditResults | AttachmentResults) => [
    ...addResults,
    ...updateResults,
    ...deleteResults,
  ];
  const all = results.flatMap((each) => [
    ...allOf(each),
    ...(each.attachments ? allOf(each.attachments) : []),
  ]);
  if (!rollbackOnFailure || all.every(({ success }) => success)) return true;
  for (const { editedFeatures } of results) {
    if (editedFeatures) Object.assign(editedFeatures, { adds: [], updates: [], deletes: [] });
  }
  for (const result of all) {
    if (!result.success) continue;
    result.success = false;
    result.error = rolledBack;
  }
  return false;
}

/** @param creator whose features only could be changed */
function resultOf(outcome: Outcome, creator?: string): EditResult {
  const failure = { objectId: null, globalId: null, success: false };
  if ('failed' in outcome) {
    const exists = outcome.failed === globalIdExists && { globalIdExists: true as const };
    return { ...failure, error: { code: editCodes.failed, description: outcome.failed, ...exists } };
  }
  return outcome.feature
    ? { ...outcome.feature, success: true }
    : { ...failure, error: creator === undefined ? missing : { ...missing, description: notOwn } };
}

/**
 * The error of an edit that the client caused; others as they are. PostgreSQL's code 23505 is a duplicate value in a unique
 * index, 54000 a text that is too long for an index, and 57014 a cancelled statement, which ends the whole request.
 */
export function toEditError(error: unknown): unknown {
  const { code } = error as { code?: string };
  if (code === '57014') return error;
  if (code === '54000')
    return new MappingError('services:invalid-feature', 'A text is too long for the index of its field.', {
      status: 400,
    });
  if (code === '23505') {
    const { constraint = '' } = error as { constraint?: string };
    // The owner's own indexes; every other one is of a key.
    const repeated = constraint.includes('_own_')
      ? 'Another feature has the same value in a unique field.'
      : globalIdExists;
    return new MappingError('services:invalid-feature', repeated, { status: 400 });
  }
  return toQueryError(error);
}

/** The message of an error that the client caused; other errors end the whole request. */
function describe(error: unknown): string {
  if (!(error instanceof MappingError) || error.status !== 400 || error.id === tooMuchReturned) throw error;
  const [fault] = error.faults;
  return fault ? faultText(fault) : error.message;
}

/** Clients match results to their edits by id, so a failed delete names its feature. */
function keyed(result: EditResult, key: FeatureKey): EditResult {
  return result.success ? result : { ...result, ...key };
}

/** Sets editor and edit time, if the layer has fields for them. */
function track(
  layer: HostedLayer,
  edit: FeatureEdit,
  { caller, now }: { caller: string | null; now: number },
  created: boolean,
): FeatureEdit {
  const { editorTracking } = layer;
  if (!editorTracking) return edit;
  const values = new Map<Field, AttributeValue>(edit.values);
  const note = (name: string, value: AttributeValue) => {
    const field = findField(writtenFields(layer), name);
    if (field) values.set(field, value);
  };
  if (created) {
    note(editorTracking.creationDateField, now);
    note(editorTracking.creatorField, caller);
  }
  note(editorTracking.editDateField, now);
  note(editorTracking.editorField, caller);
  return { ...edit, values };
}
