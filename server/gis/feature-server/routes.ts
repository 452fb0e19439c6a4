import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type BudgetName, type Budgets, createBudgets } from '../../platform/budgets/budgets.ts';
import { findToken, readArcgisRequest } from '../../platform/arcgis/read-request.ts';
import { Parameters, parameterError } from '../../platform/arcgis/parameters.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { ReplicaAddress } from '../../platform/database/replica.ts';
import { answerPerCaller } from '../../platform/http/compress-answer.ts';
import { readLargeForms } from '../../platform/http/read-forms.ts';
import { classLimits, limits } from '../../limits.ts';
import { TooHeavy } from '../../platform/threads/too-heavy.ts';
import type { HostedService } from '../layer/layer.ts';
import { findLayer, findService, scopeOf, type ServiceScope } from '../storage/service-store.ts';
import { listServices } from '../storage/service-list-store.ts';
import {
  type Answer,
  type AppendJobs,
  type FeatureServiceContext,
  type LayerCall,
  type ReadableServices,
  sent,
  type ServiceAccess,
  type ServiceCall,
  type ServiceJobs,
} from './context.ts';
import { currentVersion } from './layer-json.ts';
import { adminLayerOperations, adminServiceOperations } from './admin/operations.ts';
import { editedLayers, LayerTurns } from './edit/layer-turns.ts';
import { layerOperations, type OperationTable, serviceOperations } from './operations.ts';
import { type MeasuredTarget, measureTarget } from './measure-target.ts';
import { isServiceName, noItem, serviceNotFound, unseen } from './rights.ts';
import { sendJson } from './respond.ts';
import { mediaTypes } from '../ogc/links.ts';
import {
  type ChangingMethod,
  ogcLayerChanges,
  ogcLayerOperations,
  ogcServiceOperations,
} from '../ogc/operations.ts';
import { refuseOtherMethods, withHttpErrors } from '../ogc/respond.ts';
import { featureThreads, type FeatureThreads } from './threads/feature-threads.ts';
import type { ThreadTask } from './threads/feature-thread.ts';
import { accessFor, runInThread, taskOf } from './threads/run-in-thread.ts';
import { countVisitorAdds, withoutHidden } from './visitors.ts';

/** Each organisation has its own address in addition to the root. */
const roots = ['/server/rest/services', '/server/:org/rest/services'];

/** Addresses at which owners change their services. */
const adminRoots = ['/server/rest/admin/services', '/server/:org/rest/admin/services'];

/** OGC API – Features and Tiles of the same services. */
const ogcRoots = ['/server/ogc/:name', '/server/:org/ogc/:name'];

/** An operation of one kind of call, its address, and its class of work. */
interface Operation<Call> {
  path: string;
  budget: BudgetName;
  operation: (call: Call) => Promise<Answer>;
}

/** The target of a call, without its parameters. */
interface Target extends MeasuredTarget {
  service: HostedService | undefined;
}

type RouteContext = FeatureServiceContext & {
  turns: LayerTurns;
  readable: ReadableServices;
  threads?: Record<TooHeavy['work'], FeatureThreads>;
};

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
  answerPerCaller(app);
  app.addContentTypeParser(
    [mediaTypes.geojson, mediaTypes.mergePatch],
    { parseAs: 'buffer' },
    (_request, body, done) => done(null, body),
  );
  const { databaseUrl, replica, relateViewIn, completeJobIn } = options;
  const threadsFor = (count: number) =>
    databaseUrl === undefined
      ? undefined
      : featureThreads({ databaseUrl, replica, relateViewIn, completeJobIn }, count);
  const jobThreads = threadsFor(limits.replicasAtATime);
  const runJob: FeatureServiceContext['runJob'] = async (call, path, job, { signal, access }) => {
    const target = { path, service: call.service, layers: call.layers, layer: undefined };
    await jobThreads?.run({ ...taskOf(target, call), job }, signal, access);
  };
  const [geometry, pages] = [threadsFor(classLimits.geometry.atOnce), threadsFor(classLimits.pages.atOnce)];
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
    for (const [path, [budget, operation]] of Object.entries(ofService)) {
      mount(app, `${root}/:name/FeatureServer${path}`, budget, (request, reply) =>
        runOnService(context, { path, budget, operation }, request, reply),
      );
    }
    for (const [path, [budget, operation]] of Object.entries(ofLayer)) {
      mount(app, `${root}/:name/FeatureServer/:layer(^\\d{1,9}$)${path}`, budget, (request, reply) =>
        runOnLayer(context, { path, budget, operation }, request, reply),
      );
    }
  };
  for (const root of roots) {
    mount(app, root, 'content', (request, reply) => catalogue(context, request, reply));
    mountOperations(root, serviceOperations, layerOperations);
  }
  for (const root of adminRoots) mountOperations(root, adminServiceOperations, adminLayerOperations);
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

