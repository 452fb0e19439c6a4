import type { FastifyInstance, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { MappingError } from '../../../wire/errors.ts';
import { limits } from '../../limits.ts';
import { addressGroup, currentRequester } from './requester.ts';
import type { RateCounter } from './rate-counter.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts requests that have a limit of their own; absent where requests are not counted. */
    rates?: RateCounter;
  }
  interface FastifyContextConfig {
    /** Requests of this route per minute from one address. */
    perMinute?: number;
  }
}

/** An organisation's users together may make this many times as many requests per minute as one address. */
const organisationShare = 20;

/**
 * Answers 429 to excess requests per minute: of an address, of an account, of an organisation, and of routes
 * with their own limit. All processes count together.
 */
export const rateHooks = plugin(async (app: FastifyInstance, { rates }: { rates: RateCounter }) => {
  app.decorate('rates', rates);
  app.addHook('onRequest', async (request) => {
    if (!/^\/(api|portal|server)\//.test(request.url)) return;
    const address = addressGroup(request.ip);
    const organisation = organisationOf(request);
    const { url = '', config } = request.routeOptions;
    const perMinute = config?.perMinute;
    if (perMinute !== undefined) {
      await count(rates, `${url} of ${address}`, perMinute);
      if (organisation) await count(rates, `${url} in ${organisation}`, perMinute * organisationShare);
    }
    // A proxy on this computer that TRUST_PROXY does not name hides all clients behind one address.
    if (isThisComputer(request.ip)) return;
    await count(rates, `address ${address}`, limits.requestsPerMinute);
    if (organisation) await count(rates, `api ${organisation}`, limits.organisationRequestsPerMinute);
    const requester = currentRequester();
    if (!requester) return;
    requester.countAccount = async (username, portalOrganisation) => {
      await count(rates, `account ${username}`, limits.accountRequestsPerMinute);
      await count(rates, `organisation ${portalOrganisation}`, limits.organisationRequestsPerMinute);
    };
  });
});

/** @throws MappingError `http:too-many-requests` (429) */
async function count(rates: RateCounter, name: string, max: number): Promise<void> {
  const seconds = await rates.take(name, max);
  if (seconds === 0) return;
  throw new MappingError(
    'http:too-many-requests',
    `Too many requests: at most ${max} per minute. Try again in ${seconds} seconds.`,
    { status: 429, retryAfterSeconds: seconds },
  );
}

/** A path of our own API. */
function organisationOf({ params, url }: FastifyRequest): string | undefined {
  return url.startsWith('/api/') ? (params as { org?: string }).org : undefined;
}

function isThisComputer(address: string): boolean {
  return /^(127\.|::1$|::ffff:127\.)/.test(address);
}
