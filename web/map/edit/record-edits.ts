import type { FeatureEdit } from './follow-edits.ts';
import { type Earlier, type EarlierFeature, fetchEarlier } from './earlier-features.ts';
import { attachmentOf, type LoadFile, SeenFiles } from './earlier-files.ts';
import type {
  EditableLayer,
  EditAnswer,
  EditedFeature,
  EditOptions,
  EditResults,
  LayerEdits,
} from './editable-layer.ts';
import { sdkError } from '../sdk/sdk-error.ts';
import { recordAttachments } from './record-attachments.ts';
import { RenamedIds } from './renamed-ids.ts';

export type { EditableLayer } from './editable-layer.ts';

/**
 * Wraps the methods of a layer that edit features and attachments to record how each edit is undone.
 *
 * @param load loads the file of an attachment that is to be deleted or replaced
 * @returns a function that unwraps them
 */
export function recordEdits(
  layer: EditableLayer,
  listener: (edit: FeatureEdit) => void,
  load: LoadFile,
): () => void {
  const apply = layer.applyEdits.bind(layer);
  const query = layer.queryAttachments?.bind(layer);
  const seen = new SeenFiles();
  const renamed = new RenamedIds();
  layer.applyEdits = async (edits, options) => {
    // An edit is made even when the earlier values cannot be loaded; it cannot be undone then.
    const earlier = await fetchEarlier(layer, edits, seen, load).catch(() => undefined);
    const results = await apply(edits, options);
    const edit = describe(layer, appliedEdits(edits, results), earlier, apply, renamed);
    if (edit) listener(edit);
    return results;
  };
  if (query)
    layer.queryAttachments = async (requested, options) => {
      const lists = await query(requested, options);
      seen.see(lists);
      return lists;
    };
  const stopAttachments = recordAttachments(layer, listener, { seen, load, renamed });
  return () => {
    stopAttachments();
    Reflect.deleteProperty(layer, 'applyEdits');
    Reflect.deleteProperty(layer, 'queryAttachments');
  };
}

function describe(
  layer: EditableLayer,
  applied: AppliedEdits,
  earlier: Earlier | undefined,
  apply: EditableLayer['applyEdits'],
  renamed: RenamedIds,
): FeatureEdit | undefined {
  const { added, updated, deleted, addedAttachments, updatedAttachments, deletedAttachments } = applied;
  const features = added.length + updated.length + deleted.length;
  const named = [...updatedAttachments, ...deletedAttachments];
  if (features + addedAttachments.length + named.length === 0) return undefined;
  const inverse = earlier && inverseEdits(layer, applied, earlier);
  const before = deleted.map(({ objectId }) => objectId);
  return {
    layerTitle: layer.title ?? '',
    kind: kindOf([added.length, updated.length, deleted.length]),
    features: Math.max(features, 1),
    losesAttachments: losesFiles(layer, applied, earlier),
    undo:
      inverse &&
      (async () => {
        try {
          const results = await apply(renamed.now(layer, inverse.edits), inverse.options);
          refuseFailures(results);
          // A feature that is added again has another object id, and earlier edits know it by the one it had.
          for (const [index, answer] of (results.addFeatureResults ?? []).entries())
            renamed.feature(before[index], answer.objectId);
        } catch (cause) {
          throw sdkError(cause, 'edit:not-undone');
        }
      }),
  };
}

function kindOf([added, updated, deleted]: readonly [number, number, number]): FeatureEdit['kind'] {
  const features = added + updated + deleted;
  if (features === 0) return 'attached';
  if (added === features) return 'added';
  return deleted === features ? 'deleted' : 'updated';
}

/** Whether attachments are deleted that undo cannot restore. */
function losesFiles(
  { globalIdField, capabilities }: EditableLayer,
  { deleted, updatedAttachments, deletedAttachments }: AppliedEdits,
  earlier: Earlier | undefined,
): boolean {
  const named = updatedAttachments.length + deletedAttachments.length;
  const gone = deleted.length > 0 && (!earlier?.filesOfDeleted || earlier.filesOfDeleted.length > 0);
  if (named > 0 && !earlier?.files) return true;
  if (!gone || !capabilities?.data?.supportsAttachment) return false;
  return !earlier?.filesOfDeleted || !globalIdField || !capabilities.editing?.supportsGlobalId;
}

/** The edits that the service applied: it may reject some of a request. */
function appliedEdits(edits: LayerEdits, results: EditResults): AppliedEdits {
  const carriedOut = <Given>(given: Iterable<Given> | undefined, answers: EditResults['addFeatureResults']) =>
    Array.from(given ?? []).flatMap((feature, index) => {
      const answer = answers?.[index];
      return answer && !answer.error ? [{ feature, answer }] : [];
    });
  const named = (given: LayerEdits['addAttachments'], answers: EditResults['addFeatureResults']) =>
    carriedOut(given, answers).flatMap(({ feature: { attachment } }) =>
      attachment.globalId ? [attachment.globalId] : [],
    );
  return {
    added: carriedOut(edits.addFeatures, results.addFeatureResults).map(({ answer }) => answer),
    updated: carriedOut<EditedFeature>(edits.updateFeatures, results.updateFeatureResults).map(
      ({ feature, answer }) => ({ ...answer, feature }),
    ),
    deleted: carriedOut(edits.deleteFeatures, results.deleteFeatureResults).map(({ answer }) => answer),
    addedAttachments: named(edits.addAttachments, results.addAttachmentResults),
    updatedAttachments: named(edits.updateAttachments, results.updateAttachmentResults),
    deletedAttachments: carriedOut(edits.deleteAttachments, results.deleteAttachmentResults).map(
      ({ feature }) => feature,
    ),
  };
}

