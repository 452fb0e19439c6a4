import type { AppendReport } from '../../../wire/append.ts';
import type { Fault } from '../../../wire/errors.ts';
import type { UploadProgress } from '../../../wire/upload.ts';
import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { Expression, SqlBool } from 'kysely';
import type { Budgets } from '../../platform/budgets/budgets.ts';
import type { ByteBudget } from '../../platform/budgets/byte-budget.ts';
import type { HeldByJob } from '../../platform/budgets/waiting-bytes.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { HostedLayer, HostedService } from '../layer/layer.ts';
import type { FormFile } from '../../platform/http/multipart/read-form.ts';
import type { ClauseContext } from '../where/typed-condition.ts';
import type { LeftRows } from '../uploads/reader/messages.ts';
import type { UploadChoices } from '../uploads/upload-source.ts';
import type { Parameters } from '../../platform/arcgis/parameters.ts';

/** Permissions of a caller on a service. */
export interface ServiceRights {
  mayRead: boolean;
  mayEdit: boolean;
  /** Whether the caller may change the service itself, and features of others: its owner and administrators. */
  mayAdminister?: boolean;
  /** Whether the caller may also add layers to it, which is publishing. */
  mayAddLayers?: boolean;
  /** Whether the caller is a visitor, or a member of another organisation with whom the service is not shared. */
  isOutside?: boolean;
  /** Username for editor tracking; null: anonymous. */
  caller: string | null;
}

/** Input of the decision: the service, its portal item and the token of the request, if any. */
export interface AccessRequest {
  serviceName: string;
  /** The portal organisation at whose address the service is. */
  orgId: string;
  itemId: string | null;
  token: string | undefined;
}

/**
 * Decides about permissions; the composition connects it to the portal's policy. Throws a MappingError of
 * status 498 for an invalid token.
 */
export type ServiceAccess = (request: AccessRequest) => Promise<ServiceRights>;

/** The condition on hosted_service for the services that the owner of a token may read. */
export type ReadableServices = (token: string | undefined) => Promise<Expression<SqlBool>>;

/** The owner of an item, and how many bytes they may still store. */
export interface OwnerRoom {
  owner: string;
  bytes: number;
}

export interface FeatureServiceContext {
  /** Whether this runs on the event loop: heavy work is refused with `TooHeavy`. */
  onLoop?: boolean;
  database: Database;
  /** Public origin, used for addresses in responses instead of the request's host. */
  publicUrl: string;
  /** Read-only connections with a time limit, for client-supplied queries; `database` when absent. */
  reader: Database;
  /** Limits of each class of work. */
  budgets: Budgets;
  /** Decides about the called service and others; in a thread about others only. */
  access: ServiceAccess;
  /** Absent in threads. */
  readable?: ReadableServices;
  /** Absent where services run without a portal, and in threads. */
  appendJobs?: AppendJobs | undefined;
  /** Jobs other than appending; absent in the same places. */
  jobs?: ServiceJobs | undefined;
  /** Where bytes count that jobs hold of the requests that started them; absent in the same places. */
  jobRoom?: ByteBudget | undefined;
  /** Runs the operation of this address below the service in a thread for jobs. `access` is that of its sender at that time. */
  runJob?:
    | ((
        call: ServiceCall,
        path: string,
        job: Omit<RunningJob, 'complete'>,
        run: { signal: AbortSignal; access: (asked: Omit<AccessRequest, 'token'>) => Promise<ServiceRights> },
      ) => Promise<void>)
    | undefined;
  /** In the thread of a job: its response is stored instead of sent. */
  job?: RunningJob | undefined;
  /** Relates the item of a view with that of a service whose features it shows, in the transaction that creates it. */
  relateView?:
    ((transaction: Database, viewItemId: string, sourceItemId: string) => Promise<void>) | undefined;
  /** The room of the owner of an item; absent where services run without a portal, and in threads. */
  findRoom?: ((itemId: string | null) => Promise<OwnerRoom | undefined>) | undefined;
  now(): number;
  /** Services of other kinds for the catalogue, such as vector tiles. */
  listOtherServices(): Promise<{ name: string; type: string }[]>;
}

