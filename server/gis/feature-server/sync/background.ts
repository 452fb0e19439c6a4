import { createGunzip } from 'node:zlib';
import { pipeline } from 'node:stream';
import { z } from 'zod';
import { MappingError } from '../../../../wire/errors.ts';
import { limits } from '../../../limits.ts';
import { arcgisError } from '../../../platform/http/arcgis-error.ts';
import { boolean, readOperation } from '../../../platform/arcgis/schema.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { fileStream, holding } from '../../../platform/http/responses/file-stream.ts';
import {
  deleteUnfinishedResult,
  findJobResult,
  readJobResult,
  saveJobResult,
} from '../../storage/job-result-store.ts';
import { findService } from '../../storage/service-store.ts';
import type {
  OperationResponse,
  AppendJob,
  JobWork,
  ServiceCall,
  ServiceJobs,
  ServiceRights,
} from '../context.ts';
import { mustBeSignedIn, mustSeeHistory, refuse, serviceNotFound, unseen } from '../rights.ts';
import { withoutHidden } from '../visitors.ts';
import { addressOfJob } from './replica-response.ts';
import { mustSync } from './sync-capability.ts';
import { WaitingParameters } from './waiting-parameters.ts';

const schema = z.object({ async: boolean.default(false) });

/**
 * An operation that runs in the background with `async=true`: the response is the address of its status, and its own response is
 * stored for a day.
 * @param check refuses at once what can be refused without reading features
 */
export function inBackground(
  path: string,
  operation: (call: ServiceCall) => Promise<OperationResponse>,
  check: (call: ServiceCall) => Promise<void>,
): (call: ServiceCall) => Promise<OperationResponse> {
  return async (call) => {
    const { context } = call;
    const { jobs, runJob } = context;
    if (!jobs || !runJob || context.job || !readOperation(schema, call.parameters).async)
      return operation(call);
    await check(call);
    mustBeSignedIn(call.rights);
    const waiting = new WaitingParameters(call.parameters, context.jobRoom, call.rights.caller);
    const work: JobWork = async (job, signal, onProgress) => {
      const late = AbortSignal.timeout(limits.replicaMinutes * 60_000);
      const progress = new Int32Array(new SharedArrayBuffer(8));
      const report = () => {
        const [written = 0, all = 0] = progress;
        onProgress({
          stage: 'writing',
          share: Math.min(1, written / Math.max(1, all)),
          featureCount: written,
        });
      };
      const timer = setInterval(report, 250);
      try {
        // It may have waited while its sender lost them, or the layers were changed.
        const rights = await jobs.rightsNow(context.database, call);
        mustBeSignedIn(rights);
        const { service, layers } = await findCalled(context.database, call, path, rights);
        const now = { ...call, parameters: await waiting.read(), service, layers, rights };
        await check(now);
        await runJob(
          now,
          path,
          { id: job, progress },
          {
            signal: AbortSignal.any([signal, late]),
            // Its token may expire meanwhile.
            access: (service) => jobs.rightsNow(context.database, { service, rights: call.rights }),
          },
        );
      } catch (error) {
        // Not in its thread, whose statements are cancelled with the job, or which may have been ended.
        await deleteUnfinishedResult(context.database, job).catch((failure: unknown) => call.log?.(failure));
        signal.throwIfAborted();
        if (late.aborted)
          throw new MappingError(
            'services:too-much',
            `This takes longer than ${limits.replicaMinutes} minutes. Choose a smaller area, fewer layers or a filter.`,
            { status: 400 },
          );
        throw error;
      } finally {
        clearInterval(timer);
      }
    };
    const id = await jobs.start(call, jobTarget(call), work, waiting);
    return { statusUrl: addressOfJob(call, id).statusUrl };
  };
}

/**
 * The service of a call as it is now, with the layers that a caller with these rights may read.
 * @throws MappingError 404 when it was deleted, also where another one has got its name
 */
export async function findCalled(
  database: Database,
  { service: { id, name, orgId } }: Pick<ServiceCall, 'service'>,
  path: string,
  rights: ServiceRights,
): Promise<Pick<ServiceCall, 'service' | 'layers'>> {
  const found = await findService(database, name, { orgId }, { measured: false });
  if (found?.service.id !== id) throw serviceNotFound();
  const { service, layers } = withoutHidden({ ...found, path, layer: undefined }, rights);
  return { service, layers };
}

function jobTarget({ service }: Pick<ServiceCall, 'service'>): string {
  return `replicas ${service.id}`;
}

