import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/connect.ts';
import { type ConfigCache, unknownOrganisation } from './config-cache.ts';
import { findLogo } from './organisation-store.ts';

/** Our own API about organisations, below `/api`. */
export async function organisationRoutes(
  app: FastifyInstance,
  { database, configs }: { database: Database; configs: ConfigCache },
): Promise<void> {
  app.get<{ Params: { org: string } }>('/:org/config', async (request, reply) => {
    const { json, etag } = await configs.find(request.params.org);
    // Asked again at every start, answered with 304: a changed config shows at the next page load.
    reply.header('etag', etag).header('cache-control', 'public, max-age=0, must-revalidate');
    if (request.headers['if-none-match'] === etag) return reply.status(304).send();
    return reply.type('application/json; charset=utf-8').send(json);
  });

  app.get<{ Params: { org: string } }>('/:org/logo', async (request, reply) => {
    const logo = await findLogo(database, request.params.org);
    if (!logo) throw unknownOrganisation(request.params.org);
    return reply
      .type(logo.content_type)
      .header('cache-control', 'public, max-age=3600')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
      .send(logo.bytes);
  });
}
