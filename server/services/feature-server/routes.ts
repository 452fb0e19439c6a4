import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type BudgetName, type Budgets, createBudgets } from '../../budgets/budgets.ts';
import type { Database } from '../../database/connect.ts';
import { limits } from '../../limits.ts';
import type { HostedService } from '../layer/layer.ts';
import {
  findLayer,
  findService,
  listServices,
  scopeOf,
  type ServiceScope,
} from '../storage/service-store.ts';
import * as attachmentEdits from './attachments/edit-attachments.ts';
import * as attachments from './attachments/read-attachments.ts';
import {
  type Answer,
  type FeatureServiceContext,
  type LayerCall,
  sent,
  type ServiceAccess,
  type ServiceCall,
} from './context.ts';
import * as edits from './edit/operations.ts';
import { currentVersion } from './layer-json.ts';
import { findToken, readRequest } from './parameters.ts';
import { queryRelatedRecords } from './query-related.ts';
import { query } from './query/query.ts';
import { readFeature } from './read-feature.ts';
import { isServiceName, noItem, serviceNotFound, unseen } from './rights.ts';
import { sendJson } from './respond.ts';
import * as descriptions from './service-operations.ts';

/** Each organisation has an address of its own beside the root. */
const roots = ['/server/rest/services', '/server/:org/rest/services'];

/** The class of work an operation belongs to, and the operation, by address. */
type OperationTable<Call> = Readonly<Record<string, [BudgetName, (call: Call) => Promise<Answer>]>>;

/** Addresses below `/{name}/FeatureServer`; every one answers GET and POST (portal-wire §0). */
const serviceOperations: OperationTable<ServiceCall> = {
  '': ['small', descriptions.describeService],
  '/layers': ['small', descriptions.describeAllLayers],
  '/relationships': ['small', descriptions.describeRelationships],
  '/queryDomains': ['small', descriptions.queryDomains],
  '/applyEdits': ['edits', edits.applyServiceEdits],
};

/** Addresses below `/{name}/FeatureServer/{layer}`. */
const layerOperations: OperationTable<LayerCall> = {
  '': ['small', descriptions.describeLayer],
  '/query': ['features', query],
  '/queryRelatedRecords': ['features', queryRelatedRecords],
  '/queryAttachments': ['features', attachments.queryAttachments],
  '/applyEdits': ['edits', edits.applyLayerEdits],
  '/addFeatures': ['edits', edits.addFeatures],
  '/updateFeatures': ['edits', edits.updateFeatures],
  '/deleteFeatures': ['edits', edits.deleteFeatures],
  '/:objectid(^\\d{1,15}$)': ['features', readFeature],
  '/:objectid(^\\d{1,15}$)/attachments': ['features', attachments.attachmentInfos],
  '/:objectid(^\\d{1,15}$)/attachments/:attachmentid(^\\d{1,15}$)': ['features', attachments.attachmentFile],
  '/:objectid(^\\d{1,15}$)/addAttachment': ['edits', attachmentEdits.addAttachment],
  '/:objectid(^\\d{1,15}$)/updateAttachment': ['edits', attachmentEdits.updateAttachment],
  '/:objectid(^\\d{1,15}$)/deleteAttachments': ['edits', attachmentEdits.deleteAttachments],
};

