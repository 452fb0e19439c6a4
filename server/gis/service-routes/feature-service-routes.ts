import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type BudgetName, type Budgets, createBudgets } from '../../platform/budgets/budgets.ts';
import { findToken } from '../../platform/arcgis/read-request.ts';
import { refuseGet } from '../../platform/http/arcgis-error.ts';
import { Parameters } from '../../platform/arcgis/parameters.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { ReplicaAddress } from '../../platform/database/replica.ts';
import { respondPerCaller } from '../../platform/http/responses/compress-response.ts';
import { readLargeForms } from '../../platform/http/read-forms.ts';
import { classLimits, limits } from '../../limits.ts';
import type {
  AppendJobs,
  FeatureServiceContext,
  LayerCall,
  ReadableServices,
  ServiceAccess,
  ServiceCall,
  ServiceJobs,
} from '../feature-server/context.ts';
import { adminLayerOperations, adminServiceOperations } from '../feature-server/admin/operations.ts';
import { LayerTurns } from '../feature-server/edit/layer-turns.ts';
import {
  isPostOnly,
  layerOperations,
  type OperationTable,
  serviceOperations,
} from '../feature-server/operations.ts';
import { noItem } from '../feature-server/rights.ts';
import { mediaTypes } from '../ogc/links.ts';
import {
  type ChangingMethod,
  ogcLayerChanges,
  ogcLayerOperations,
  ogcServiceOperations,
} from '../ogc/operations.ts';
import { refuseOtherMethods, withHttpErrors } from '../ogc/respond.ts';
import { catalogue, type RouteContext, runOnLayer, runOnService } from './run-operation.ts';
import { featureThreads } from './threads/feature-threads.ts';
import { taskOf } from './threads/run-in-thread.ts';

/** Each organisation has its own address in addition to the root. */
const roots = ['/server/rest/services', '/server/:org/rest/services'];

/** Addresses at which owners change their services. */
const adminRoots = ['/server/rest/admin/services', '/server/:org/rest/admin/services'];

/** OGC API – Features and Tiles of the same services. */
const ogcRoots = ['/server/ogc/:name', '/server/:org/ogc/:name'];

export interface FeatureServiceOptions {
  database: Database;
  /** Public origin, without a trailing slash. */
  publicUrl: string;
  /** How threads connect to the database; absent: everything runs on the event loop. */
  databaseUrl?: string;
  /** Replicas for reads in threads that may lag. */
  replica?: ReplicaAddress | undefined;
  /** Read-only connections with a time limit; `database` when absent. */
  reader?: Database;
  budgets?: Budgets;
  /** Counted in metrics where it is given. */
  turns?: LayerTurns;
  access: ServiceAccess;
  readable: ReadableServices;
  appendJobs?: AppendJobs;
  jobs?: ServiceJobs;
  relateView?: FeatureServiceContext['relateView'];
  findRoom?: FeatureServiceContext['findRoom'];
  /** Address of the module that exports the same function to threads. */
  relateViewIn?: string;
  /** Address of a module that exports `completeJob` (`CompleteJob`) to the threads of jobs. */
  completeJobIn?: string;
  /** Epoch milliseconds; tests pass their own clock. */
  now?: () => number;
  /** Services of other kinds for the catalogue. */
  listOtherServices?: () => Promise<{ name: string; type: string }[]>;
}

