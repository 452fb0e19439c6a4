import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { limits } from '../../../limits.ts';
import { parameterError } from '../../../platform/arcgis/parameters.ts';
import { boolean, json, objectIds, readOperation } from '../../../platform/arcgis/schema.ts';
import { TooHeavy } from '../../../platform/threads/too-heavy.ts';
import type { HostedLayer } from '../../layer/layer.ts';
import { countFeatures } from '../../storage/count-features-store.ts';
import {
  addReplica,
  countReplicas,
  type ReplicaCounts,
  type ReplicaDefinition,
} from '../../storage/replica-store.ts';
import type { OperationResponse, ServiceCall } from '../context.ts';
import { wkidParameter } from '../query/output.ts';
import { spatialParameters } from '../query/spatial-filter.ts';
import { never, off } from '../../../platform/arcgis/unsupported.ts';
import { mustBeSignedIn } from '../rights.ts';
import { layerQueries, usualFilter } from './layer-filter.ts';
import { fingerprintOf, selectionOf } from './replica-definition.ts';
import { saveResponse } from './background.ts';
import { replicaText, writeReplica } from './replica-data.ts';
import { addressOfJob, respondToSync } from './replica-response.ts';
import { mustSync } from './sync-capability.ts';

/** A word of a list, in any letter case. */
function word<const Words extends readonly string[]>(words: Words, problem: string) {
  return z.string().transform((text, context): Words[number] => {
    const found = words.find((each) => each.toLowerCase() === text.trim().toLowerCase());
    if (found !== undefined) return found;
    context.addIssue({ code: 'custom', message: problem });
    return z.NEVER;
  });
}

/** How responses of replicas are sent; files are JSON. */
export const transport = {
  transportType: word(
    ['esriTransportTypeEmbedded', 'esriTransportTypeUrl'],
    'Use esriTransportTypeUrl.',
  ).default('esriTransportTypeEmbedded'),
  dataFormat: word(
    ['json'],
    'Replicas are JSON: set dataFormat to json. SQLite geodatabases are not written.',
  ).default('json'),
  async: boolean.default(false),
};

const schema = z.object({
  ...transport,
  replicaName: z.string().trim().min(1, 'Specify a name for the replica.').max(200).default('Replica'),
  layers: objectIds.optional(),
  layerQueries: json.pipe(layerQueries).optional(),
  geometry: spatialParameters.geometry.refine(
    (text) => text === undefined || text.length <= limits.replicaGeometry,
    'Simplify the geometry: it is stored with the replica.',
  ),
  geometryType: z.string().optional(),
  inSR: z.string().optional(),
  spatialRel: z.string().optional(),
  replicaSR: wkidParameter('replicaSR').optional(),
  returnAttachments: boolean.default(false),
  returnAttachmentsDataByUrl: boolean.default(true),
  attachmentsSyncDirection: word(
    ['none', 'upload', 'bidirectional'],
    'Use none, upload or bidirectional.',
  ).optional(),
  syncModel: word(
    ['perLayer'],
    'Set syncModel to perLayer: each layer has its own generations. Use query or export for a copy that is not synchronized.',
  ).default('perLayer'),
  syncDirection: word(
    ['bidirectional', 'upload', 'download'],
    'Use bidirectional, upload or download.',
  ).optional(),
  targetType: word(['client'], 'Replicas are for clients, not for servers.').default('client'),
  replicaOptions: never('Registering existing data is not supported. Let the replica return its features.'),
  editsUploadId: never('editsUploadId is not supported: createReplica does not accept edits.'),
  gdbVersion: never('Versions are not supported.'),
  datumTransformation: never('Choosing a datum transformation is not supported.'),
  createPolygonsWithoutHoles: off('createPolygonsWithoutHoles is not supported.'),
});

type Input = z.output<typeof schema>;

/** Refuses at once what the job would refuse. */
export async function checkReplica(call: ServiceCall): Promise<void> {
  mustSync(call);
  readDefinition(readOperation(schema, call.parameters), call);
}

/**
 * `…/FeatureServer/createReplica`: registers an offline copy of some layers and returns its features, those of one generation of
 * each layer. With a lost response the features can be loaded again from the address of the result.
 */
export async function createReplica(call: ServiceCall): Promise<OperationResponse> {
  mustSync(call);
  const { rights, context, service } = call;
  mustBeSignedIn(rights);
  if (context.onLoop) throw new TooHeavy('pages');
  const input = readOperation(schema, call.parameters);
  const definition = readDefinition(input, call);
  const { caller: owner } = rights;
  // Before its features are written; the limit is kept when the replica is registered.
  refuseMany(await countReplicas(context.database, { serviceId: service.id, owner }, context.now()));
  const count = await refuseLarge(definition, call);
  const id = randomUUID();
  const wanted = { id, owner, name: input.replicaName, definition };
  if (context.job) {
    context.job.progress[1] = count;
    const text = replicaText(call, definition, describeReplica(wanted));
    return saveResponse(call, { layers: definition.layers, needsSync: true }, text, {
      async finish(transaction) {
        await addReplica(transaction, service.id, wanted, context.now(), refuseMany);
      },
    });
  }
  const isEmbedded = input.transportType === 'esriTransportTypeEmbedded' && !input.async;
  // Written first: a replica without its features would be registered otherwise.
  const layers = isEmbedded ? await writeReplica(call, definition) : [];
  const replica = await addReplica(context.database, service.id, wanted, context.now(), refuseMany);
  const job = replica.id.replaceAll('-', '');
  if (!isEmbedded) return respondToSync(input, addressOfJob(call, job), 'esriReplicaResponseTypeData');
  return { ...describeReplica(replica), layers };
}