function refuseFailures(results: EditResults): void {
  const all = [
    results.addFeatureResults,
    results.updateFeatureResults,
    results.deleteFeatureResults,
    results.addAttachmentResults,
    results.updateAttachmentResults,
    results.deleteAttachmentResults,
  ];
  const failed = all.flatMap((list) => list ?? []).find(({ error }) => error);
  if (failed?.error) throw failed.error;
}

/** Edits that a service has applied. */
interface AppliedEdits {
  added: readonly EditAnswer[];
  updated: readonly (EditAnswer & { feature: EditedFeature })[];
  deleted: readonly EditAnswer[];
  /** Global ids of the attachments that were added, replaced and deleted. */
  addedAttachments: readonly string[];
  updatedAttachments: readonly string[];
  deletedAttachments: readonly string[];
}

/**
 * The edits that undo others: added features are deleted, changed ones get their earlier values, and deleted ones are
 * added with their earlier GlobalID where the service accepts it. Undefined if the layer does not allow that, or a
 * feature's earlier values are unknown.
 */
function inverseEdits(
  layer: EditableLayer,
  applied: AppliedEdits,
  { features: earlier, filesOfDeleted = [], files = [] }: Earlier,
): { edits: LayerEdits; options: EditOptions } | undefined {
  const { added, updated, deleted, addedAttachments, updatedAttachments, deletedAttachments } = applied;
  const { operations, editing } = layer.capabilities ?? {};
  const back = deleted.map((answer) => known(earlier, answer));
  const before = updated.map((answer) => ({ ...answer, earlier: known(earlier, answer) }));
  if (back.includes(undefined) || before.some((one) => !one.earlier)) return undefined;
  if (added.length > 0 && !operations?.supportsDelete) return undefined;
  if (deleted.length > 0 && !operations?.supportsAdd) return undefined;
  const byGlobalId = Boolean(layer.globalIdField && editing?.supportsGlobalId);
  const ofGone = filesOfDeleted.filter(({ owner }) => deleted.some((one) => one.objectId === owner.objectId));
  const backFiles = byGlobalId ? [...ofGone, ...filesNamed(files, deletedAttachments)] : [];
  const beforeFiles = filesNamed(files, updatedAttachments);
  const touched = addedAttachments.length + updatedAttachments.length + deletedAttachments.length;
  if (touched > 0 && !byGlobalId) return undefined;
  const onlyFiles = added.length + updated.length + deleted.length + addedAttachments.length === 0;
  if (onlyFiles && backFiles.length + beforeFiles.length === 0) return undefined;
  const edits: LayerEdits = {
    ...(back.length > 0 && {
      addFeatures: back.flatMap((one) => (one ? [restored(layer, one, byGlobalId)] : [])),
    }),
    ...(before.length > 0 && {
      updateFeatures: before.flatMap((one) =>
        one.earlier ? [valuesBefore(layer, one.feature, one.earlier)] : [],
      ),
    }),
    ...(added.length > 0 && {
      deleteFeatures: added.map(({ objectId, globalId }) => ({ objectId, globalId })),
    }),
    ...(backFiles.length > 0 && { addAttachments: backFiles.map(attachmentOf) }),
    ...(beforeFiles.length > 0 && { updateAttachments: beforeFiles.map(attachmentOf) }),
    ...(addedAttachments.length > 0 && { deleteAttachments: addedAttachments }),
  };
  return {
    edits,
    options: {
      ...(byGlobalId && back.length + touched > 0 && { globalIdUsed: true }),
      ...(editing?.supportsRollbackOnFailure && { rollbackOnFailureEnabled: true }),
    },
  };
}

function filesNamed(files: NonNullable<Earlier['files']>, globalIds: readonly string[]) {
  const plain = (id: string) => id.replaceAll(/[{}]/g, '').toLowerCase();
  const wanted = new Set(globalIds.map(plain));
  return files.filter(({ globalId }) => wanted.has(plain(globalId)));
}

function known(
  earlier: ReadonlyMap<number, EarlierFeature>,
  { objectId }: EditAnswer,
): EarlierFeature | undefined {
  return typeof objectId === 'number' ? earlier.get(objectId) : undefined;
}

/** A deleted feature to be added again: the service sets its read-only fields. */
function restored(
  layer: EditableLayer,
  { attributes, geometry }: EarlierFeature,
  byGlobalId: boolean,
): EditedFeature {
  const kept = layer.fields
    .filter(({ name, editable }) => (name === layer.globalIdField ? byGlobalId : editable !== false))
    .filter(({ name }) => name !== layer.objectIdField && attributes[name] !== undefined)
    .map(({ name }) => [name, attributes[name]] as const);
  return {
    ...(geometry !== undefined && geometry !== null && { geometry }),
    attributes: Object.fromEntries(kept),
  };
}

/** Only what the edit changed, because other users may have changed the rest. */
function valuesBefore(
  layer: EditableLayer,
  sent: EditedFeature,
  { attributes, geometry }: EarlierFeature,
): EditedFeature {
  const ids = [layer.objectIdField, layer.globalIdField];
  const changed = Object.keys(sent.attributes ?? {});
  const names = layer.fields
    .filter(({ name, editable }) => ids.includes(name) || (editable !== false && changed.includes(name)))
    .map(({ name }) => name)
    .filter((name) => attributes[name] !== undefined);
  return {
    attributes: Object.fromEntries(names.map((name) => [name, attributes[name]])),
    ...(sent.geometry !== undefined && sent.geometry !== null && { geometry }),
  };
}
