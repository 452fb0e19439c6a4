import type { FastifyContextConfig, FastifyInstance, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { MappingError } from '../../../wire/errors.ts';
import { limits } from '../../limits.ts';
import { isThisComputer, type Network, networksOf } from './address-group.ts';
import {
  apiOf,
  type Count,
  countMember,
  countVisitor,
  type IsWithin,
  type RouteLimits,
  routeOf,
} from './organisation-counts.ts';
import { currentRequester, type RejectedTokens } from './requester.ts';
import type { RateCounter } from './rate-counter.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts requests that have a limit of their own; absent where requests are not counted. */
    rates?: RateCounter;
  }
  interface FastifyContextConfig {
    /**
     * Requests of this route per minute from one address. Those of members of the organisation in its path count for the member
     * instead: a whole city hall may be behind one address.
     */
    perMinute?: number;
    /**
     * What all requests to routes with this name may contain per minute from one address, such as geometries. The handler calls
     * `countSize`.
     */
    sizePerMinute?: { what: string; max: number };
    /** Requests of this route per minute of one member, or session; absent: `limits.memberShare` times those of an address. */
    perMinuteOfMember?: number;
    /** Those of a newcomer's address when visitors have made all of theirs; absent: `limits.newcomerRouteRequestsPerMinute`. */
    perMinuteOfNewcomer?: number;
    /** A page of the application, which has a limit per address (`limits.pagesPerMinute`). */
    isPage?: true;
    /** Not counted for its organisation: every page needs it, and it costs little. */
    neverFull?: true;
    /** The handler calls `countForOrganisation`, as `identify` does for requests with a token. */
    provedByHandler?: true;
  }
}

/**
 * Answers 429 to excess requests per minute: of an address, of an account, of an organisation, and of routes
 * with their own limit. All processes count together.
 */