function mount(app: FastifyInstance, url: string, budget: BudgetName, handler: Handler): void {
  // Edits may contain an attachment as text.
  const mayHaveFiles = url.endsWith('/applyEdits') || url.endsWith('/synchronizeReplica');
  const bodyLimit = mayHaveFiles ? limits.attachmentEditBytes : limits.featureEditBytes;
  app.route({ method: ['GET', 'POST'], url, bodyLimit, config: { budget }, handler });
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

/** `/server/rest/services`: the first `limits.cataloguedServices` services by name that are visible to this caller. */
async function catalogue(context: RouteContext, request: FastifyRequest, reply: FastifyReply) {
  // It accepts no files, so the sender need not be known.
  const { parameters } = await readRequest(request, async () => undefined);
  const token = findToken(parameters, request.headers);
  const scope = scopeFrom(request);
  const most = limits.cataloguedServices;
  const found = await context.budgets.content.run(undefined, async () =>
    listServices(context.database, scope, await context.readable(token), most + 1),
  );
  const visible = found
    .slice(0, most)
    .flatMap(({ name, hasGeometry, isTiles }) => [
      ...(isTiles ? [] : [{ name, type: 'FeatureServer' }]),
      ...(hasGeometry || isTiles ? [{ name, type: 'VectorTileServer' }] : []),
    ]);
  const services = [...visible, ...(await context.listOtherServices())];
  // ArcGIS has no pages of this list; this is how it names other results that were cut.
  const cut = found.length > most && { exceededTransferLimit: true };
  return respond({ parameters, reply }, { currentVersion, folders: ['Utilities'], services, ...cut });
}

async function runOnService(
  context: RouteContext,
  { operation, ...where }: Operation<ServiceCall>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const found = await findNamed(context, request);
  const layers = found?.layers ?? [];
  const target = { ...where, service: found?.service, layers, layer: undefined };
  return run(context, target, request, reply, (call, shown) => operation({ ...call, layers: shown.layers }));
}

async function runOnLayer(
  context: RouteContext,
  { operation, ...where }: Operation<LayerCall>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { layer: id } = request.params as { layer: string };
  const { name } = request.params as { name: string };
  const layer = isServiceName(name)
    ? await context.budgets.small.run(undefined, () =>
        findLayer(context.database, name, Number(id), scopeFrom(request), unmeasured),
      )
    : undefined;
  // Only readers of the service learn whether the service or the layer is missing.
  const service = layer?.service ?? (await findNamed(context, request))?.service;
  return run(context, { ...where, service, layers: [], layer }, request, reply, async (call, shown) => {
    if (!shown.layer) throw serviceNotFound();
    return operation({ ...call, layer: shown.layer });
  });
}

/**
 * Reads the request, authorises its sender and answers; an unknown service is answered like one the sender
 * may not read.
 */
async function run(
  context: RouteContext,
  target: Target,
  request: FastifyRequest,
  reply: FastifyReply,
  operation: (call: Omit<ServiceCall, 'layers'>, shown: Target) => Promise<Answer>,
) {
  const { service } = target;
  const rightsOf = (token: string | undefined) =>
    context.access({
      serviceName: service?.name ?? '',
      orgId: service?.orgId ?? '',
      itemId: service ? service.itemId : noItem,
      token,
    });
  const { parameters, form } = await readRequest(
    request,
    async (token) => (await rightsOf(token)).caller ?? undefined,
  );
  try {
    const rights = await rightsOf(findToken(parameters, request.headers));
    if (!service || !rights.mayRead) throw unseen(rights);
    const shown = await measureTarget(context, withoutHidden(target, rights), rights);
    const body = request.body instanceof Uint8Array ? request.body : undefined;
    await countVisitorAdds({ rates: request.server.rates, findRoom: context.findRoom }, target, rights, {
      ip: request.ip,
      bytes: parameters.bytes() + (body?.length ?? 0),
    });
    const files = rights.caller === null ? [] : (form?.files ?? []);
    const path = request.params as Record<string, string>;
    const log = (error: unknown) => request.log.error(error, 'a job failed');
    const call = { context, parameters, files, body, path, service, rights, request, reply, log };
    const answer = async () => {
      try {
        return respond(
          call,
          await context.budgets[target.budget].run(undefined, () => operation(call, shown)),
        );
      } catch (error) {
        const { threads } = context;
        if (!(error instanceof TooHeavy) || !threads) throw error;
        if (files.length > 0) throw parameterError('file', 'The other parameters are too large.');
        const { work } = error;
        const decide = accessFor(call);
        const run = (task: Omit<ThreadTask, 'access'>) =>
          context.budgets[work].run(undefined, (signal) => threads[work].run(task, signal, decide));
        return await runInThread(run, shown, call, reply);
      }
    };
    return await context.turns.run(editedLayers(shown, rights, parameters), answer);
  } finally {
    await form?.discard();
  }
}

/** Views are measured after that, outside of small work. */
const unmeasured = { measured: false };

/** Large values are not read here: a thread runs the call then. */
async function readRequest(
  request: FastifyRequest,
  sender: (token: string | undefined) => Promise<string | undefined>,
) {
  const limit = { fields: limits.featureEditBytes, files: limits.attachmentBytes, fileCount: 1 };
  const { parameters, form } = await readArcgisRequest(request, { limit, sender });
  return { parameters: parameters.onLoop(), form };
}

function respond(call: Pick<ServiceCall, 'parameters' | 'reply'>, answer: Answer) {
  if (answer !== sent) sendJson(call, answer as object);
  return call.reply;
}

async function findNamed({ budgets, database }: FeatureServiceContext, request: FastifyRequest) {
  const { name } = request.params as { name: string };
  if (!isServiceName(name)) return undefined;
  const found = await budgets.small.run(undefined, () =>
    findService(database, name, scopeFrom(request), unmeasured),
  );
  // Tiles have no features.
  return found?.service.isTiles ? undefined : found;
}

function scopeFrom(request: FastifyRequest): ServiceScope {
  return scopeOf((request.params as { org?: string }).org);
}
