import Graphic from '@arcgis/core/Graphic.js';
import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import { newGlobalId } from '../../new-id.ts';
import { sqlLiteral } from '../layers/sql.ts';
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
  /**
   * Called with what a service has stored before the whole edit succeeds, so that another attempt does not
   * store it twice.
   */
  onStored: (stored: { objectId: number } | { file: File; attachmentId: number }) => void;
}

/**
 * Stores a feature and its attachments: in one edit if the service supports GlobalIDs, so that either all of it is stored or
 * nothing, and one undo reverts all of it. Such a service adds features and attachments once, even if the answer to an earlier
 * attempt was lost.
 * @throws MappingError `edit:failed`, `portal:*`
 */
export async function sendFeature(edit: FeatureToSend): Promise<void> {
  const { layer, feature, added, deleted } = edit;
  try {
    const isOnlyUpdate = !edit.adds && added.length + deleted.length === 0;
    if (!isOnlyUpdate && isKnownByGlobalId(layer, feature, deleted, edit.adds)) await sendTogether(edit);
    else if (added.length + deleted.length === 0) await apply(layer, featureEdits(edit));
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
  const globalId = adds ? globalIdOf(feature) : String(feature.attributes[field]);
  const edits = featureEdits({
    ...edit,
    values: adds ? { ...edit.values, [field]: globalId } : edit.values,
  });
  const addAttachments = added.map((file) => {
    const { name, type: contentType } = file;
    const keywords = keywordsOf?.(file);
    const attachment = {
      globalId: globalIdOf(file),
      name,
      contentType,
      ...(keywords && { keywords }),
      data: file,
    };
    return { feature: { globalId }, attachment };
  });
  // An earlier attempt has stored all of it.
  if (Object.keys(edits).length + added.length + deleted.length === 0) return;
  const all = { ...edits, addAttachments, deleteAttachments: deleted.map((one) => String(one.globalId)) };
  try {
    refuse(
      await layer.applyEdits(all as unknown as Edits, {
        globalIdUsed: true,
        ...rollback(layer),
      }),
    );
  } catch (cause) {
    const left = await (adds ? leftOfAddition(edit, globalId) : leftOfUpdate(edit)).catch(() => undefined);
    if (!left) throw cause;
    // The form may have been changed since.
    if (!adds || layer.capabilities?.operations?.supportsUpdate !== false) await sendTogether(left);
  }
}

/** What is left to store of a new feature that an earlier attempt added; undefined if none did. */
async function leftOfAddition(edit: FeatureToSend, globalId: string): Promise<FeatureToSend | undefined> {
  const { layer, feature, values, added } = edit;
  const { objectIdField, globalIdField } = layer;
  const where = `${globalIdField} = ${sqlLiteral(globalId)}`;
  const { features } = await layer.queryFeatures({ where, outFields: [objectIdField] });
  const objectId = features[0]?.attributes[objectIdField] as number | undefined;
  if (objectId === undefined) return undefined;
  const attributes = { ...values, [objectIdField]: objectId, [globalIdField as string]: globalId };
  const there = layer.capabilities?.data?.supportsAttachment ? await attachmentsOf(layer, objectId) : [];
  return {
    ...edit,
    feature: new Graphic({ geometry: feature.geometry, attributes }),
    adds: false,
    withShape: Boolean(feature.geometry),
    added: added.filter((file) => !there.some((one) => isFile(one, file))),
    deleted: there.filter((one) => !added.some((file) => isFile(one, file))),
  };
}

/** What is left to store of an update whose attachments an earlier attempt stored or deleted; undefined if none did. */
async function leftOfUpdate(edit: FeatureToSend): Promise<FeatureToSend | undefined> {
  const { layer, feature, added, deleted } = edit;
  if (added.length + deleted.length === 0) return undefined;
  const there = await attachmentsOf(layer, feature.attributes[layer.objectIdField] as number);
  const missing = added.filter((file) => !there.some((one) => isFile(one, file)));
  const remaining = deleted.filter(({ globalId }) =>
    there.some((one) => bare(one.globalId) === bare(globalId)),
  );
  const isLess = missing.length + remaining.length < added.length + deleted.length;
  return isLess ? { ...edit, added: missing, deleted: remaining } : undefined;
}

async function attachmentsOf(layer: FeatureLayer, objectId: number): Promise<FeatureToSend['deleted']> {
  return (await layer.queryAttachments({ objectIds: [objectId] }))[objectId] ?? [];
}

/** Whether a stored attachment is a file that this page has sent. */
function isFile({ globalId }: FeatureToSend['deleted'][number], file: File): boolean {
  return bare(globalIdOf(file)) === bare(globalId);
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
  if (!failed?.error) return;
  // What an earlier attempt has deleted is refused, too.
  const there = await attachmentsOf(layer, objectId as number).catch(() => deleted);
  if (deleted.some(({ id }) => there.some((one) => one.id === id))) throw failed.error;
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

/**
 * The ids that this page has given to features and files: the same at each attempt, so that a service
 * recognises them.
 */
const globalIds = new WeakMap<object, string>();

export function globalIdOf(subject: Graphic | File): string {
  const id = globalIds.get(subject) ?? newGlobalId();
  globalIds.set(subject, id);
  return id;
}

/** Services write GlobalIDs with braces or without, and in either case. */
const bare = (globalId: string | null | undefined) => globalId?.replace(/[{}]/g, '').toLowerCase();