/**
 * Stores the response of an operation that runs in the background, and completes its job: both or neither. It may have taken long enough
 * for its sender to lose their rights.
 * @param content the layers whose features or changes it contains, and whether it needs the right to take the service offline, now and
 * when it is loaded
 * @param more.check refuses, with the rights that the sender has then, and the layers of then
 * @param more.finish additional work in the transaction in which the response becomes available
 */
export async function saveResponse(
  call: ServiceCall,
  content: { layers: readonly { id: number }[]; needsSync: boolean },
  chunks: AsyncIterable<string>,
  more: { check?: (now: ServiceCall) => void; finish?: (transaction: Database) => Promise<void> } = {},
): Promise<OperationResponse> {
  const { context, service, rights } = call;
  const { job } = context;
  if (!job) throw new Error('Only a job stores its response.');
  const { needsSync } = content;
  const layerIds = content.layers.map(({ id }) => id);
  const result = { job: job.id, serviceId: service.id, owner: rights.caller ?? '', layerIds, needsSync };
  await saveJobResult(context.database, result, chunks, Date.now, async (transaction) => {
    const { name: serviceName, orgId, itemId } = service;
    const now = await context.access({ serviceName, orgId, itemId, token: undefined });
    if (!now.mayRead) throw unseen(now);
    // As when the job began: only the layers that the caller may read.
    const found = await findCalled(transaction, call, '/createReplica', now);
    const calledNow = { ...call, ...found, rights: now };
    if (needsSync) mustSync(calledNow);
    more.check?.(calledNow);
    await more.finish?.(transaction);
    await job.complete(transaction);
  });
  return { success: true };
}

/** A job of the caller, running or ended. */
export async function findOwnJob(call: ServiceCall): Promise<AppendJob | undefined> {
  const { context, path, rights } = call;
  mustBeSignedIn(rights);
  const job = await context.jobs?.find(jobTarget(call), path['job'] ?? '');
  return job?.username === rights.caller ? job : undefined;
}

/** The status of such a job, as ArcGIS clients read it. */
export function describeJob(call: ServiceCall, job: AppendJob): object {
  const { status, progress, message, faults } = job;
  const waits = status === 'processing' && progress.stage === 'waiting';
  return {
    jobId: job.id,
    transportType: 'esriTransportTypeUrl',
    submissionTime: job.createdAt,
    lastUpdatedTime: job.updatedAt,
    status: waits
      ? 'Pending'
      : { processing: 'InProgress', completed: 'Completed', failed: 'Failed' }[status],
    progress: { share: progress.share, featureCount: progress.featureCount },
    ...(status === 'completed' && { resultUrl: addressOfJob(call, job.id).resultUrl }),
    ...(status === 'failed' && { statusMessage: message, faults }),
  };
}

/** `…/FeatureServer/jobs/{id}/cancel`: ends a job that is waiting or running. */
export async function cancelJob(call: ServiceCall): Promise<OperationResponse> {
  const job = await findOwnJob(call);
  if (!job) throw arcgisError('services:not-found', { message: 'Job not found.' });
  return { success: await (call.context.jobs as ServiceJobs).cancel(job.id) };
}

/**
 * Sends the stored response of a job.
 * @returns false when there is none
 * @throws MappingError 403 for a caller who may not see the history of a layer in it any more; 400 for an offline copy or its changes, when
 * the service does not allow them any more
 */
export async function sendResult(call: ServiceCall): Promise<boolean> {
  const { context, service, rights, path, request, reply } = call;
  const job = path['job'] ?? '';
  const result = { job, serviceId: service.id, owner: rights.caller ?? '' };
  const content = await findJobResult(context.database, result);
  if (!content) return false;
  if (content.needsSync) mustSync(call);
  for (const id of content.layerIds) {
    const layer = call.layers.find(({ layerId }) => layerId === id);
    if (!layer) throw refuse(rights);
    mustSeeHistory(layer, rights, 'moments');
  }
  reply.type('application/json; charset=utf-8').header('cache-control', 'no-store');
  const bytes = fileStream(limits.jobResultBytes, readJobResult(context.database, job));
  if (/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))) {
    reply.header('content-encoding', 'gzip').send(bytes);
  } else {
    // When the source fails, the pipeline destroys the decompressor, which ends the response.
    reply.send(
      holding(
        pipeline(bytes, createGunzip(), () => {}),
        limits.jobResultBytes,
      ),
    );
  }
  return true;
}
