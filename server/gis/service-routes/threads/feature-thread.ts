import { Readable } from 'node:stream';
import { type MessagePort, workerData } from 'node:worker_threads';
import { createBudgets } from '../../../platform/budgets/budgets.ts';
import type { ReplicaAddress } from '../../../platform/database/replica.ts';
import { standInOf, StandInScope, withStandIn } from '../../../platform/database/stand-in.ts';
import { databaseTimeouts, limits } from '../../../limits.ts';
import { Parameters } from '../../../platform/arcgis/parameters.ts';
import { performTask, type GivenTask } from '../../../platform/threads/perform-task.ts';
import { threadDatabase } from '../../../platform/database/connect.ts';
import type { FormValue } from '../../../platform/http/read-forms.ts';
import type { HostedLayer, HostedService } from '../../layer/layer.ts';
import {
  type CompleteJob,
  type FeatureServiceContext,
  type ReplyTarget,
  type RunningJob,
  sent,
  type ServiceCall,
  type ServiceRights,
} from '../../feature-server/context.ts';
import { adminLayerOperations, adminServiceOperations } from '../../feature-server/admin/operations.ts';
import { type ChangingMethod, ogcLayerChanges, ogcLayerOperations } from '../../ogc/operations.ts';
import { layerOperations, serviceOperations } from '../../feature-server/operations.ts';
import { sendJson } from '../../feature-server/respond.ts';
import { askAccess } from './ask-access.ts';

/** One call of an operation on a feature service, as sent to a thread. */
export interface ThreadTask {
  /** The operation's address below the service, or below the layer if there is one. */
  path: string;
  parameters: ReadonlyMap<string, readonly FormValue[]>;
  body: Uint8Array | undefined;
  pathParameters: Readonly<Record<string, string>>;
  service: HostedService;
  layers: readonly HostedLayer[];
  layer: HostedLayer | undefined;
  rights: ServiceRights;
  request: Pick<ServiceCall['request'], 'method' | 'url' | 'protocol' | 'host'> & {
    ifNoneMatch: string;
    accept: string;
    contentType: string;
    contentCrs: string;
  };
  publicUrl: string;
  /** Epoch milliseconds. */
  now: number;
  /** Set if a replica stood in for the primary before: this part of the request continues there. */
  standInSince?: number | undefined;
  /** Set for a job. */
  job?: Omit<RunningJob, 'complete'>;
  /** Where the event loop decides about other services (`askAccess`). */
  access: MessagePort;
}

/** Result of the thread: a reply to send. */
export interface ThreadReply {
  status: number;
  headers: [string, string][];
  body: Uint8Array;
}

/** Input of every thread. */
export interface ThreadSettings {
  databaseUrl: string;
  /** Replicas for reads that may lag. */
  replica?: ReplicaAddress | undefined;
  /** Address of a module that exports `relateView`: the portal's part of creating a view. */
  relateViewIn?: string | undefined;
  /** Address of a module that exports `completeJob`: the portal's part of ending a job. */
  completeJobIn?: string | undefined;
}

/** Connections of this thread: what is read here must not pass through the event loop. */
const { databaseUrl, replica, relateViewIn, completeJobIn } = workerData as ThreadSettings;
const standIn = standInOf(replica);
/** The task has a place in the budget of the thread that sent it. */
const budgets = createBudgets();
const database = threadDatabase(databaseUrl, standIn);
const reader = threadDatabase(databaseUrl, {
  readOnly: true,
  timeouts: { ...databaseTimeouts.ordinary, statement: limits.featureQuerySeconds },
  replica,
  ...standIn,
});

/** Runs one operation on a feature service outside the thread that answers requests. */
export async function run(given: GivenTask<ThreadTask>): Promise<unknown> {
  // A job waits for the primary.
  const work = (task: ThreadTask) =>
    task.job ? operate(task) : withStandIn(new StandInScope(task.standInSince), () => operate(task));
  return performTask(given, work, ({ body }) => [body.buffer]);
}

async function operate(task: ThreadTask): Promise<ThreadReply> {
  const { path, pathParameters, service, layers, layer, rights } = task;
  const { ifNoneMatch, accept, contentType, contentCrs, ...request } = task.request;
  const context: FeatureServiceContext = {
    database,
    reader,
    access: askAccess(task.access),
    relateView: relateViewIn === undefined ? undefined : relateViewThere(relateViewIn),
    publicUrl: task.publicUrl,
    job: task.job && { ...task.job, complete: completeThere(task.job) },
    now: () => task.now,
    budgets,
    listOtherServices: async () => [],
  };
  const recorded = new RecordedReply();
  const requestHeaders = {
    'if-none-match': ifNoneMatch,
    accept,
    'content-type': contentType,
    ...(contentCrs && { 'content-crs': contentCrs }),
  };
  const changes = ogcLayerChanges[path]?.[request.method as ChangingMethod];
  const call = {
    context,
    parameters: new Parameters(task.parameters),
    files: [],
    body: task.body,
    path: pathParameters,
    service,
    rights,
    request: { ...request, headers: requestHeaders },
    reply: recorded,
  };
  const response = layer
    ? await (changes ?? layerOperations[path] ?? adminLayerOperations[path] ?? ogcLayerOperations[path])?.[1](
        {
          ...call,
          layer,
        },
      )
    : await (serviceOperations[path] ?? adminServiceOperations[path])?.[1]({ ...call, layers });
  if (response === undefined) throw new Error(`There is no operation at ${path}.`);
  if (response !== sent) sendJson(call, response as object);
  return recorded.sent();
}

function relateViewThere(address: string): FeatureServiceContext['relateView'] {
  return async (...relation) => {
    const module = (await import(address)) as Required<Pick<FeatureServiceContext, 'relateView'>>;
    await module.relateView?.(...relation);
  };
}

function completeThere({ id, progress }: NonNullable<ThreadTask['job']>): RunningJob['complete'] {
  return async (transaction) => {
    const { completeJob } = (await import(String(completeJobIn))) as { completeJob: CompleteJob };
    await completeJob(transaction, id, {
      progress: { stage: 'writing', share: 1, featureCount: progress[0] ?? 0 },
    });
  };
}

class RecordedReply implements ReplyTarget {
  #status = 200;
  #body: Uint8Array = new Uint8Array();
  readonly #headers = new Map<string, string>();

  status(code: number): this {
    this.#status = code;
    return this;
  }

  type(contentType: string): this {
    return this.header('content-type', contentType);
  }

  header(name: string, value: string | number): this {
    this.#headers.set(name, String(value));
    return this;
  }

  send(body: string | Uint8Array | Readable = ''): void {
    if (body instanceof Readable) throw new Error('A thread sends no streams.');
    // A copy: Node's pooled buffers cannot be transferred.
    this.#body = typeof body === 'string' ? new TextEncoder().encode(body) : Uint8Array.from(body);
  }

  sent(): ThreadReply {
    return { status: this.#status, headers: [...this.#headers], body: this.#body };
  }
}
