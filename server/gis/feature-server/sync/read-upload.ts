import { z } from 'zod';
import { limits } from '../../../limits.ts';
import { parameterError } from '../../../platform/arcgis/parameters.ts';
import { arcgisError } from '../../../platform/http/arcgis-error.ts';
import { wireSpatialReference } from '../../geometry/spatial-reference.ts';
import type { HostedLayer } from '../../layer/layer.ts';
import type { Replica } from '../../storage/replica-store.ts';
import { parseGuid } from '../../where/temporal-literal.ts';
import { type EditRequest } from '../edit/apply-edits.ts';
import { layerOfReplica, partOf } from './replica-definition.ts';

/** Edits of one kind have results of one kind. */
export const uploadKinds = [
  'adds',
  'updates',
  'deletes',
  'attachmentAdds',
  'attachmentUpdates',
  'attachmentDeletes',
] as const;
export type UploadKind = (typeof uploadKinds)[number];

/** The edits of one layer that a client made offline. */
export interface LayerUpload {
  layer: HostedLayer;
  edits: Record<UploadKind, readonly unknown[]>;
  /** The same, for the rules of who may make them. */
  request: EditRequest;
}

const tooManyEdits = `Send at most ${limits.replicaEdits} edits at once.`;
const list = z.array(z.unknown()).max(limits.replicaEdits, tooManyEdits).nullish();
const ids = z.array(z.string()).max(limits.replicaEdits, tooManyEdits).nullish();

/** Strict, because a client forgets the edits that it sent. */
const editLists = z.strictObject({ adds: list, updates: list, deleteIds: ids, deletes: ids }).nullish();

const schema = z
  .array(
    z.strictObject({ id: z.int().nonnegative(), features: editLists, attachments: editLists }),
    'Expected [{"id": 0, "features": {"adds": [], "updates": [], "deleteIds": []}}].',
  )
  .max(limits.editedLayers, `Expected at most ${limits.editedLayers} layers.`);

const parameter = 'edits';

/**
 * Reads the edits of a client, by GlobalID.
 * @throws MappingError 400 for edits of other layers, too many edits, and attachments that the replica does not send
 */
export function readUpload(value: unknown, replica: Replica, layers: readonly HostedLayer[]): LayerUpload[] {
  if (value === undefined || value === null) return [];
  const read = schema.safeParse(value);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw parameterError([parameter, ...(issue?.path ?? [])].map(String).join('.'), issue?.message ?? '');
  }
  const seen = new Set<number>();
  let count = 0;
  let files = 0;
  const uploads = read.data.flatMap(({ id, features, attachments }): LayerUpload[] => {
    partOf(replica, id, parameter);
    const layer = layerOfReplica(layers, id);
    if (seen.has(id)) throw parameterError(parameter, `Send the edits of layer ${id} once.`);
    seen.add(id);
    const { wkid } = replica.definition;
    const deletes = [...(features?.deleteIds ?? []), ...(features?.deletes ?? [])];
    const edits = {
      adds: (features?.adds ?? []).map((feature) => inReplica(feature, wkid)),
      updates: (features?.updates ?? []).map((feature) => inReplica(feature, wkid)),
      deletes: deletes.map((text) => ({ globalId: guidOf(text) })),
      attachmentAdds: attachments?.adds ?? [],
      attachmentUpdates: attachments?.updates ?? [],
      attachmentDeletes: [...(attachments?.deleteIds ?? []), ...(attachments?.deletes ?? [])],
    };
    const ofFiles =
      edits.attachmentAdds.length + edits.attachmentUpdates.length + edits.attachmentDeletes.length;
    const ofFeatures = edits.adds.length + edits.updates.length + deletes.length;
    count += ofFeatures;
    files += ofFiles;
    if (ofFiles > 0) mustTakeAttachments(layer, replica);
    const request: EditRequest = {
      adds: edits.adds,
      updates: edits.updates,
      deletes: edits.deletes,
      useGlobalIds: true,
      ...(ofFiles > 0 && {
        attachments: {
          adds: edits.attachmentAdds,
          updates: edits.attachmentUpdates,
          deletes: edits.attachmentDeletes,
        },
      }),
    };
    return ofFeatures + ofFiles === 0 ? [] : [{ layer, edits, request }];
  });
  if (count > limits.replicaEdits) throw parameterError(parameter, tooManyEdits);
  if (files > limits.attachmentEdits)
    throw parameterError(parameter, `Send at most ${limits.attachmentEdits} attachments at once.`);
  return uploads;
}

function mustTakeAttachments(layer: HostedLayer, { definition }: Replica): void {
  if (definition.attachments === 'none')
    throw parameterError(parameter, 'The replica was created without attachments.');
  if (!layer.hasAttachments)
    throw arcgisError('services:not-supported', { message: `The layer ${layer.name} has no attachments.` });
}

function guidOf(text: string): string {
  const guid = parseGuid(text);
  if (guid === undefined) throw parameterError(`${parameter}.deleteIds`, 'Expected GlobalIDs.');
  return guid;
}

/** A geometry without a spatial reference has that of the replica. */
function inReplica(feature: unknown, wkid: number | null): unknown {
  if (wkid === null || typeof feature !== 'object' || feature === null) return feature;
  const { geometry } = feature as { geometry?: unknown };
  if (typeof geometry !== 'object' || geometry === null || 'spatialReference' in geometry) return feature;
  return { ...feature, geometry: { ...geometry, spatialReference: wireSpatialReference(wkid) } };
}

/** The GlobalID of an attachment. */
export function attachmentIdOf(attachment: unknown): string | undefined {
  if (typeof attachment !== 'object' || attachment === null) return undefined;
  return parseGuid(String((attachment as Record<string, unknown>)['globalId'] ?? ''));
}