/** The head of a new replica, before its features. */
export function describeReplica({
  id,
  name,
  definition,
}: {
  id: string;
  name: string;
  definition: ReplicaDefinition;
}): object {
  return {
    replicaName: name,
    replicaID: id,
    transportType: 'esriTransportTypeEmbedded',
    responseType: 'esriReplicaResponseTypeData',
    targetType: 'client',
    syncModel: 'perLayer',
    layerServerGens: definition.layers.map(({ id: layer, serverGen }) => ({ id: layer, serverGen })),
  };
}

function readDefinition(input: Input, call: ServiceCall): ReplicaDefinition {
  const { geometry, inSR, spatialRel, layerQueries: queries = {}, syncDirection } = input;
  const ids = [...new Set(input.layers ?? call.layers.map(({ layerId }) => layerId))];
  if (ids.length === 0) throw parameterError('layers', 'Specify the layers of the replica.');
  const unknown = Object.keys(queries).find((id) => !ids.includes(Number(id)));
  if (unknown !== undefined)
    throw parameterError('layerQueries', `The layer ${unknown} is not among the layers.`);
  const definition: ReplicaDefinition = {
    layers: ids.map((id) => {
      const layer = layerOf(call.layers, id);
      const { where, queryOption, useGeometry } = { ...usualFilter, ...queries[String(id)] };
      return {
        id,
        serverGen: layer.editedAt,
        queryOption,
        useGeometry,
        where: where ?? null,
        fingerprint: fingerprintOf(layer),
      };
    }),
    space:
      geometry === undefined
        ? null
        : { geometry, ...(inSR !== undefined && { inSR }), ...(spatialRel !== undefined && { spatialRel }) },
    wkid: input.replicaSR ?? null,
    attachments: attachmentsOf(input),
    attachmentsByUrl: input.returnAttachmentsDataByUrl,
    ...(syncDirection && syncDirection !== 'bidirectional' && { direction: syncDirection }),
  };
  const bytes = Buffer.byteLength(JSON.stringify(definition));
  if (bytes > limits.replicaDefinitionBytes)
    throw parameterError(
      'layerQueries',
      `The filters of the replica take ${bytes} bytes, and may take ${limits.replicaDefinitionBytes}. Shorten them: they are stored with the replica.`,
    );
  // Read once, so that a filter that cannot be used later is refused now; long ones when a thread reads them.
  if (call.context.onLoop && bytes > limits.loopExpressionCharacters) return definition;
  for (const part of definition.layers) selectionOf(definition, part, layerOf(call.layers, part.id), call);
  return definition;
}

function layerOf(layers: readonly HostedLayer[], id: number): HostedLayer {
  const layer = layers.find(({ layerId }) => layerId === id);
  if (!layer) throw parameterError('layers', `There is no layer ${id}.`);
  return layer;
}

/** Attachments are sent both ways where the replica has them. */
function attachmentsOf({
  returnAttachments,
  attachmentsSyncDirection: given,
}: Input): ReplicaDefinition['attachments'] {
  if (!returnAttachments && given === 'bidirectional')
    throw parameterError('attachmentsSyncDirection', 'Set returnAttachments to true, or use upload or none.');
  return given ?? (returnAttachments ? 'bidirectional' : 'none');
}

/** @returns the number of features */
async function refuseLarge(definition: ReplicaDefinition, call: ServiceCall): Promise<number> {
  let count = 0;
  for (const part of definition.layers) {
    const layer = { ...layerOf(call.layers, part.id), moment: part.serverGen };
    const selection = selectionOf(definition, part, layer, call);
    if (selection) count += await countFeatures(call.context.reader, layer, selection);
  }
  const most = call.context.job ? limits.replicaJobFeatures : limits.replicaFeatures;
  if (count > most)
    throw parameterError(
      'geometry',
      `The replica would have ${count} features; the most are ${most}${
        call.context.job ? '' : `, or ${limits.replicaJobFeatures} with async=true`
      }. Choose a smaller area, fewer layers or a filter.`,
    );
  return count;
}

function refuseMany({ ofOwner, ofOwnerInAll, ofService }: ReplicaCounts): void {
  if (ofOwner >= limits.replicasPerUser)
    throw parameterError(
      'replicaName',
      `You have ${ofOwner} replicas of this service, the most there may be. Unregister those that are not used (unRegisterReplica).`,
    );
  if (ofOwnerInAll >= limits.replicasPerUserInAll)
    throw parameterError(
      'replicaName',
      `You have ${ofOwnerInAll} replicas in all services, the most there may be. Unregister those that are not used (unRegisterReplica); closed ones count for a day.`,
    );
  if (ofService >= limits.replicasPerService)
    throw parameterError(
      'replicaName',
      `The service has ${ofService} replicas, the most there may be. Its owner can unregister those that are not used.`,
    );
}
