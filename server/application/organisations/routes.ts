import type { FastifyInstance, FastifyRequest } from 'fastify';
import { MappingError } from '../../../wire/errors.ts';
import type { Database } from '../../platform/database/connect.ts';
import { matchesEtag } from '../../platform/http/etag.ts';
import type { StoredFor } from '../../platform/http/responses/stored-responses.ts';
import { type ConfigCache, unknownOrganisation } from './config-cache.ts';
import { findLogo, findPicture } from './organisation-store.ts';

/** A picture opened directly is a document: it may run and load nothing. */
const picturePolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** An organisation's config, below `/api`: clients read it first. */
export async function configRoute(
  app: FastifyInstance,
  { configs }: { configs: ConfigCache },
): Promise<void> {
  const storedFor = ({ params }: FastifyRequest): StoredFor | undefined => {
    const subject = configs.peek((params as { org: string }).org);
    return subject && { subject, key: '' };
  };
  app.get<{ Params: { org: string } }>(
    '/:org/config',
    { config: { neverFull: true, isData: true, storedFor } },
    async (request, reply) => {
      const published = await configs.find(request.params.org);
      const { json, etag } = published;
      // Revalidated at every start, with a 304 where it is unchanged: a changed config takes effect at the next page load.
      reply.header('etag', etag).header('cache-control', 'public, max-age=0, must-revalidate');
      if (matchesEtag(request.headers['if-none-match'], etag)) return reply.status(304).send();
      reply.storedFor = { subject: published, key: '' };
      return reply.type('application/json; charset=utf-8').send(json);
    },
  );
}

/** Pictures of organisations, below `/api`. */
export async function organisationRoutes(
  app: FastifyInstance,
  { database }: { database: Database },
): Promise<void> {
  const small = { config: { budget: 'small' as const, neverFull: true as const } };
  app.get<{ Params: { org: string } }>('/:org/logo', small, async (request, reply) => {
    const logo = await findLogo(database, request.params.org);
    if (!logo) throw unknownOrganisation(request.params.org);
    return reply
      .type(logo.content_type)
      .header('cache-control', 'public, max-age=3600')
      .header('content-security-policy', picturePolicy)
      .send(logo.bytes);
  });

  app.get<{ Params: { org: string; hash: string } }>(
    '/:org/pictures/:hash',
    small,
    async (request, reply) => {
      const picture = await findPicture(database, request.params.org, request.params.hash);
      if (!picture) {
        throw new MappingError('organisation:no-picture', 'Picture not found.', { status: 404 });
      }
      // Named by its content hash, so it never changes.
      return reply
        .type(picture.content_type)
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('content-security-policy', picturePolicy)
        .send(picture.bytes);
    },
  );
}
