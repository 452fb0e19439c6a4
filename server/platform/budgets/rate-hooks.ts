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
  app.addHook('onRequest', (request, _reply, done) => {
    if (!/^\/(api|portal|server)\//.test(request.url)) return done();
    const perMinute = request.routeOptions.config?.perMinute;
    // A proxy on this computer that TRUST_PROXY does not name hides all clients behind one address.
    const isCounted = !isThisComputer(request.ip);
    if (perMinute === undefined && !isCounted) return done();
    return void countThen(done, () => countRequest(request, perMinute, isCounted));
  });
  const countRequest = async (request: FastifyRequest, perMinute: number | undefined, isCounted: boolean) => {
    const address = addressGroup(request.ip);
    const organisation = organisationOf(request);
    const { url = '' } = request.routeOptions;
    if (perMinute !== undefined) {
      await count(rates, `${url} of ${address}`, perMinute);
      if (organisation) await count(rates, `${url} in ${organisation}`, perMinute * organisationShare);
    }
    if (!isCounted) return;
    await count(rates, `address ${address}`, limits.requestsPerMinute);
    if (organisation) await count(rates, `api ${organisation}`, limits.organisationRequestsPerMinute);
    const requester = currentRequester();
    if (!requester) return;
    requester.countAccount = async (username, portalOrganisation) => {
      await count(rates, `account ${username}`, limits.accountRequestsPerMinute);
      await count(rates, `organisation ${portalOrganisation}`, limits.organisationRequestsPerMinute);
    };
  };
});

/** Only requests that are counted wait for it. */
async function countThen(done: (error?: Error) => void, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    return done(error as Error);
  }
  return done();
}

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
