import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { limits } from '../../../limits.ts';
import { parameterError } from '../../../platform/arcgis/parameters.ts';
import { boolean, json, readOperation } from '../../../platform/arcgis/schema.ts';
import { TooHeavy } from '../../../platform/threads/too-heavy.ts';
import {
  type LayerGeneration,
  type Replica,
  type ReturnedChanges,
  saveSynchronization,
} from '../../storage/replica-store.ts';
import type { OperationResponse, ServiceCall } from '../context.ts';
import { never } from '../../../platform/arcgis/unsupported.ts';
import { findCalled, saveResponse } from './background.ts';
import { transport } from './create-replica.ts';
import { mustDownload, writeSynchronization } from './download-changes.ts';
import { loadReplica } from './find-replica.ts';
import { type LayerUpload, readUpload } from './read-upload.ts';
import { addressOfJob, respondToSync } from './replica-response.ts';
import { layerOfReplica, partOf } from './replica-definition.ts';
import { mustSync } from './sync-capability.ts';
import { readSentEdits, withNamed } from './sent-edits.ts';
import { applyUpload } from './upload-edits.ts';

const direction = z.enum(['bidirectional', 'upload', 'download'], 'Use bidirectional, upload or download.');
type Direction = z.output<typeof direction>;

const syncLayers = z
  .array(
    z.object({
      id: z.int().nonnegative(),
      serverGen: z.int().nonnegative().nullish(),
      syncDirection: direction.nullish(),
    }),
    'Expected [{"id": 0, "serverGen": 1500000000000, "syncDirection": "bidirectional"}].',
  )
  .max(limits.editedLayers, `Expected at most ${limits.editedLayers} layers.`);

const schema = z.object({
  ...transport,
  replicaID: z.string('Specify the id of the replica.'),
  syncLayers: json.pipe(syncLayers).optional(),
  syncDirection: z.string().toLowerCase().pipe(direction).optional(),
  syncModel: z
    .string()
    .optional()
    .refine((model) => model === undefined || /^perLayer$/i.test(model), 'Replicas have the model perLayer.'),
  edits: json.optional(),
  returnIdsForAdds: boolean.default(false),
  rollbackOnFailure: boolean.default(false),
  closeReplica: boolean.default(false),
  replicaServerGen: never(
    'replicaServerGen is not supported. Send the generation of each layer in syncLayers.',
  ),
  editsUploadId: never('Uploaded edits are not supported. Send the edits in the request.'),
  returnAttachmentsDataByUrl: boolean.optional(),
});

const checkSchema = schema.pick({ replicaID: true });

type Input = z.output<typeof schema>;

interface LayerSync {
  id: number;
  direction: Direction;
  serverGen: number | undefined;
}

/**
 * `…/FeatureServer/synchronizeReplica`: applies the edits that a client made offline, and returns what others have changed since
 * the generations that the client names. Both can be repeated after a lost response: edits are applied once, and the generations
 * of the replica advance only when the client names later ones.
 */
export async function synchronizeReplica(call: ServiceCall): Promise<OperationResponse> {
  const { context } = call;
  const input = readOperation(schema, call.parameters);
  const given = await loadReplica(call, input.replicaID, false);
  const replica = withAttachmentsBy(given, input.returnAttachmentsDataByUrl);
  const layers = readLayers(input, replica, call);
  const uploads = readUpload(input.edits, replica, call.layers);
  refuseUnasked(uploads, layers);
  // Refused before anything is stored. Edits are accepted also where the service cannot be taken offline any more.
  const downloads = readDownloads(layers, replica, call);
  if (context.onLoop) throw new TooHeavy(uploads.length > 0 ? 'geometry' : 'pages');
  const named = new Map(
    layers.flatMap(({ id, serverGen }): [number, number][] =>
      serverGen === undefined ? [] : [[id, serverGen]],
    ),
  );
  const { rollbackOnFailure } = input;
  const uploaded =
    uploads.length > 0
      ? await applyUpload(call, replica, uploads, { rollbackOnFailure, named })
      : readSentEdits(replica.uploaded);

  // The edits of this request are part of the generation that it leads to. Its owner may have changed the service meanwhile.
  const found = await findCalled(context.database, call, '/synchronizeReplica', call.rights);
  const current = { ...call, ...found };
  readDownloads(layers, replica, current);
  const toOf = (id: number) => layerOfReplica(found.layers, id).editedAt;
  const returned: ReturnedChanges = {
    job: randomUUID().replaceAll('-', ''),
    layers: downloads.map(({ id, serverGen }) => ({ id, from: serverGen, to: toOf(id) })),
    hasUpload: uploads.length > 0,
    generations: replica.definition.layers.map(({ id }) => ({
      id,
      serverGen: downloads.some((each) => each.id === id) ? toOf(id) : namedBy(layers, replica, id),
    })),
  };
  const generations = replica.definition.layers.map(({ id }) => ({
    id,
    serverGen: namedBy(layers, replica, id),
  }));
  const latest = new Map(replica.generations.map(({ id, serverGen }) => [id, serverGen]));
  // A response that changes no generation does not show that it has arrived.
  const answers = returned.layers.flatMap(({ id, from, to }): [number, number][] =>
    to > from ? [[id, to]] : [],
  );
  await saveSynchronization(context.database, { id: replica.id, generations }, returned, {
    now: context.now(),
    closes: input.closeReplica,
    updateUploaded(stored) {
      const sent = readSentEdits(stored);
      if (uploads.length === 0) return withNamed(sent, named, latest);
      // A later upload has its own response.
      return sent.id === uploaded.id ? { ...sent, answers } : sent;
    },
  });
  if (context.job) {
    const response = await writeSynchronization(current, { ...replica, uploaded, returned });
    // Results of edits are also for a member who may not take the service offline any more.
    return saveResponse(call, { layers: downloads, needsSync: downloads.length > 0 }, textOf(response));
  }
  if (input.async || input.transportType === 'esriTransportTypeUrl')
    return respondToSync(input, addressOfJob(call, returned.job), 'esriReplicaResponseTypeEdits');
  return writeSynchronization(current, { ...replica, uploaded, returned });
}

