import type { Fault } from '../../wire/errors.ts';
import type { AppendJob, ServiceJobs, ServiceRights } from '../gis/feature-server/context.ts';
import { replicaJobs } from '../portal/content/publishing/job-runner.ts';
import { cancelJob, endIfStale, findJob } from '../portal/content/publishing/job-store.ts';
import type { Database } from '../platform/database/connect.ts';
import { findMember } from '../portal/identity/member-store.ts';
import { randomId } from '../portal/identity/random-token.ts';
import type { PortalContext } from '../portal/operation.ts';
import { serviceRights } from './service-access.ts';

/** Connects the background work of feature services with the jobs of the portal. */
export function createServiceJobs(portal: PortalContext): ServiceJobs {
  return {
    async start(call, target, work, held) {
      const id = randomId();
      await portal.synchronizing.start(
        { id, itemId: target, sourceId: target, username: call.rights.caller ?? '' },
        (signal, onProgress) => work(id, signal, onProgress),
        (error) => call.log?.(error),
        held,
      );
      return id;
    },
    rightsNow: (database, call) => rightsNow(portal, database, call),
    find: (target, id) => findServiceJob(portal, { target, id, stopped: replicaJobs.stopped }),
    cancel: (id) => cancelJob(portal.database, id),
  };
}

/** The rights of a call's sender, who may have lost them while a job waited. */
export async function rightsNow(
  portal: PortalContext,
  database: Database,
  { service, rights }: Parameters<ServiceJobs['rightsNow']>[1],
): Promise<ServiceRights> {
  const caller = (await findMember(database, rights.caller ?? '')) ?? { kind: 'anonymous' };
  return serviceRights({ ...portal, database }, caller, service);
}

/** A job of a service. @param wanted `stopped` is why it failed when its process has ended */
export async function findServiceJob(
  { database }: Pick<PortalContext, 'database'>,
  { target, id, stopped }: { target: string; id: string; stopped: Fault },
): Promise<AppendJob | undefined> {
  const found = await findJob(database, target, id);
  if (!found) return undefined;
  const job = await endIfStale(database, found, { message: stopped.message, faults: [stopped] });
  return {
    id: job.id,
    username: job.username,
    status: job.status,
    message: job.message,
    faults: job.faults,
    progress: job.progress,
    createdAt: job.created_at,
    updatedAt: job.updated_at,
  };
}
