import type { FastifyReply, FastifyRequest } from 'fastify';
import { findToken, readArcgisRequest } from '../../platform/arcgis/read-request.ts';
import { parameterError } from '../../platform/arcgis/parameters.ts';
import type { BudgetName } from '../../platform/budgets/budgets.ts';
import { TooHeavy } from '../../platform/threads/too-heavy.ts';
import { limits } from '../../limits.ts';
import {
  type OperationResponse,
  type FeatureServiceContext,
  type LayerCall,
  type ReadableServices,
  sent,
  type ServiceCall,
} from '../feature-server/context.ts';
import { editedLayers, type LayerTurns } from '../feature-server/edit/layer-turns.ts';
import { currentVersion } from '../feature-server/layer-json.ts';
import { type MeasuredTarget, measureTarget } from '../feature-server/measure-target.ts';
import { sendJson } from '../feature-server/respond.ts';
import { isServiceName, noItem, serviceNotFound, unseen } from '../feature-server/rights.ts';
import { countVisitorAdds, withoutHidden } from '../feature-server/visitors.ts';
import type { HostedService } from '../layer/layer.ts';
import { listServices } from '../storage/service-list-store.ts';
import { findLayer, findService, scopeOf, type ServiceScope } from '../storage/service-store.ts';
import type { ThreadTask } from './threads/feature-thread.ts';
import type { FeatureThreads } from './threads/feature-threads.ts';
import { accessFor, runInThread } from './threads/run-in-thread.ts';

/** An operation of one kind of call, its address, and its class of work. */
export interface Operation<Call> {
  path: string;
  budget: BudgetName;
  operation: (call: Call) => Promise<OperationResponse>;
}

/** The target of a call, without its parameters. */
interface Target extends MeasuredTarget {
  service: HostedService | undefined;
}

export type RouteContext = FeatureServiceContext & {
  turns: LayerTurns;
  readable: ReadableServices;
  threads?: Record<TooHeavy['work'], FeatureThreads>;
};

/** `/server/rest/services`: the first `limits.cataloguedServices` services by name that are visible to this caller. */
export async function catalogue(context: RouteContext, request: FastifyRequest, reply: FastifyReply) {
  // It accepts no files, so the sender need not be known.
  const { parameters } = await readRequest(request, async () => undefined);
  const token = findToken(parameters, request.headers);
  const scope = scopeFrom(request);
  const max = limits.cataloguedServices;
  const found = await context.budgets.content.run(undefined, async () =>
    listServices(context.database, scope, await context.readable(token), max + 1),
  );
  const visible = found
    .slice(0, max)
    .flatMap(({ name, hasGeometry, isTiles }) => [
      ...(isTiles ? [] : [{ name, type: 'FeatureServer' }]),
      ...(hasGeometry || isTiles ? [{ name, type: 'VectorTileServer' }] : []),
    ]);
  const services = [...visible, ...(await context.listOtherServices())];
  // ArcGIS has no pages of this list; this is how it names other results that were cut.
  const cut = found.length > max && { exceededTransferLimit: true };
  return respond({ parameters, reply }, { currentVersion, folders: ['Utilities'], services, ...cut });
}

export async function runOnService(
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

export async function runOnLayer(
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
  operation: (call: Omit<ServiceCall, 'layers'>, shown: Target) => Promise<OperationResponse>,
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
    const perform = async () => {
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
    return await context.turns.run(editedLayers(shown, rights, parameters), perform);
  } finally {
    parameters.forget();
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

function respond(call: Pick<ServiceCall, 'parameters' | 'reply'>, response: OperationResponse) {
  if (response !== sent) sendJson(call, response as object);
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
