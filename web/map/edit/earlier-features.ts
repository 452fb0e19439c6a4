import type { EditableLayer, EditedFeature, LayerEdits } from './editable-layer.ts';

/** A feature as it was before an edit. */
export interface EarlierFeature {
  attributes: Record<string, unknown>;
  geometry: unknown;
}

/** Timeout for the earlier values in milliseconds. */
const patience = 10_000;
/** Features per request: a page size that every service allows. */
const page = 500;
/** More features than these are not stored for undo. */
const most = 5000;

/**
 * Loads the features that edits will change or delete, with all attributes and full geometry, by object id.
 * @throws when the service does not respond in time, or when there are too many
 */
export async function fetchEarlier(
  layer: EditableLayer,
  edits: LayerEdits,
): Promise<{ features: ReadonlyMap<number, EarlierFeature>; haveAttachments: boolean }> {
  const updated = Array.from(edits.updateFeatures ?? []);
  const deleted = Array.from(edits.deleteFeatures ?? []);
  const wanted = [...updated, ...deleted];
  if (wanted.length > most) throw new RangeError('too many features');
  const signal = AbortSignal.timeout(patience);
  const features = new Map<number, EarlierFeature>();
  for (let start = 0; start < wanted.length; start += page) {
    const query = {
      ...selection(layer, wanted.slice(start, start + page)),
      outFields: ['*'],
      returnGeometry: true,
      returnZ: layer.capabilities?.data?.supportsZ ?? false,
      returnM: layer.capabilities?.data?.supportsM ?? false,
      outSpatialReference: layer.spatialReference,
      ...(layer.gdbVersion && { gdbVersion: layer.gdbVersion }),
    };
    const found = await layer.queryFeatures(query, { signal });
    for (const { attributes, geometry } of found.features)
      features.set(Number(attributes[layer.objectIdField]), { attributes, geometry });
  }
  const gone = deleted.map((feature) => objectIdOf(layer, feature)).filter((id) => id !== undefined);
  return { features, haveAttachments: await haveAttachments(layer, gone) };
}

/** The object id of a feature to be edited, if it is identified by that. */
export function objectIdOf(layer: EditableLayer, feature: EditedFeature): number | undefined {
  const id = feature.objectId ?? feature.attributes?.[layer.objectIdField];
  return typeof id === 'number' ? id : undefined;
}

function selection(layer: EditableLayer, features: readonly EditedFeature[]): object {
  const objectIds = features.map((feature) => objectIdOf(layer, feature));
  if (objectIds.every((id) => id !== undefined)) return { objectIds };
  const ids = features.map(({ globalId, attributes }) =>
    String(globalId ?? attributes?.[layer.globalIdField ?? ''] ?? ''),
  );
  return { where: `${layer.globalIdField} IN (${ids.map((id) => `'${id.replaceAll("'", "''")}'`).join()})` };
}

async function haveAttachments(layer: EditableLayer, objectIds: readonly number[]): Promise<boolean> {
  if (!layer.capabilities?.data?.supportsAttachment || objectIds.length === 0) return false;
  const lists = await layer.queryAttachments?.({ objectIds });
  return Object.values(lists ?? {}).some((list) => list.length > 0);
}