/** One call on a service. */
export interface ServiceCall {
  context: FeatureServiceContext;
  parameters: Parameters;
  files: readonly FormFile[];
  /** The body of a request that is neither a form nor JSON of the application. */
  body?: Uint8Array | undefined;
  path: Readonly<Record<string, string>>;
  service: HostedService;
  layers: readonly HostedLayer[];
  rights: ServiceRights;
  request: Pick<FastifyRequest, 'method' | 'headers' | 'url' | 'protocol' | 'host'>;
  reply: ReplyTarget;
  /** Logs an unexpected failure in the background; absent in threads. */
  log?: (error: unknown) => void;
}

/** The part of a reply that operations use; in a thread it is recorded and sent later. */
export interface ReplyTarget {
  status(code: number): ReplyTarget;
  type(contentType: string): ReplyTarget;
  header(name: string, value: string | number): ReplyTarget;
  /** In a thread bytes and texts only. */
  send(body?: string | Uint8Array | Readable): unknown;
}

/** The user and the time of a call, for the query language. */
export function clauseContextOf({ context, rights }: Pick<ServiceCall, 'context' | 'rights'>): ClauseContext {
  return { now: context.now(), user: rights.caller, onLoop: context.onLoop };
}

/** One call on a layer or table of a service. */
export interface LayerCall extends Omit<ServiceCall, 'layers'> {
  layer: HostedLayer;
}

/** An operation returns JSON, or `sent` when it has sent something else itself. */
export const sent = Symbol('sent');
export type OperationResponse = object | typeof sent;

/** A job as it is stored. */
export interface AppendJob {
  id: string;
  username: string;
  status: 'processing' | 'completed' | 'failed';
  message: string;
  faults: readonly Fault[];
  progress: UploadProgress & { report?: AppendReport };
  createdAt: number;
  updatedAt: number;
}

/** A job that a thread runs. */
export interface RunningJob {
  id: string;
  /** The features written so far, and all of them. */
  progress: Int32Array;
  /**
   * Completes it in the transaction that stores its response.
   * @throws MappingError `portal:job-cancelled` if it was cancelled, or reported as failed: nothing of it may remain
   */
  complete(transaction: Database): Promise<void>;
}

/** The portal's part of completing a job, in the transaction of its work. */
export type CompleteJob = (
  transaction: Database,
  id: string,
  result: { progress: UploadProgress },
) => Promise<void>;

export type JobWork = (
  id: string,
  signal: AbortSignal,
  onProgress: (progress: UploadProgress) => void,
) => Promise<void>;

/** Jobs of feature services, which every process of the installation sees. The composition provides them. */
export interface ServiceJobs {
  /**
   * @param held what the job needs of the request
   * @returns the id of the job, which continues by itself
   */
  start(call: ServiceCall, target: string, work: JobWork, held?: HeldByJob): Promise<string>;
  find(target: string, id: string): Promise<AppendJob | undefined>;
  /** The rights that the sender of a call has now, after a job has waited or run. */
  rightsNow(
    database: Database,
    call: { service: Pick<AccessRequest, 'orgId' | 'itemId'>; rights: ServiceRights },
  ): Promise<ServiceRights>;
  /** @returns whether the job had not ended before */
  cancel(id: string): Promise<boolean>;
}

/** The portal's part of appending: items with files, quotas and jobs. The composition provides it. */
export interface AppendJobs extends Pick<ServiceJobs, 'find' | 'cancel' | 'rightsNow'> {
  /** Connections that may be held for hours. */
  database: Database;
  readChoices(info: Readonly<Record<string, unknown>>): UploadChoices;
  /** Refuses an item that the sender may not see, or that has no file. */
  checkItem(call: LayerCall, itemId: string): Promise<void>;
  /** Writes the file of an item that the sender may still see. @returns its name */
  spoolItem(call: Pick<LayerCall, 'rights'>, itemId: string, place: string): Promise<string>;
  /**
   * @param held what the job needs of the request
   * @returns the id of the job, which continues by itself
   */
  start(call: LayerCall, target: string, work: JobWork, held?: HeldByJob): Promise<string>;
  /** Records the result, in the transaction that changes the layer. */
  finish(
    transaction: Database,
    call: LayerCall,
    result: { id: string; report: AppendReport; left: LeftRows },
  ): Promise<void>;
}
