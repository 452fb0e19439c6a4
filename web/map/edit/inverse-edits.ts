import type { Earlier, EarlierFeature } from './earlier-features.ts';
import { attachmentOf } from './earlier-files.ts';
import type { EditableLayer, EditAnswer, EditedFeature, EditOptions, LayerEdits } from './editable-layer.ts';

/** Edits that a service has applied. */
export interface AppliedEdits {
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
export function inverseEdits(
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
