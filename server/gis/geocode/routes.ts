import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Database } from '../../platform/database/connect.ts';
import { limits } from '../../limits.ts';
import { describeService } from './operations/describe-service.ts';
import { findAddressCandidates } from './operations/find-address-candidates.ts';
import { geocodeAddresses } from './operations/geocode-addresses.ts';
import type { GeocodeOperation } from './operations/geocode-call.ts';
import { reverseGeocode } from './operations/reverse-geocode.ts';
import { suggest } from './operations/suggest.ts';
import { readParameters } from './request/read-parameters.ts';

export interface GeocodeOptions {
  database: Database;
  /** Segment of the URL: `/server[/{org}]/rest/services/{name}/GeocodeServer`. */
  name: string;
}

/** Gazetteers change rarely, and people type the same text again. */
const cacheControl = 'public, max-age=300';

const batches = { perMinute: limits.placeBatchesPerMinute };

/** The geocoding service: search, reverse geocoding and batches over all loaded gazetteers. */
export async function geocodeRoutes(app: FastifyInstance, { database, name }: GeocodeOptions): Promise<void> {
  const mount = (path: string, operation: GeocodeOperation, config = {}): void => {
    for (const base of ['/server', '/server/:org']) {
      app.route({
        method: ['GET', 'POST'],
        url: `${base}/rest/services/${name}/GeocodeServer${path}`,
        config,
        handler: async (request, reply) => {
          const parameters = await readParameters(request);
          const body = await operation({ database, name, parameters });
          return answer(reply, body, parameters['f'], request.method === 'GET');
        },
      });
    }
  };
  mount('', describeService);
  mount('/suggest', suggest);
  mount('/findAddressCandidates', findAddressCandidates);
  mount('/reverseGeocode', reverseGeocode);
  mount('/geocodeAddresses', geocodeAddresses, batches);
}

function answer(
  reply: FastifyReply,
  body: object,
  format: string | undefined,
  cacheable: boolean,
): FastifyReply {
  const spaces = format === 'pjson' || format === 'html' ? 2 : 0;
  return reply
    .header('cache-control', cacheable ? cacheControl : 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body, null, spaces));
}
