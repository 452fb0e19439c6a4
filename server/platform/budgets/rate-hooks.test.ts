import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createHttpApp } from '../http/app.ts';
import { limits } from '../../limits.ts';
import { rateHooks } from './rate-hooks.ts';
import {
  countForOrganisation,
  countSize,
  currentRequester,
  nameRequester,
  requesterHooks,
} from './requester.ts';

let app: FastifyInstance;
let counted: [name: string, max: number, size?: number][] = [];
/** Counts at their limit. */
let full: readonly string[] = [];
const rates = {
  take: async (name: string, max: number, size?: number) => {
    counted.push(size === undefined ? [name, max] : [name, max, size]);
    return full.includes(name) ? 17 : 0;
  },
  wait: (name: string) => (full.includes(name) ? 17 : 0),
  takeOfDay: async () => 0,
  waitOfDay: async () => 0,
  stop() {},
};

beforeAll(async () => {
  app = await createHttpApp({ logLevel: 'silent', publicUrl: 'http://localhost', trustProxy: 'loopback' });
  await app.register(requesterHooks);
  await app.register(rateHooks, { rates });
  app.get('/api/:org/thing', { config: { perMinute: 30 } }, async (request) => {
    const { authorization } = request.headers;
    await countForOrganisation(authorization === 'forged' ? undefined : authorization);
    await countForOrganisation(undefined);
    return {};
  });
  const signIn = {
    perMinute: 1500,
    perMinuteOfMember: 60,
    perMinuteOfNewcomer: 50,
    provedByHandler: true as const,
  };
  app.get('/api/:org/sign-in', { config: signIn }, async (request) => {
    const { session } = request.query as { session?: string };
    if (session !== 'none') await countForOrganisation(session);
    return {};
  });
  app.get('/api/:org/config', { config: { neverFull: true } }, async () => ({}));
  app.get('/portal/sharing/rest/thing', async () => {
    await nameRequester('Ada', 'town');
    await nameRequester('Ada', 'town');
    return {};
  });
  app.get('/portal/sharing/rest/token', async () => {
    const { rejectedTokens } = currentRequester() ?? {};
    rejectedTokens?.refuseMore();
    await rejectedTokens?.count();
    return {};
  });
  const sizes = { perMinute: 300, sizePerMinute: { what: 'geometries', max: 1000 } };
  app.get('/server/geometries', { config: sizes }, async () => {
    await countSize(50);
    return {};
  });
  app.get('/:org/*', { config: { isPage: true } }, async () => ({}));
  app.get('/health', async () => ({}));
});
afterAll(() => app.close());
beforeEach(() => {
  counted = [];
  full = [];
});

const ask = (url: string, from = '2001:db8:1:2::3', authorization?: string) =>
  app.inject({ url, headers: { 'x-forwarded-for': from, ...(authorization && { authorization }) } });
const [network, home, site] = ['2001:db8:1:2::/64', '2001:db8:1:0::/56', '2001:db8:1::/48'];
const addresses = [
  [`address ${network}`, limits.requestsPerMinute],
  [`address ${home}`, 4 * limits.requestsPerMinute],
  [`address ${site}`, 8 * limits.requestsPerMinute],
];
const ofRoute = [
  [`/api/:org/thing of ${network}`, 30],
  [`/api/:org/thing of ${home}`, 120],
  [`/api/:org/thing of ${site}`, 240],
];

