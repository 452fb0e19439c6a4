import type { EditableLayer, EditedFeature, LayerEdits } from './editable-layer.ts';
import { sqlLiteral } from '../layers/sql.ts';
import { type EarlierFile, fetchFiles, type LoadFile, SeenFiles } from './earlier-files.ts';

/** A feature as it was before an edit. */
export interface EarlierFeature {
  attributes: Record<string, unknown>;
  geometry: unknown;
}

/** Milliseconds an edit waits for the earlier values. */
const timeout = 10_000;
/** Features per request: a page that every service allows. */
const page = 500;
/** More features than these are not stored for undo. */
const max = 5000;

/** The features and attachments that edits will change or delete, in their earlier state. */
export interface Earlier {
  features: ReadonlyMap<number, EarlierFeature>;
  /** Attachments of deleted features; undefined if some of them cannot be stored. */
  filesOfDeleted: readonly EarlierFile[] | undefined;
  /** Attachments that are deleted or replaced themselves; undefined if one of them cannot be stored. */
  files: readonly EarlierFile[] | undefined;
}

/**
 * Loads the features that edits will change or delete, by object id, with all attributes and the full
 * geometry, and their attachments.
 * @throws if the service does not respond in time, or if there are too many
 */
export async function fetchEarlier(
  layer: EditableLayer,
  edits: LayerEdits,
  seen: SeenFiles,
  load: LoadFile,
): Promise<Earlier> {
  const updated = Array.from(edits.updateFeatures ?? []);
  const deleted = Array.from(edits.deleteFeatures ?? []);
  const wanted = [...updated, ...deleted];
  if (wanted.length > max) throw new RangeError('too many features');
  const signal = AbortSignal.timeout(timeout);
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
  const named = [
    ...(edits.deleteAttachments ?? []),
    ...(edits.updateAttachments ?? []).map(({ attachment }) => attachment.globalId ?? ''),
  ];
  const [filesOfDeleted, files] = await Promise.all([
    filesOf(layer, gone, load).catch(() => undefined),
    fetchFiles(
      layer,
      named.map((globalId) => seen.byGlobalId(globalId)),
      load,
    ).catch(() => undefined),
  ]);
  return { features, filesOfDeleted, files };
}

async function filesOf(
  layer: EditableLayer,
  objectIds: readonly number[],
  load: LoadFile,
): Promise<readonly EarlierFile[]> {
  if (!layer.capabilities?.data?.supportsAttachment || objectIds.length === 0) return [];
  const lists = (await layer.queryAttachments?.({ objectIds })) ?? {};
  const seen = new SeenFiles();
  seen.see(lists);
  const wanted = Object.entries(lists).flatMap(([objectId, list]) =>
    list.map(({ id }) => (id === undefined ? undefined : seen.byId(Number(objectId), id))),
  );
  return fetchFiles(layer, wanted, load);
}

/** The object id of an edited feature, if it has one. */
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
  return { where: `${layer.globalIdField} IN (${ids.map(sqlLiteral).join()})` };
}
