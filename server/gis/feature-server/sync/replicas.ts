import { z } from 'zod';
import { arcgisError } from '../../../platform/http/arcgis-error.ts';
import { boolean, readOperation } from '../../../platform/arcgis/schema.ts';
import { TooHeavy } from '../../../platform/threads/too-heavy.ts';
import { wireSpatialReference } from '../../geometry/spatial-reference.ts';
import { deleteReplica, findReplicaOfJob, listReplicas, type Replica } from '../../storage/replica-store.ts';
import { recordServiceAct } from '../../storage/service-act-store.ts';
import { type OperationResponse, sent, type ServiceCall } from '../context.ts';
import { off } from '../../../platform/arcgis/unsupported.ts';
import { mustBeSignedIn } from '../rights.ts';
import { describeJob, findOwnJob, sendResult } from './background.ts';
import { describeReplica } from './create-replica.ts';
import { writeSynchronization } from './download-changes.ts';
import { isOwn, loadReplica, unknownReplica } from './find-replica.ts';
import { addressOfJob } from './replica-response.ts';
import { mustSync } from './sync-capability.ts';
import { writeReplica } from './replica-data.ts';

const listSchema = z.object({
  returnVersion: off('Versions are not supported.'),
  returnLastSyncDate: boolean.default(false),
});

/** `…/FeatureServer/replicas`: the caller's replicas; for the owner of the service and administrators all of them. */
export async function replicas(call: ServiceCall): Promise<OperationResponse> {
  const { rights, context, service } = call;
  mustBeSignedIn(rights);
  const { returnLastSyncDate } = readOperation(listSchema, call.parameters);
  const owner = rights.mayAdminister ? undefined : rights.caller;
  const found = await listReplicas(context.database, service.id, owner, context.now());
  return found.map(({ name, id, owner: replicaOwner, createdAt, syncedAt }) => ({
    replicaName: name,
    replicaID: id,
    replicaOwner,
    creationDate: createdAt,
    ...(returnLastSyncDate && { lastSyncDate: syncedAt ?? createdAt }),
  }));
}

/** `…/FeatureServer/replicas/{id}`: what a replica contains and how far its client has come. */
export async function describeOne(call: ServiceCall): Promise<OperationResponse> {
  const replica = await loadReplica(call, call.path['replica'] ?? '', true);
  const { definition, generations } = replica;
  if (replica.closedAt !== null) throw unknownReplica(replica.id);
  return {
    replicaName: replica.name,
    replicaID: replica.id,
    replicaOwner: replica.owner,
    targetType: 'client',
    syncModel: 'perLayer',
    syncDirection: definition.direction ?? 'bidirectional',
    attachmentsSyncDirection: definition.attachments,
    returnAttachments: definition.attachments === 'bidirectional',
    creationDate: replica.createdAt,
    lastSyncDate: replica.syncedAt ?? replica.createdAt,
    layerServerGens: generations,
    ...(definition.space && { geometry: definition.space.geometry }),
    ...(definition.wkid !== null && { spatialReference: wireSpatialReference(definition.wkid) }),
    layers: definition.layers.map(({ id, queryOption, useGeometry, where }) => ({
      id,
      queryOption,
      useGeometry,
      where,
    })),
  };
}

const unregisterSchema = z.object({ replicaID: z.string('Specify the id of the replica.') });

/** `…/FeatureServer/unRegisterReplica`: for the member whose replica it is, the owner of the service and administrators. */
export async function unregisterReplica(call: ServiceCall): Promise<OperationResponse> {
  const { replicaID } = readOperation(unregisterSchema, call.parameters);
  const replica = await loadReplica(call, replicaID, true);
  const { context, service, rights } = call;
  await context.database.transaction().execute(async (transaction) => {
    await deleteReplica(transaction, replica.id);
    const detail = { title: replica.name, owner: replica.owner };
    const act = { act: 'service.replica-ended', actor: rights.caller, detail } as const;
    await recordServiceAct(transaction, service, act, context.now());
  });
  return { success: true };
}

/** The replica of a job in the address, which only the member whose replica it is may read. */
async function loadJob(call: ServiceCall): Promise<{ replica: Replica; job: string; isNew: boolean }> {
  const { context, service, rights, path } = call;
  mustBeSignedIn(rights);
  const job = path['job'] ?? '';
  const replica = await findReplicaOfJob(context.database, service.id, job, context.now());
  if (!replica || !isOwn(replica, call))
    throw arcgisError('services:not-found', {
      message: 'Job not found. A later synchronization replaces the result of the one before.',
    });
  return { replica, job, isNew: replica.id.replaceAll('-', '') === job };
}

/** `…/FeatureServer/jobs/{id}`: the status of a replica that was created or synchronized with `async=true`. */
export async function jobStatus(call: ServiceCall): Promise<OperationResponse> {
  const own = await findOwnJob(call);
  if (own) return describeJob(call, own);
  const { replica, job, isNew } = await loadJob(call);
  return {
    replicaName: replica.name,
    responseType: isNew ? 'esriReplicaResponseTypeData' : 'esriReplicaResponseTypeEdits',
    transportType: 'esriTransportTypeUrl',
    resultUrl: addressOfJob(call, job).resultUrl,
    submissionTime: isNew ? replica.createdAt : replica.syncedAt,
    lastUpdatedTime: isNew ? replica.createdAt : replica.syncedAt,
    status: 'Completed',
  };
}

/**
 * `…/FeatureServer/replicafiles/{job}`: the features of a new replica, or what a synchronization returned. It is read from the
 * history of the layers, the same each time.
 */
export async function replicaFile(call: ServiceCall): Promise<OperationResponse> {
  mustBeSignedIn(call.rights);
  if (await sendResult(call)) return sent;
  const { replica, isNew } = await loadJob(call);
  // Results of edits are also for a member who may not take the service offline any more.
  if (isNew || (replica.returned?.layers ?? []).length > 0) mustSync(call);
  if (call.context.onLoop) throw new TooHeavy('pages');
  if (!isNew) return writeSynchronization(call, replica);
  return { ...describeReplica(replica), layers: await writeReplica(call, replica.definition) };
}
