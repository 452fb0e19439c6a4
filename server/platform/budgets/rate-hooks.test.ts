import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createHttpApp } from '../http/app.ts';
import { limits } from '../../limits.ts';
import { rateHooks } from './rate-hooks.ts';
import { nameRequester, requesterHooks } from './requester.ts';

let app: FastifyInstance;
let counted: [name: string, max: number][] = [];
/** Rejected requests. */
let full = '';
const rates = {
  take: async (name: string, max: number) => {
    counted.push([name, max]);
    return name === full ? 17 : 0;
  },
  takeOfDay: async () => 0,
  stop() {},
};

beforeAll(async () => {
  app = await createHttpApp({ logLevel: 'silent', publicUrl: 'http://localhost', trustProxy: 'loopback' });
  await app.register(requesterHooks);
  await app.register(rateHooks, { rates });
  app.get('/api/:org/thing', { config: { perMinute: 30 } }, async () => ({}));
  app.get('/portal/sharing/rest/thing', async () => {
    await nameRequester('Ada', 'town');
    await nameRequester('Ada', 'town');
    return {};
  });
  app.get('/health', async () => ({}));
});
afterAll(() => app.close());
beforeEach(() => {
  counted = [];
  full = '';
});

const ask = (url: string, from = '2001:db8:1:2::3') =>
  app.inject({ url, headers: { 'x-forwarded-for': from } });
const network = '2001:db8:1:2::/64';
const address = [`address ${network}`, limits.requestsPerMinute];

describe('a request is counted', () => {
  test('for its address and organisation, and at a route with a limit of its own there as well', async () => {
    expect((await ask('/api/town/thing')).statusCode).toBe(200);
    expect(counted).toEqual([
      [`/api/:org/thing of ${network}`, 30],
      ['/api/:org/thing in town', 600],
      address,
      ['api town', limits.organisationRequestsPerMinute],
    ]);
  });

  test('for its account and the account’s organisation, once', async () => {
    await ask('/portal/sharing/rest/thing');
    expect(counted).toEqual([
      address,
      ['account ada', limits.accountRequestsPerMinute],
      ['organisation town', limits.organisationRequestsPerMinute],
    ]);
  });

  test('not at all for health checks, or for callers on this computer', async () => {
    await ask('/health');
    await ask('/portal/sharing/rest/thing', '127.0.0.1');
    expect(counted).toEqual([]);
  });
});

describe('a request over the limit', () => {
  test.each([`address ${network}`, 'api town', '/api/:org/thing in town'])(
    'of %s is answered with a problem document',
    async (name) => {
      full = name;
      const { statusCode, headers, body } = await ask('/api/town/thing');
      expect([statusCode, headers['retry-after']]).toEqual([429, '17']);
      expect(JSON.parse(body)).toMatchObject({ id: 'http:too-many-requests', status: 429 });
    },
  );

  test.each(['account ada', 'organisation town'])(
    'of %s is answered with an ArcGIS envelope',
    async (name) => {
      full = name;
      const { statusCode, headers, body } = await ask('/portal/sharing/rest/thing');
      expect([statusCode, headers['retry-after']]).toEqual([429, '17']);
      expect(JSON.parse(body).error).toMatchObject({
        code: 429,
        message: expect.stringContaining('17 seconds'),
      });
    },
  );
});