describe('a request is counted', () => {
  test('for its networks and the visitors of its organisation, at a route with a limit of its own there as well', async () => {
    expect((await ask('/api/town/thing')).statusCode).toBe(200);
    expect(counted).toEqual([
      ...ofRoute,
      ...addresses,
      ['/api/:org/thing in town by visitors', 300],
      ['api in town by visitors', limits.organisationRequestsPerMinute / 2],
    ]);
  });

  test('for its member and the members of its organisation, and not for the networks at a route with a limit of its own', async () => {
    expect((await ask('/api/town/thing', undefined, 'ada')).statusCode).toBe(200);
    expect(counted).toEqual([
      ...addresses,
      ['/api/:org/thing in town by member ada', 60],
      ['/api/:org/thing in town by members', 600],
      ['api in town by member ada', limits.accountRequestsPerMinute],
      ['api in town by members', limits.organisationRequestsPerMinute],
    ]);
  });

  test('for its networks at such a route, if its token proves nothing', async () => {
    expect((await ask('/api/town/thing', undefined, 'forged')).statusCode).toBe(200);
    expect(counted).toEqual([
      ...addresses,
      ...ofRoute,
      ['/api/:org/thing in town by visitors', 300],
      ['api in town by visitors', limits.organisationRequestsPerMinute / 2],
    ]);
  });

  test('for its session, by the limit that the route has for one', async () => {
    await ask('/api/town/sign-in?session=ada');
    expect(counted.slice(addresses.length, -2)).toEqual([
      ['/api/:org/sign-in in town by member ada', 60],
      ['/api/:org/sign-in in town by members', 30_000],
    ]);
  });

  test('for no route, if the handler refuses it before it counts', async () => {
    await ask('/api/town/sign-in?session=none');
    expect(counted).toEqual(addresses);
  });

  test('by its size, for its networks', async () => {
    expect((await ask('/server/geometries')).statusCode).toBe(200);
    expect(counted.slice(-3)).toEqual([
      [`geometries of ${network}`, 1000, 50],
      [`geometries of ${home}`, 4000, 50],
      [`geometries of ${site}`, 8000, 50],
    ]);
    full = [`geometries of ${home}`];
    const refused = await ask('/server/geometries');
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '17']);
  });

  test('for its networks with a token that a portal rejects, and refused after too many from one of them', async () => {
    await ask('/portal/sharing/rest/token');
    const rejected = [network, home, site].map((each) => `rejected tokens of ${each}`);
    const times = [1, 4, 8].map((each) => each * limits.rejectedTokensPerMinute);
    expect(counted.slice(-3)).toEqual(rejected.map((name, index) => [name, times[index]]));
    for (const name of rejected) {
      full = [name];
      const refused = await ask('/portal/sharing/rest/token');
      expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '17']);
    }
  });

  test('for no organisation where every page needs the answer', async () => {
    await ask('/api/town/config');
    expect(counted).toEqual(addresses);
  });

  test('for its account and the account’s organisation, once', async () => {
    await ask('/portal/sharing/rest/thing');
    expect(counted).toEqual([
      ...addresses,
      ['account ada', limits.accountRequestsPerMinute],
      ['organisation town', limits.organisationRequestsPerMinute],
    ]);
  });

  test('for its networks, if it is a page', async () => {
    await ask('/town/map/sid/1111111111111111');
    expect(counted).toEqual([
      [`pages of ${network}`, limits.pagesPerMinute],
      [`pages of ${home}`, 4 * limits.pagesPerMinute],
      [`pages of ${site}`, 8 * limits.pagesPerMinute],
    ]);
    full = [`pages of ${home}`];
    expect((await ask('/town/gallery')).statusCode).toBe(429);
  });

  test('not at all for health checks, or for callers on this computer', async () => {
    await ask('/health');
    await ask('/portal/sharing/rest/thing', '127.0.0.1');
    await ask('/town/gallery', '127.0.0.1');
    expect(counted).toEqual([]);
  });
});

describe('a request over the limit', () => {
  test.each([
    [`address ${network}`],
    [`address ${home}`],
    [`/api/:org/thing of ${site}`],
    ['api in town by visitors', 'api in town by newcomers'],
    ['/api/:org/thing in town by visitors', `/api/:org/thing in town of ${site}`],
  ])('of %s is answered with a problem document', async (...names) => {
    full = names;
    const { statusCode, headers, body } = await ask('/api/town/thing');
    expect([statusCode, headers['retry-after']]).toEqual([429, '17']);
    expect(JSON.parse(body)).toMatchObject({ id: 'http:too-many-requests', status: 429 });
  });

  test.each(['account ada', 'organisation town'])(
    'of %s is answered with an ArcGIS envelope',
    async (name) => {
      full = [name];
      const { statusCode, headers, body } = await ask('/portal/sharing/rest/thing');
      expect([statusCode, headers['retry-after']]).toEqual([429, '17']);
      expect(JSON.parse(body).error).toMatchObject({
        code: 429,
        message: expect.stringContaining('17 seconds'),
      });
    },
  );
});

describe('when visitors have made all of their requests', () => {
  beforeEach(() => {
    full = ['/api/:org/thing in town by visitors', 'api in town by visitors'];
  });

  test('a newcomer still has a place', async () => {
    expect((await ask('/api/town/thing')).statusCode).toBe(200);
    expect(counted.slice(-6)).toEqual([
      ['/api/:org/thing in town by visitors', 300],
      [`/api/:org/thing in town of ${site}`, limits.newcomerRouteRequestsPerMinute],
      ['/api/:org/thing in town by newcomers', 300],
      ['api in town by visitors', limits.organisationRequestsPerMinute / 2],
      [`api in town of ${site}`, limits.newcomerRequestsPerMinute],
      ['api in town by newcomers', limits.organisationRequestsPerMinute / 2],
    ]);
  });

  test('a route may have more places for newcomers', async () => {
    full = ['/api/:org/sign-in in town by visitors'];
    expect((await ask('/api/town/sign-in')).statusCode).toBe(200);
    expect(counted).toContainEqual([`/api/:org/sign-in in town of ${site}`, 50]);
  });

  test('members are not affected, nor by what was sent from their address', async () => {
    full = [
      ...full,
      `/api/:org/thing of ${network}`,
      'api in town by newcomers',
      '/api/:org/thing in town by newcomers',
    ];
    expect((await ask('/api/town/thing', undefined, 'ada')).statusCode).toBe(200);
  });
});
