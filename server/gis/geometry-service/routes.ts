import type { FastifyInstance, FastifyReply } from 'fastify';
import { classLimits, limits } from '../../limits.ts';
import { formatOf, jsonFormats, writeJson } from '../../platform/arcgis/json-response.ts';
import { readArcgisRequest } from '../../platform/arcgis/read-request.ts';
import type { Budgets } from '../../platform/budgets/budgets.ts';
import { countSize } from '../../platform/budgets/requester.ts';
import { arcgisError } from '../../platform/http/arcgis-error.ts';
import { respondPerCaller } from '../../platform/http/responses/compress-response.ts';
import { threadPool } from '../../platform/threads/thread-pool.ts';
import type { GeometryTask } from './geometry-thread.ts';
import { countGeometries } from './read-geometries.ts';
import {
  geometryServiceJson,
  geometryServicePath,
  operationNames,
  refusedOperations,
  utilitiesJson,
} from './service-description.ts';

const roots = ['/server/rest/services', '/server/:org/rest/services'];
const limit = { fields: limits.requestBodyBytes, files: limits.requestBodyBytes };

const perMinute = limits.geometryCallsPerMinute;
/** Of all operations together. */
const sizePerMinute = { what: 'geometries', max: limits.geometriesPerMinute };

/** The geometry service: everyone may use it, and every operation runs in a thread. */
export async function geometryServiceRoutes(
  app: FastifyInstance,
  { budgets }: { budgets: Budgets },
): Promise<void> {
  respondPerCaller(app);
  const pool = threadPool<GeometryTask, Uint8Array>({
    script: new URL('geometry-thread.ts', import.meta.url),
    settings: {},
    threads: classLimits.geometryService.concurrency,
  });
  app.addHook('onClose', () => pool.close());

  const describe = (url: string, body: object) =>
    app.route({
      method: ['GET', 'POST'],
      url,
      handler: async (request, reply) => {
        const { parameters } = await readArcgisRequest(request, { limit, sender: async () => undefined });
        return send(reply, writeJson(body, formatOf(parameters, jsonFormats)));
      },
    });

  for (const root of roots) {
    const service = `${root}/${geometryServicePath}`;
    describe(`${root}/Utilities`, utilitiesJson);
    describe(service, geometryServiceJson);
    for (const operation of operationNames)
      app.route({
        method: ['GET', 'POST'],
        url: `${service}/${operation}`,
        config: { perMinute, sizePerMinute, budget: 'geometryService' },
        handler: async (request, reply) => {
          const { parameters } = await readArcgisRequest(request, { limit, sender: async () => undefined });
          const format = formatOf(parameters, jsonFormats);
          await countSize(countGeometries(parameters));
          const task = { operation, parameters: parameters.raw(), format };
          const result = await budgets.geometryService.run(undefined, (signal) => pool.run(task, signal));
          return send(reply, Buffer.from(result.buffer, result.byteOffset, result.byteLength));
        },
      });
    for (const operation of refusedOperations)
      app.route({
        method: ['GET', 'POST'],
        url: `${service}/${operation}`,
        handler: async () => {
          throw arcgisError('services:not-supported', {
            message: `The operation ${operation} is not supported by this geometry service.`,
          });
        },
      });
  }
}

function send(reply: FastifyReply, body: string | Buffer) {
  return reply.type('application/json; charset=utf-8').send(body);
}