/** Refuses at once what the job would refuse; the edits are read by the job. */
export async function checkSynchronization(call: ServiceCall): Promise<void> {
  const { replicaID } = readOperation(checkSchema, call.parameters);
  await loadReplica(call, replicaID, false);
}

async function* textOf(response: object): AsyncGenerator<string> {
  yield JSON.stringify(response);
}

/** A client may ask for the bytes of attachments in one synchronization. */
function withAttachmentsBy(replica: Replica, byUrl: boolean | undefined): Replica {
  if (byUrl === undefined) return replica;
  return { ...replica, definition: { ...replica.definition, attachmentsByUrl: byUrl } };
}

function readLayers(input: Input, replica: Replica, { layers }: ServiceCall): LayerSync[] {
  const allowed = replica.definition.direction;
  const { syncLayers: given, syncDirection = allowed ?? 'bidirectional' } = input;
  if (!given) {
    if (syncDirection !== 'upload' || allowed === 'download')
      throw parameterError('syncLayers', 'Specify each layer with its generation, or the direction upload.');
    return replica.definition.layers.map(({ id }) => ({ id, direction: 'upload', serverGen: undefined }));
  }
  const ids = given.map(({ id }) => id);
  if (given.length === 0 || new Set(ids).size < ids.length)
    throw parameterError('syncLayers', 'Specify each layer once, with its generation.');
  return given.map(({ id, serverGen, syncDirection: own }) => {
    partOf(replica, id, 'syncLayers');
    layerOfReplica(layers, id);
    const wanted = own ?? syncDirection;
    if (allowed && wanted !== allowed)
      throw parameterError(
        'syncLayers',
        `The replica was created with the direction ${allowed}: set the syncDirection of layer ${id} to it.`,
      );
    return { id, direction: wanted, serverGen: serverGen ?? undefined };
  });
}

function refuseUnasked(uploads: readonly LayerUpload[], layers: readonly LayerSync[]): void {
  for (const { layer } of uploads) {
    const found = layers.find(({ id }) => id === layer.layerId);
    if (!found || found.direction === 'download')
      throw parameterError(
        'edits',
        `The layer ${layer.layerId} has edits, but is not uploaded: set its syncDirection in syncLayers.`,
      );
  }
}

/** The layers whose changes are returned. @throws MappingError when they cannot be */
function readDownloads(layers: readonly LayerSync[], replica: Replica, call: ServiceCall): LayerGeneration[] {
  const downloads = layers
    .filter(({ direction: each }) => each !== 'upload')
    .map(({ id, serverGen }) => {
      if (serverGen === undefined)
        throw parameterError('syncLayers', `Specify the generation (serverGen) of layer ${id}.`);
      return { id, serverGen };
    });
  if (downloads.length > 0) mustSync(call);
  for (const each of downloads) mustDownload(call, replica, each);
  return downloads;
}

/** The latest generation of a layer that the client has named. */
function namedBy(layers: readonly LayerSync[], { generations }: Replica, id: number): number {
  return (
    layers.find((each) => each.id === id)?.serverGen ??
    generations.find((each) => each.id === id)?.serverGen ??
    0
  );
}
