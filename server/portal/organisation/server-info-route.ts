import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PortalContext } from '../operation.ts';
import { serverInfo } from './get-info.ts';
import { portalNotFound } from './portal-organisations.ts';

/** The version announced by hosted services; a number, as in ArcGIS Server. */
const serverVersion = { currentVersion: 11.4, fullVersion: '11.4.0' };

/**
 * `/server/rest/info`: tells clients that this portal issues the tokens of our services. They request it
 * before every edit.
 */
export async function serverInfoRoute(
  app: FastifyInstance,
  { context }: { context: PortalContext },
): Promise<void> {
  const handler = async (request: FastifyRequest<{ Params: { org?: string } }>, reply: FastifyReply) => {
    const { org } = request.params;
    if (org !== undefined && !(await context.organisations.byUrlKey(org))) throw portalNotFound();
    void reply.header('cache-control', 'public, max-age=60');
    return { ...serverVersion, ...serverInfo({ ...context, address: org === undefined ? '' : `/${org}` }) };
  };
  for (const url of ['/server/rest/info', '/server/:org/rest/info'])
    app.route({ method: ['GET', 'POST'], url, handler });
}