export interface FeatureServiceOptions {
  database: Database;
  /** Origin people see, without a trailing slash. */
  publicUrl: string;
  /** Read-only connections with a time limit; `database` when absent. */
  reader?: Database;
  budgets?: Budgets;
  access: ServiceAccess;
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
  const context: FeatureServiceContext = {
    database: options.database,
    publicUrl: options.publicUrl,
    reader: options.reader ?? options.database,
    budgets: options.budgets ?? createBudgets(),
    access: options.access,
    now: options.now ?? Date.now,
    listOtherServices: options.listOtherServices ?? (async () => []),
  };
  const within =
    <Call>(budget: BudgetName, operation: (call: Call) => Promise<Answer>) =>
    (call: Call) =>
      context.budgets[budget].run(undefined, () => operation(call));
  for (const root of roots) {
    mount(app, root, (request, reply) => catalogue(context, request, reply));
    for (const [path, [budget, operation]] of Object.entries(serviceOperations)) {
      mount(app, `${root}/:name/FeatureServer${path}`, (request, reply) =>
        runOnService(context, within(budget, operation), request, reply),
      );
    }
    for (const [path, [budget, operation]] of Object.entries(layerOperations)) {
      mount(app, `${root}/:name/FeatureServer/:layer(^\\d{1,9}$)${path}`, (request, reply) =>
        runOnLayer(context, within(budget, operation), request, reply),
      );
    }
  }
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

function mount(app: FastifyInstance, url: string, handler: Handler): void {
  app.route({ method: ['GET', 'POST'], url, bodyLimit: limits.featureEditBytes, handler });
}

/** `/server/rest/services`: the services this caller may see. */
async function catalogue(context: FeatureServiceContext, request: FastifyRequest, reply: FastifyReply) {
  // It takes no files, so nobody needs to be known.
  const { parameters } = await readRequest(request, async () => undefined);
  const token = findToken(parameters, request.headers);
  const visible: { name: string; type: string }[] = [];
  const scope = scopeFrom(request);
  const services = await context.budgets.small.run(undefined, () => listServices(context.database, scope));
  for (const { name, orgId, itemId, hasGeometry } of services) {
    const rights = await context.access(request, { serviceName: name, orgId, itemId, token });
    if (!rights.mayRead) continue;
    visible.push({ name, type: 'FeatureServer' });
    if (hasGeometry) visible.push({ name, type: 'VectorTileServer' });
  }
  const all = [...visible, ...(await context.listOtherServices())];
  return respond({ parameters, reply }, { currentVersion, folders: [], services: all });
}

async function runOnService(
  context: FeatureServiceContext,
  operation: (call: ServiceCall) => Promise<Answer>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const found = await findNamed(context, request);
  return run(context, found?.service, request, reply, (call) =>
    operation({ ...call, layers: found?.layers ?? [] }),
  );
}

async function runOnLayer(
  context: FeatureServiceContext,
  operation: (call: LayerCall) => Promise<Answer>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { layer: id } = request.params as { layer: string };
  const { name } = request.params as { name: string };
  const layer = isServiceName(name)
    ? await context.budgets.small.run(undefined, () =>
        findLayer(context.database, name, Number(id), scopeFrom(request)),
      )
    : undefined;
  // Whether it is the service or the layer that is missing is for those who may read the service.
  const service = layer?.service ?? (await findNamed(context, request))?.service;
  return run(context, service, request, reply, async (call) => {
    if (!layer) throw serviceNotFound();
    return operation({ ...call, layer });
  });
}

/** Reads the request, decides what its sender may do, and answers; about no service as about one the sender may not read. */
async function run(
  context: FeatureServiceContext,
  service: HostedService | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
  operation: (call: Omit<ServiceCall, 'layers'>) => Promise<Answer>,
) {
  const rightsOf = (token: string | undefined) =>
    context.access(request, {
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
    const files = rights.caller === null ? [] : (form?.files ?? []);
    const path = request.params as Record<string, string>;
    const call = { context, parameters, files, path, service, rights, request, reply };
    return respond(call, await operation(call));
  } finally {
    await form?.discard();
  }
}

function respond(call: Pick<ServiceCall, 'parameters' | 'reply'>, answer: Answer) {
  if (answer !== sent) sendJson(call, answer as object);
  return call.reply;
}

async function findNamed({ budgets, database }: FeatureServiceContext, request: FastifyRequest) {
  const { name } = request.params as { name: string };
  if (!isServiceName(name)) return undefined;
  return budgets.small.run(undefined, () => findService(database, name, scopeFrom(request)));
}

function scopeFrom(request: FastifyRequest): ServiceScope {
  return scopeOf((request.params as { org?: string }).org);
}
