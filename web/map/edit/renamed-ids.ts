import type { EditableLayer, EditedFeature, LayerEdits } from './editable-layer.ts';

/**
 * The current ids of features and attachments that undo has added again: the service gives them new ids, and
 * earlier edits contain the old ones.
 */
export class RenamedIds {
  readonly #features = new Map<number, number>();
  readonly #files = new Map<number, number>();

  feature(before: number | null | undefined, now: number | null | undefined): void {
    note(this.#features, before, now);
  }

  file(before: number | null | undefined, now: number | null | undefined): void {
    note(this.#files, before, now);
  }

  fileNow(id: number): number {
    return newest(this.#files, id);
  }

  /** The same edits with the current ids. */
  now(layer: EditableLayer, edits: LayerEdits): LayerEdits {
    const all = (features: Iterable<EditedFeature>) =>
      Array.from(features, (feature) => this.featureNow(layer, feature));
    return {
      ...edits,
      ...(edits.updateFeatures && { updateFeatures: all(edits.updateFeatures) }),
      ...(edits.deleteFeatures && { deleteFeatures: all(edits.deleteFeatures) }),
    };
  }

  featureNow<Feature extends EditedFeature>({ objectIdField }: EditableLayer, feature: Feature): Feature {
    const { objectId, attributes } = feature;
    const own = attributes?.[objectIdField];
    return {
      ...feature,
      ...(typeof objectId === 'number' && { objectId: newest(this.#features, objectId) }),
      ...(attributes &&
        typeof own === 'number' && {
          attributes: { ...attributes, [objectIdField]: newest(this.#features, own) },
        }),
    };
  }

  featureIdNow(id: number): number {
    return newest(this.#features, id);
  }
}

function note(
  names: Map<number, number>,
  before: number | null | undefined,
  now: number | null | undefined,
): void {
  if (typeof before !== 'number' || typeof now !== 'number' || before === now) return;
  names.set(before, now);
  // A service may use an earlier id again, which is then the current one: the chain must end with it.
  names.delete(now);
}

/** A feature whose deletion was undone twice has been renamed twice. */
function newest(names: ReadonlyMap<number, number>, id: number): number {
  const next = names.get(id);
  return next === undefined ? id : newest(names, next);
}
