import type { FeatureEdit } from './feature-edit.ts';
import { type EarlierFeature, fetchEarlier } from './earlier-features.ts';
import type { EditableLayer, EditedFeature, EditResults, LayerEdits } from './editable-layer.ts';
import { sdkError } from '../sdk/sdk-error.ts';
import { inverseEdits, type AppliedEdits } from './inverse-edits.ts';

export type { EditableLayer } from './editable-layer.ts';

/** Wraps a layer's `applyEdits` to record how to undo each edit; returns a function that unwraps it. */
export function recordEdits(layer: EditableLayer, listener: (edit: FeatureEdit) => void): () => void {
  const apply = layer.applyEdits.bind(layer);
  layer.applyEdits = async (edits, options) => {
    // An edit is applied even if the earlier values cannot be loaded; then it cannot be undone.
    const earlier = await fetchEarlier(layer, edits).catch(() => undefined);
    const results = await apply(edits, options);
    const edit = describe(layer, appliedEdits(edits, results), earlier, apply);
    if (edit) listener(edit);
    return results;
  };
  return () => {
    Reflect.deleteProperty(layer, 'applyEdits');
  };
}

function describe(
  layer: EditableLayer,
  applied: AppliedEdits,
  earlier: Awaited<ReturnType<typeof fetchEarlier>> | undefined,
  apply: EditableLayer['applyEdits'],
): FeatureEdit | undefined {
  const counts = [applied.added.length, applied.updated.length, applied.deleted.length] as const;
  const features = counts[0] + counts[1] + counts[2];
  const known: ReadonlyMap<number, EarlierFeature> | undefined = earlier?.features;
  if (features === 0 && applied.addedAttachments.length === 0) return undefined;
  const inverse = known && inverseEdits(layer, applied, known);
  return {
    layerTitle: layer.title ?? '',
    kind:
      counts[0] === features && features > 0
        ? 'added'
        : counts[2] === features && features > 0
          ? 'deleted'
          : 'updated',
    features: Math.max(features, 1),
    losesAttachments: applied.losesAttachments || (counts[2] > 0 && earlier?.haveAttachments === true),
    undo:
      inverse &&
      (async () => {
        try {
          refuseFailures(await apply(inverse.edits, inverse.options));
        } catch (cause) {
          throw sdkError(cause, 'edit:not-undone');
        }
      }),
  };
}

/** The edits that the service applied: it may reject some and accept the others. */
function appliedEdits(edits: LayerEdits, results: EditResults): AppliedEdits {
  const carriedOut = <Given>(given: Iterable<Given> | undefined, answers: EditResults['addFeatureResults']) =>
    Array.from(given ?? []).flatMap((feature, index) => {
      const answer = answers?.[index];
      return answer && !answer.error ? [{ feature, answer }] : [];
    });
  return {
    added: carriedOut(edits.addFeatures, results.addFeatureResults).map(({ answer }) => answer),
    updated: carriedOut<EditedFeature>(edits.updateFeatures, results.updateFeatureResults).map(
      ({ feature, answer }) => ({ ...answer, feature }),
    ),
    deleted: carriedOut(edits.deleteFeatures, results.deleteFeatureResults).map(({ answer }) => answer),
    addedAttachments: carriedOut(edits.addAttachments, results.addAttachmentResults).flatMap(
      ({ feature: { attachment } }) => (attachment.globalId ? [attachment.globalId] : []),
    ),
    losesAttachments: Boolean(edits.deleteAttachments?.length || edits.updateAttachments?.length),
  };
}

function refuseFailures(results: EditResults): void {
  const all = [
    ...(results.addFeatureResults ?? []),
    ...(results.updateFeatureResults ?? []),
    ...(results.deleteFeatureResults ?? []),
  ];
  const failed = all.find(({ error }) => error);
  if (failed?.error) throw failed.error;
}
