import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refusal } from '../../../wire/refusals.ts';
import { limits } from '../../limits.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { DocumentThreads } from '../../platform/documents/document-threads.ts';
import { type FindConfig, type Identify, presentedToken } from '../../platform/membership/identify.ts';
import {
  changeSharedMap,
  createSharedMap,
  listOwnSharedMaps,
  presentSharedMap,
  revokeSharedMap,
  type SharedMapQuery,
} from './shared-map-operations.ts';
import { takeVisitorDay } from '../../platform/budgets/visitor-day.ts';
import { findReadable, type SharedMapCall } from './find-readable.ts';

interface Options {
  database: Database;
  documents: DocumentThreads;
  publicUrl: string;
  identify: Identify;
  findConfig: FindConfig;
  now: () => number;
}

type Of<Params> = { Params: { org: string } & Params };

/** `/api/{org}/shared-maps`: create, read, list, change and revoke shared maps (docs/product.md#shared-maps). */
export async function sharedMapRoutes(app: FastifyInstance, options: Options): Promise<void> {
  const { database, documents, publicUrl, identify, findConfig, now } = options;
  const called = async (request: FastifyRequest<Of<unknown>>): Promise<SharedMapCall> => {
    const config = await findConfig(request.params.org);
    const member = await identify(config, presentedToken(request.headers));
    return {
      database,
      documents,
      publicUrl,
      organisation: request.params.org,
      config,
      member,
      now: now(),
      countVisitorsMap: (bytes) => countVisitorsMap(request, bytes),
    };
  };
  const writing = { config: { perMinute: limits.sharedMapWritesPerMinute } };
  const sharing = {
    bodyLimit: limits.sharedMapBytes,
    config: { ...writing.config, largeJson: true as const },
  };

  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });
  app.post<Of<unknown>>('/:org/shared-maps', sharing, async (request, reply) =>
    reply.status(201).send(await createSharedMap(await called(request), request.body)),
  );
  app.get<Of<unknown> & { Querystring: SharedMapQuery }>('/:org/shared-maps', async (request) =>
    listOwnSharedMaps(await called(request), request.query),
  );
  app.get<Of<{ sid: string }>>('/:org/shared-maps/:sid', async (request, reply) =>
    reply
      .type('application/json; charset=utf-8')
      .send(presentSharedMap(await findReadable(await called(request), request.params.sid), publicUrl)),
  );
  app.patch<Of<{ sid: string }>>('/:org/shared-maps/:sid', writing, async (request) =>
    changeSharedMap(await called(request), request.params.sid, request.body),
  );
  app.delete<Of<{ sid: string }>>('/:org/shared-maps/:sid', writing, async (request, reply) => {
    await revokeSharedMap(await called(request), request.params.sid);
    return reply.status(204).send();
  });
}

/**
 * Counts a map that a visitor shares, and its bytes, for the networks of the address and for the organisation, in the database at once.
 * @throws MappingError `shared-map:too-many-today` (429)
 */
async function countVisitorsMap(
  { server: { rates }, ip, params }: FastifyRequest<Of<unknown>>,
  bytes: number,
): Promise<void> {
  const usedUp =
    rates &&
    (await takeVisitorDay(rates, {
      ip,
      own: [
        { what: 'shared maps', perDay: limits.visitorSharedMapsPerDay },
        { what: 'shared bytes', perDay: limits.visitorSharedBytesPerDay, size: bytes },
      ],
      shared: [
        {
          what: `shared bytes in ${params.org}`,
          perDay: limits.visitorsSharedBytesPerDay,
          ofNewcomer: limits.newcomerSharedBytesPerDay,
          ofNewcomers: limits.newcomersSharedBytesPerDay,
          size: bytes,
        },
      ],
    }));
  if (!usedUp) return;
  const { by, seconds } = usedUp;
  const message =
    by === 'all'
      ? 'Visitors have shared as much here today as they may. Sign in, or try again tomorrow.'
      : 'Too many maps were shared from here today. Sign in, or try again tomorrow.';
  const options = { status: 429, retryAfterSeconds: seconds };
  throw refusal('shared-map:too-many-today', message, 'too-many-tries', { seconds }, options);
}