export const rateHooks = plugin(async (app: FastifyInstance, { rates }: { rates: RateCounter }) => {
  app.decorate('rates', rates);
  app.addHook('onRequest', (request, _reply, done) => {
    const config: FastifyContextConfig = request.routeOptions.config ?? {};
    // A proxy on this computer that TRUST_PROXY does not name hides all clients behind one address.
    const isCounted = !isThisComputer(request.ip);
    if (config.isPage && isCounted) return void countThen(done, () => countPage(request));
    if (!/^\/(api|portal|server)\//.test(request.url)) return done();
    const route = hasOwnLimit(config) ? config : undefined;
    if (!route && !isCounted) return done();
    return void countThen(done, () => countRequest(request, route, isCounted));
  });
  const isWithin: IsWithin = async (name, max) => (await rates.take(name, max)) === 0;
  const countAll: Count = (name, max) => count(rates, name, max);

  const countPage = async (request: FastifyRequest) => {
    for (const { name, times } of networksOf(request.ip))
      await countAll(`pages of ${name}`, limits.pagesPerMinute * times);
  };

  const countRequest = async (
    request: FastifyRequest,
    route: RouteLimits | undefined,
    isCounted: boolean,
  ) => {
    const networks = networksOf(request.ip);
    const { url = '' } = request.routeOptions;
    const requester = currentRequester();
    const organisation = organisationOf(request);
    const isLater = organisation !== undefined && requester !== undefined && isProvedLater(request);
    // The narrowest first: what one of them is refused does not count for those around it.
    const countRoute = async () => {
      if (!route) return;
      for (const { name, times } of networks) await countAll(`${url} of ${name}`, route.perMinute * times);
    };
    if (!isLater) await countRoute();
    const { sizePerMinute } = request.routeOptions.config ?? {};
    if (requester && sizePerMinute)
      requester.countSize = async (size) => {
        const { what, max } = sizePerMinute;
        for (const { name, times } of networks)
          refuseAfter(await rates.take(`${what} of ${name}`, max * times, size), what, max * times);
      };
    if (isCounted) for (const { name, max } of ofAddress(networks)) await countAll(name, max);
    if (isCounted && requester) {
      requester.rejectedTokens = rejectedTokensOf(rates, networks);
      requester.countAccount = async (username, portalOrganisation) => {
        await countAll(`account ${username}`, limits.accountRequestsPerMinute);
        await countAll(`organisation ${portalOrganisation}`, limits.organisationRequestsPerMinute);
      };
    }
    if (organisation === undefined) return;
    const scopes = [
      ...(route ? [routeOf(organisation, url, route)] : []),
      ...(isCounted ? [apiOf(organisation)] : []),
    ];
    const network = (networks.at(-1) ?? networks[0]).name;
    const countOrganisation = async (member: string | undefined) => {
      for (const scope of scopes)
        await (member === undefined
          ? countVisitor(scope, network, { count: countAll, isWithin })
          : countMember(scope, member, countAll));
    };
    if (!isLater) return countOrganisation(undefined);
    requester.countOrganisation = async (member) => {
      if (member === undefined) await countRoute();
      await countOrganisation(member);
    };
  };
});

/** All requests of an address, whatever they ask for. */
function ofAddress(networks: readonly Network[]): { name: string; max: number }[] {
  return networks.map(({ name, times }) => ({
    name: `address ${name}`,
    max: limits.requestsPerMinute * times,
  }));
}

/**
 * Counts a request that is answered before the hook above, and has no other limit than that of its address.
 * @returns whether it is within that limit; undefined where it is not counted
 */
export function countAddress(rates: RateCounter, address: string): Promise<boolean> | undefined {
  if (isThisComputer(address)) return undefined;
  return isWithinAll(rates, ofAddress(networksOf(address)));
}

async function isWithinAll(
  rates: RateCounter,
  counts: readonly { name: string; max: number }[],
): Promise<boolean> {
  for (const { name, max } of counts) if ((await rates.take(name, max)) > 0) return false;
  return true;
}

function hasOwnLimit(config: Partial<RouteLimits>): config is RouteLimits {
  return config.perMinute !== undefined;
}

/** Whether the handler finds out who the caller is (`countForOrganisation`). */
function isProvedLater({ headers, routeOptions }: FastifyRequest): boolean {
  return headers.authorization !== undefined || routeOptions.config?.provedByHandler === true;
}

/** Only requests that are counted wait for it. */
async function countThen(done: (error?: Error) => void, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    return done(error as Error);
  }
  return done();
}

/** Those of the networks of an address. Tokens that are being asked about are not counted yet, of which hosts limit the number. */
function rejectedTokensOf(rates: RateCounter, networks: readonly Network[]): RejectedTokens {
  const limited = networks.map(({ name, times }) => ({
    name: `rejected tokens of ${name}`,
    max: limits.rejectedTokensPerMinute * times,
  }));
  return {
    refuseMore() {
      for (const { name, max } of limited) refuseAfter(rates.wait(name, max), 'rejected tokens', max);
    },
    async count() {
      for (const { name, max } of limited) await rates.take(name, max);
    },
  };
}

/** @throws MappingError `http:too-many-requests` (429) */
async function count(rates: RateCounter, name: string, max: number): Promise<void> {
  refuseAfter(await rates.take(name, max), 'requests', max);
}

/** @param seconds 0: there were not too many */
function refuseAfter(seconds: number, what: string, max: number): void {
  if (seconds === 0) return;
  throw new MappingError(
    'http:too-many-requests',
    `Too many ${what}: at most ${max} per minute. Try again in ${seconds} seconds.`,
    { status: 429, retryAfterSeconds: seconds },
  );
}

/** The organisation that a request to our own API counts for. */
function organisationOf({ params, url, routeOptions }: FastifyRequest): string | undefined {
  if (!url.startsWith('/api/') || routeOptions.config?.neverFull) return undefined;
  return (params as { org?: string }).org;
}