/** Hosted feature services at `/server[/{org}]/rest/services`: a Fastify plugin. */
export async function featureServiceRoutes(
  app: FastifyInstance,
  options: FeatureServiceOptions,
): Promise<void> {
  readLargeForms(app, {
    sender: async (request, token) => {
      const known = token ?? findToken(new Parameters(request.query), request.headers);
      const nothing = { serviceName: '', orgId: '', itemId: noItem, token: known };
      return (await options.access(nothing)).caller ?? undefined;
    },
  });
  respondPerCaller(app);
  const { databaseUrl, replica, relateViewIn, completeJobIn } = options;
  const threadsFor = (count: number) =>
    databaseUrl === undefined
      ? undefined
      : featureThreads({ databaseUrl, replica, relateViewIn, completeJobIn }, count);
  const jobThreads = threadsFor(limits.concurrentReplicas);
  const runJob: FeatureServiceContext['runJob'] = async (call, path, job, { signal, access }) => {
    const target = { path, service: call.service, layers: call.layers, layer: undefined };
    await jobThreads?.run({ ...taskOf(target, call), job }, signal, access);
  };
  const [geometry, pages] = [
    threadsFor(classLimits.geometry.concurrency),
    threadsFor(classLimits.pages.concurrency),
  ];
  const threads = geometry && pages && { geometry, pages };
  app.addHook('onClose', async () => {
    await Promise.all([threads?.geometry.close(), threads?.pages.close(), jobThreads?.close()]);
  });
  const context: RouteContext = {
    ...(threads && { threads, onLoop: true }),
    turns: options.turns ?? new LayerTurns(),
    database: options.database,
    publicUrl: options.publicUrl,
    reader: options.reader ?? options.database,
    budgets: options.budgets ?? createBudgets(),
    access: options.access,
    readable: options.readable,
    appendJobs: options.appendJobs,
    jobs: options.jobs,
    jobRoom: app.uploadRoom.jobs,
    ...(jobThreads && { runJob }),
    relateView: options.relateView,
    findRoom: options.findRoom,
    now: options.now ?? Date.now,
    listOtherServices: options.listOtherServices ?? (async () => []),
  };
  const mountOperations = (
    root: string,
    ofService: OperationTable<ServiceCall>,
    ofLayer: OperationTable<LayerCall>,
  ) => {
    for (const [path, row] of Object.entries(ofService)) {
      const [budget, operation] = row;
      const address = { url: `${root}/:name/FeatureServer${path}`, isPostOnly: isPostOnly(row) };
      mount(app, address, budget, (request, reply) =>
        runOnService(context, { path, budget, operation }, request, reply),
      );
    }
    for (const [path, row] of Object.entries(ofLayer)) {
      const [budget, operation] = row;
      const url = `${root}/:name/FeatureServer/:layer(^\\d{1,9}$)${path}`;
      mount(app, { url, isPostOnly: isPostOnly(row) }, budget, (request, reply) =>
        runOnLayer(context, { path, budget, operation }, request, reply),
      );
    }
  };
  for (const root of roots) {
    mount(app, { url: root, isPostOnly: false }, 'content', (request, reply) =>
      catalogue(context, request, reply),
    );
    mountOperations(root, serviceOperations, layerOperations);
  }
  for (const root of adminRoots) mountOperations(root, adminServiceOperations, adminLayerOperations);
  await app.register(async (ogc) => mountOgcRoots(ogc, context));
}

/** OGC APIs have bodies that are no forms. */
function mountOgcRoots(app: FastifyInstance, context: RouteContext): void {
  app.addContentTypeParser(
    [mediaTypes.geojson, mediaTypes.mergePatch],
    { parseAs: 'buffer' },
    (_request, body, done) => done(null, body),
  );
  for (const root of ogcRoots) {
    const ofLayer = (path: string) => `${root}/collections/:layer(^\\d{1,9}$)${path}`;
    for (const path of Object.keys(ogcServiceOperations)) refuseOtherMethods(app, `${root}${path}`);
    for (const path of Object.keys(ogcLayerOperations))
      refuseOtherMethods(app, ofLayer(path), ogcLayerChanges[path]);
    for (const [path, [budget, operation]] of Object.entries(ogcServiceOperations))
      mountOgc(app, `${root}${path}`, budget, (request, reply) =>
        runOnService(context, { path, budget, operation }, request, reply),
      );
    for (const [path, [budget, operation]] of Object.entries(ogcLayerOperations))
      mountOgc(app, ofLayer(path), budget, (request, reply) =>
        runOnLayer(context, { path, budget, operation }, request, reply),
      );
    for (const [path, methods] of Object.entries(ogcLayerChanges))
      for (const [method, [budget, operation]] of Object.entries(methods))
        mountOgc(
          app,
          ofLayer(path),
          budget,
          (request, reply) => runOnLayer(context, { path, budget, operation }, request, reply),
          method as ChangingMethod,
        );
  }
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

function mount(
  app: FastifyInstance,
  { url, isPostOnly }: { url: string; isPostOnly: boolean },
  budget: BudgetName,
  handler: Handler,
): void {
  // Edits may contain an attachment as text.
  const mayHaveFiles = url.endsWith('/applyEdits') || url.endsWith('/synchronizeReplica');
  const bodyLimit = mayHaveFiles ? limits.attachmentEditBytes : limits.featureEditBytes;
  if (isPostOnly) refuseGet(app, url, budget);
  const method = isPostOnly ? 'POST' : ['GET', 'POST'];
  app.route({ method, url, bodyLimit, config: { budget }, handler });
}

function mountOgc(
  app: FastifyInstance,
  url: string,
  budget: BudgetName,
  handler: Handler,
  method: 'GET' | ChangingMethod = 'GET',
): void {
  const onSend = method === 'POST' ? capitalLocation : [];
  const bodyLimit = limits.requestBodyBytes;
  app.route({ method, url, bodyLimit, config: { budget }, handler: withHttpErrors(handler), onSend });
}

/**
 * Names the header `Location` with a capital: QGIS 3.40 does not find it otherwise, and reports that an added feature was refused.
 */
const capitalLocation = async (_request: FastifyRequest, reply: FastifyReply): Promise<void> => {
  const location = reply.getHeader('location');
  if (location === undefined) return;
  reply.removeHeader('location');
  reply.raw.setHeader('Location', location);
};
