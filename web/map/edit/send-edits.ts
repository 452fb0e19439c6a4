import Graphic from '@arcgis/core/Graphic.js';
import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import { sdkError } from '../sdk/sdk-error.ts';

/** A feature to store, with its attachments. */
export interface FeatureToSend {
  layer: FeatureLayer;
  feature: Graphic;
  adds: boolean;
  /** Values to store: all of a new feature, else those that differ. */
  values: Record<string, unknown>;
  /** Whether the shape is to be stored. */
  withShape: boolean;
  added: readonly File[];
  /** Keywords of an added file; empty for none. */
  keywordsOf?: (file: File) => string;
  deleted: readonly { id: number; globalId: string | null | undefined }[];
  /** Called with what a service has stored before the whole edit succeeds, so that another attempt does not store it twice. */
  onStored: (stored: { objectId: number } | { file: File; attachmentId: number }) => void;
}

/**
 * Stores a feature and its attachments: in one edit if the service supports GlobalIDs, so that either all of it is stored or
 * nothing, and one undo reverts all of it.
 * @throws MappingError `edit:failed`, `portal:*`
 */
export async function sendFeature(edit: FeatureToSend): Promise<void> {
  const { layer, feature, added, deleted } = edit;
  try {
    if (added.length + deleted.length === 0) await apply(layer, featureEdits(edit));
    else if (isKnownByGlobalId(layer, feature, deleted, edit.adds)) await sendTogether(edit);
    else await sendOneByOne(edit);
  } catch (cause) {
    throw sdkError(cause, 'edit:failed');
  }
}

/** @throws MappingError `edit:failed`, `portal:*` */
export async function deleteFeature(layer: FeatureLayer, feature: Graphic): Promise<void> {
  try {
    await apply(layer, { deleteFeatures: [feature] });
  } catch (cause) {
    throw sdkError(cause, 'edit:failed');
  }
}

type Edits = Parameters<FeatureLayer['applyEdits']>[0];

function featureEdits({ layer, feature, adds, values, withShape }: FeatureToSend): Edits {
  const { objectIdField, globalIdField } = layer;
  if (adds) return { addFeatures: [new Graphic({ geometry: feature.geometry, attributes: values })] };
  if (Object.keys(values).length === 0 && !withShape) return {};
  const ids = [objectIdField, globalIdField].filter((name) => typeof name === 'string' && name !== '');
  const stored = feature.attributes as Record<string, unknown>;
  const attributes = { ...Object.fromEntries(ids.map((name) => [name, stored[name as string]])), ...values };
  return { updateFeatures: [new Graphic({ ...(withShape && { geometry: feature.geometry }), attributes })] };
}

function isKnownByGlobalId(
  layer: FeatureLayer,
  feature: Graphic,
  deleted: FeatureToSend['deleted'],
  adds: boolean,
): boolean {
  const { globalIdField, capabilities } = layer;
  if (!globalIdField || !capabilities?.editing.supportsGlobalId) return false;
  return deleted.every(({ globalId }) => globalId) && (adds || Boolean(feature.attributes[globalIdField]));
}

async function sendTogether(edit: FeatureToSend): Promise<void> {
  const { layer, feature, adds, added, deleted, keywordsOf } = edit;
  const field = layer.globalIdField as string;
  const globalId = adds ? newGlobalId() : String(feature.attributes[field]);
  const edits = featureEdits({
    ...edit,
    values: adds ? { ...edit.values, [field]: globalId } : edit.values,
  });
  const results = await layer.applyEdits(
    {
      ...edits,
      addAttachments: added.map((file) => {
        const { name, type: contentType } = file;
        const keywords = keywordsOf?.(file);
        const attachment = {
          globalId: newGlobalId(),
          name,
          contentType,
          ...(keywords && { keywords }),
          data: file,
        };
        return { feature: { globalId }, attachment };
      }),
      deleteAttachments: deleted.map((one) => String(one.globalId)),
    } as unknown as Edits,
    { globalIdUsed: true, ...rollback(layer) },
  );
  refuse(results);
}

/** Services without GlobalIDs accept attachments only of stored features. */
async function sendOneByOne(edit: FeatureToSend): Promise<void> {
  const { layer, feature, adds, added, deleted, keywordsOf, onStored } = edit;
  const results = await apply(layer, featureEdits(edit));
  const objectId = adds ? results?.addFeatureResults[0]?.objectId : feature.getObjectId();
  if (adds && typeof objectId === 'number') onStored({ objectId });
  const owner = new Graphic({ layer, attributes: { [layer.objectIdField]: objectId } });
  for (const file of added) {
    const form = new FormData();
    form.append('attachment', file, file.name);
    const keywords = keywordsOf?.(file);
    if (keywords) form.append('keywords', keywords);
    form.append('f', 'json');
    const { error, objectId: attachmentId } = await layer.addAttachment(owner, form);
    if (error) throw error;
    if (typeof attachmentId === 'number') onStored({ file, attachmentId });
  }
  if (deleted.length === 0) return;
  const answers = await layer.deleteAttachments(
    owner,
    deleted.map(({ id }) => id),
  );
  const failed = answers.find(({ error }) => error);
  if (failed?.error) throw failed.error;
}

async function apply(layer: FeatureLayer, edits: Edits) {
  if (Object.keys(edits).length === 0) return undefined;
  const results = await layer.applyEdits(edits, rollback(layer));
  refuse(results);
  return results;
}

function rollback({ capabilities }: FeatureLayer) {
  return capabilities?.editing.supportsRollbackOnFailure ? { rollbackOnFailureEnabled: true } : {};
}

function refuse(results: Awaited<ReturnType<FeatureLayer['applyEdits']>>): void {
  const all = Object.values(results).flatMap((list: unknown) => (Array.isArray(list) ? list : [])) as {
    error?: Error | null;
  }[];
  const failed = all.find(({ error }) => error);
  if (failed?.error) throw failed.error;
}

function newGlobalId(): string {
  return `{${crypto.randomUUID().toUpperCase()}}`;
}
