import { limits } from '../../../limits.ts';
import { parameterError } from '../../../platform/arcgis/parameters.ts';
import { arcgisError } from '../../../platform/http/arcgis-error.ts';
import type { HostedLayer } from '../../layer/layer.ts';
import { compareAttachments } from '../../storage/attachment-changes-store.ts';
import {
  compareGenerations,
  type GenerationRange,
  ownEdits,
  readGeneration,
} from '../../storage/changes-store.ts';
import type { Replica } from '../../storage/replica-store.ts';
import type { ServiceCall } from '../context.ts';
import type { EditResult } from '../edit/apply-edits.ts';
import { mustHaveGeneration } from './generations.ts';
import { writeFeatures } from './layer-filter.ts';
import { fingerprintOf, layerOfReplica, partOf, selectionOf } from './replica-definition.ts';
import { attachmentWriter } from './replica-data.ts';
import { addedBy, readSentEdits, type StoredUpload } from './sent-edits.ts';
import type { UploadKind } from './read-upload.ts';

const parameter = 'syncLayers';

/**
 * Checks that changes since a generation can be returned.
 * @throws MappingError 400 for a generation that the layer does not have, and a layer with other fields than the replica
 */
export function mustDownload(
  call: ServiceCall,
  replica: Replica,
  { id, serverGen }: { id: number; serverGen: number },
): void {
  const part = partOf(replica, id, parameter);
  const layer = layerOfReplica(call.layers, id);
  mustHaveGeneration(layer, serverGen, call.rights, parameter);
  if (fingerprintOf(layer) !== part.fingerprint)
    throw arcgisError('services:not-supported', {
      message: `The fields of ${layer.name} were changed since the replica was created. Upload its edits with the direction upload, then create a new replica.`,
    });
}

/** The response of a synchronization: results of the uploaded edits, and changes of the layers since the client's generations. */
export async function writeSynchronization(call: ServiceCall, replica: Replica): Promise<object> {
  const { returned, definition } = replica;
  const ranges = new Map((returned?.layers ?? []).map((range) => [range.id, range]));
  const sent = readSentEdits(replica.uploaded);
  const uploaded = new Map((returned?.hasUpload ? sent.layers : []).map((each) => [each.id, each]));
  const added = addedBy(sent);
  const files = attachmentWriter(call, definition);
  const edits: object[] = [];
  let left: number = limits.extractedChanges;
  for (const { id } of definition.layers) {
    const [range, upload] = [ranges.get(id), uploaded.get(id)];
    if (!range && !upload) continue;
    const changes =
      range &&
      (await readChanges(call, replica, layerOfReplica(call.layers, id), range, {
        max: left,
        files,
        sent: added.get(id) ?? new Set(),
      }));
    left -= changes?.count ?? 0;
    edits.push({ id, ...present(changes, upload) });
  }
  return {
    replicaName: replica.name,
    replicaID: replica.id,
    transportType: 'esriTransportTypeEmbedded',
    responseType: edits.length > 0 ? 'esriReplicaResponseTypeEdits' : 'esriReplicaResponseTypeNoEdits',
    syncModel: 'perLayer',
    layerServerGens: returned?.generations ?? [],
    edits,
  };
}

interface LayerChanges {
  count: number;
  features: { adds: object[]; updates: object[]; deleteIds: string[] };
  attachments?: { adds: object[]; updates: object[]; deleteIds: string[] };
}

/** What limits and completes the changes of one layer. */
interface Download {
  /** Changes that the response still has room for. */
  max: number;
  files: ReturnType<typeof attachmentWriter>;
  /** GlobalIDs of what the client has added to the layer itself. */
  sent: ReadonlySet<string>;
}

/** Features that the client added itself are among the updates, with what the server filled in. */
async function readChanges(
  call: ServiceCall,
  replica: Replica,
  layer: HostedLayer,
  range: GenerationRange,
  { max, files, sent }: Download,
): Promise<LayerChanges> {
  const { reader } = call.context;
  const { definition } = replica;
  const selection = selectionOf(definition, partOf(replica, layer.layerId, parameter), layer, call);
  const nothing = { count: 0, features: { adds: [], updates: [], deleteIds: [] } };
  if (!selection) return nothing;
  const compared = await compareGenerations(reader, layer, range, selection, max);
  if (!compared) throw tooManyChanges();
  const own = await ownEdits(reader, layer, range, selection, { editor: replica.owner, max });
  const found = new Set(compared.map(({ objectId }) => objectId));
  const changed = [...compared, ...own.present.filter(({ objectId }) => !found.has(objectId))];
  const deleted = new Set([
    ...changed.flatMap(({ change, globalId }) => (change === 'deleted' ? [globalId] : [])),
    ...own.gone,
  ]);
  const present = changed.filter(({ change }) => change !== 'deleted');
  const isNew = new Set(
    present.flatMap(({ change, globalId, objectId }) =>
      change === 'added' && !sent.has(globalId) ? [objectId] : [],
    ),
  );
  const ids = present.map(({ objectId }) => objectId);
  const rows = await readGeneration(reader, layer, range.to, ids);
  const write = (wanted: boolean) =>
    writeFeatures(
      layer,
      rows.filter(({ objectId }) => isNew.has(objectId) === wanted),
      definition.wkid ?? undefined,
    );
  const entered = present.flatMap(({ change, objectId }) => (change === 'added' ? [objectId] : []));
  const attachments =
    definition.attachments === 'bidirectional' &&
    (await compareAttachments(reader, layer, range, selection, {
      entered,
      max: files.left() + 1,
      maxFeatures: limits.extractedChanges,
    }));
  if (attachments === undefined) throw tooManyChanges();
  return {
    count: changed.length,
    features: {
      adds: write(true),
      updates: write(false),
      deleteIds: [...deleted],
    },
    ...(attachments && {
      attachments: {
        adds: await files.write(
          layer,
          attachments.added.filter(({ globalId }) => !sent.has(globalId)),
        ),
        updates: await files.write(layer, [
          ...attachments.updated,
          ...attachments.added.filter(({ globalId }) => sent.has(globalId)),
        ]),
        deleteIds: attachments.deletedIds,
      },
    }),
  };
}

function tooManyChanges() {
  return parameterError(
    parameter,
    `More than ${limits.extractedChanges} features have changed since. Upload the edits with the direction upload, then create a new replica.`,
  );
}

/** Results are in the order of the edits. */
function present(changes: LayerChanges | undefined, upload: StoredUpload[number] | undefined): object {
  const results = (kind: UploadKind): EditResult[] => (upload?.[kind] ?? []).map(([, result]) => result);
  return {
    ...(changes && { features: changes.features }),
    ...(upload && {
      addResults: results('adds'),
      updateResults: results('updates'),
      deleteResults: results('deletes'),
    }),
    ...((changes?.attachments || upload) && {
      attachments: {
        ...changes?.attachments,
        ...(upload && {
          addResults: results('attachmentAdds'),
          updateResults: results('attachmentUpdates'),
          deleteResults: results('attachmentDeletes'),
        }),
      },
    }),
  };
}
