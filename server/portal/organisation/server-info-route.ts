import type { FastifyInstance } from 'fastify';
import type { PortalContext } from '../operation.ts';
import { serverInfo } from './get-info.ts';

/** The version hosted services announce; a number, as ArcGIS Server has it. */
const serverVersion = { currentVersion: 11.4, fullVersion: '11.4.0' };

/** `/server/rest/info`: tells clients that tokens for our services come from this portal. They ask before every edit. */
export async function serverInfoRoute(
  app: FastifyInstance,
  { context }: { context: PortalContext },
): Promise<void> {
  app.route({
    method: ['GET', 'POST'],
    url: '/server/rest/info',
    handler: async (_request, reply) => {
      void reply.header('cache-control', 'public, max-age=60');
      return { ...serverVersion, ...serverInfo(context) };
    },
  });
}
