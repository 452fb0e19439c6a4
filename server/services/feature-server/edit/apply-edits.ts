import type { Transaction } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import { MappingError } from '../../../../wire/errors.ts';
import { type AttributeValue, type Field, findField } from '../../layer/field.ts';
import type { HostedLayer } from '../../layer/layer.ts';
import {
  type EditedFeature,
  type FeatureEdit,
  type FeatureKey,
  LayerEdits,
} from '../../storage/edit-store.ts';
import { toQueryError } from '../../storage/feature-rows-store.ts';
import { type EditedFeatures, noneEdited, readWhole } from './edited-features.ts';
import { readAddition, readChange } from './read-feature.ts';

/** Edits of one layer as they came. */
export interface EditRequest {
  adds: readonly unknown[];
  updates: readonly unknown[];
  deletes: readonly FeatureKey[];
  useGlobalIds: boolean;
  /** Whether the features are answered too, as they were and as they are. */
  returnEdited?: boolean;
}

/** What became of one edit (portal-wire §5). */
export interface EditResult {
  objectId: number | null;
  globalId: string | null;
  success: boolean;
  error?: { code: number; description: string };
}

export interface EditResults {
  addResults: EditResult[];
  updateResults: EditResult[];
  deleteResults: EditResult[];
  editedFeatures?: EditedFeatures;
}

const missing = { code: 1019, description: 'There is no feature of this id.' };
const rolledBack = { code: 1003, description: 'Operation rolled back.' };

/** Applies edits in order: additions, changes, deletions. Each fails alone; the caller decides about the whole. */
export async function applyEdits(
  transaction: Transaction<Tables>,
  layer: HostedLayer,
  request: EditRequest,
  editor: { caller: string | null; now: number },
): Promise<EditResults> {
  const edits = await LayerEdits.begin(transaction, layer);
  if (!edits) throw new MappingError('services:not-found', 'The layer is gone.', { status: 404 });
  const edited = request.returnEdited ? noneEdited(layer) : undefined;
  const look = async (key: FeatureKey) => (edited ? readWhole(transaction, layer, key) : undefined);
  const results: EditResults = {
    addResults: [],
    updateResults: [],
    deleteResults: [],
    ...(edited && { editedFeatures: edited }),
  };
  for (const feature of request.adds) {
    results.addResults.push(
      await attempt(edits, async () => {
        const added = await edits.add(
          track(layer, readAddition(feature, layer, request.useGlobalIds), editor, true),
        );
        const current = await look(added);
        if (current) edited?.adds.push(current);
        return added;
      }),
    );
  }
  for (const feature of request.updates) {
    results.updateResults.push(
      await attempt(edits, async () => {
        const { key, edit } = readChange(feature, layer, request.useGlobalIds);
        const original = await look(key);
        const updated = await edits.update(key, track(layer, edit, editor, false));
        const current = await look(key);
        if (original && current) edited?.updates.push([original, current]);
        return updated;
      }),
    );
  }
  for (const key of request.deletes) {
    const deletion = await attempt(edits, async () => {
      const original = await look(key);
      const deleted = await edits.delete(key);
      if (original) edited?.deletes.push(original);
      return deleted;
    });
    results.deleteResults.push(keyed(deletion, key));
  }
  await edits.finish(editor.now);
  return results;
}

/** Whether everything went well; if not and all or nothing was asked for, the good ones are told that they are undone. */
export function settle(results: readonly EditResults[], rollbackOnFailure: boolean): boolean {
  const all = results.flatMap(({ addResults, updateResults, deleteResults }) => [
    ...addResults,
    ...updateResults,
    ...deleteResults,
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

async function attempt(
  edits: LayerEdits,
  edit: () => Promise<EditedFeature | undefined>,
): Promise<EditResult> {
  try {
    const edited = await edits.attempt(async () => edit());
    if (!edited) return { objectId: null, globalId: null, success: false, error: missing };
    return { ...edited, success: true };
  } catch (error) {
    const description = describe(toEditError(error));
    return { objectId: null, globalId: null, success: false, error: { code: 1000, description } };
  }
}

/** Class 23 is a broken constraint: here a global id that exists already. */
function toEditError(error: unknown): unknown {
  if ((error as { code?: string }).code === '23505') {
    return new MappingError('services:invalid-feature', 'There is a feature of this GlobalID already.', {
      status: 400,
    });
  }
  return toQueryError(error);
}

/** The words of an error that is the client's; others end the whole request. */
function describe(error: unknown): string {
  if (!(error instanceof MappingError) || error.status >= 500) throw error;
  const [fault] = error.faults;
  return fault ? `${fault.path}: ${fault.message}` : error.message;
}

/** Clients match results to what they sent by id, so a failed deletion says which one it was. */
function keyed(result: EditResult, key: FeatureKey): EditResult {
  return result.success ? result : { ...result, ...key };
}

/** Notes who edited and when, where the layer keeps that. */
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
    const field = findField(layer.fields, name);
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
