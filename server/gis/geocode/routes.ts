import type { FastifyInstance } from 'fastify';
import type { Database } from '../../platform/database/connect.ts';
import { limits } from '../../limits.ts';
import { formatOf, jsonFormats, writeJson } from '../../platform/arcgis/json-response.ts';
import { readArcgisRequest } from '../../platform/arcgis/read-request.ts';
import { describeService } from './operations/describe-service.ts';
import { findAddressCandidates } from './operations/find-matches.ts';
import { geocodeAddresses } from './operations/geocode-addresses.ts';
import type { GeocodeOperation } from './operations/geocode-call.ts';
import { reverseGeocode } from './operations/reverse-geocode.ts';
import { suggest } from './operations/suggest.ts';

export interface GeocodeOptions {
  database: Database;
  /** Segment of the URL: `/server[/{org}]/rest/services/{name}/GeocodeServer`. */
  name: string;
}

/** Gazetteers change rarely, and users type the same text again. */
const cacheControl = 'public, max-age=300';

const limit = { fields: limits.requestBodyBytes, files: limits.requestBodyBytes };

const batches = {
  perMinute: limits.placeBatchesPerMinute,
  sizePerMinute: { what: 'addresses in batches', max: limits.placeBatchPlacesPerMinute },
};

/** The geocoding service: search, reverse geocoding and batches over all loaded gazetteers. */
export async function geocodeRoutes(app: FastifyInstance, { database, name }: GeocodeOptions): Promise<void> {
  const mount = (path: string, operation: GeocodeOperation, config = {}): void => {
    for (const base of ['/server', '/server/:org']) {
      app.route({
        method: ['GET', 'POST'],
        url: `${base}/rest/services/${name}/GeocodeServer${path}`,
        config,
        handler: async (request, reply) => {
          // It accepts no files, so the sender need not be known.
          const { parameters } = await readArcgisRequest(request, {
            limit,
            sender: async () => undefined,
          });
          parameters.atMost(limits.placeParameter, 'addresses');
          const format = formatOf(parameters, jsonFormats);
          const body = await operation({ database, name, parameters });
          return reply
            .header('cache-control', request.method === 'GET' ? cacheControl : 'no-store')
            .type('application/json; charset=utf-8')
            .send(writeJson(body, format));
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
