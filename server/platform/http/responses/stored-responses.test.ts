import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { sendExactly } from '../../../../testing/rig/send-exactly.ts';
import { limits } from '../../../limits.ts';
import { rateHooks } from '../../budgets/rate-hooks.ts';
import { requesterHooks } from '../../budgets/requester.ts';
import { createHttpApp } from '../app.ts';

let app: FastifyInstance;
/** What responses describe; another object when something in it has changed. */
let subject: { text: string };
let type: string;
const made = vi.fn<(url: string) => void>();
const measured = vi.fn<(status: number) => void>();
const taken: string[] = [];
let full: string | undefined;

beforeAll(async () => {
  const rates = {
    take: async (name: string) => {
      taken.push(name);
      return name === full ? 17 : 0;
    },
    wait: () => 0,
    takeOfDay: async () => 0,
    waitOfDay: async () => 0,
    stop() {},
  };
  app = await createHttpApp({ logLevel: 'silent', publicUrl: 'https://maps.test', trustProxy: 'loopback' });
  await app.register(requesterHooks);
  await app.register(rateHooks, { rates });
  app.addHook('onResponse', async (_request, reply) => measured(reply.statusCode));
  app.route({
    method: ['GET', 'POST'],
    url: '/api/:org/stored',
    config: {
      neverFull: true,
      isData: true,
      storedFor: ({ url, headers }) =>
        headers.authorization === undefined ? { subject, key: url } : undefined,
    },
    handler: async (request, reply) => {
      made(request.url);
      reply.storedFor = request.routeOptions.config.storedFor?.(request);
      return reply.type(type).header('x-made', 'once').send(JSON.stringify(subject));
    },
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());
beforeEach(() => {
  subject = { text: 'x'.repeat(3000) };
  type = 'application/json; charset=utf-8';
  full = undefined;
  made.mockClear();
  measured.mockClear();
  taken.length = 0;
});

const url = '/api/town/stored';

const ask = (headers: Record<string, string> = {}, { method = 'GET', path = url } = {}) => {
  const { port } = app.server.address() as AddressInfo;
  return sendExactly(`http://127.0.0.1:${port}${path}`, { method, headers });
};

/** Headers besides those of the connection. */
function headersOf({ headers }: Awaited<ReturnType<typeof ask>>) {
  const { date: _date, connection: _connection, 'keep-alive': _keepAlive, ...others } = headers;
  return others;
}

test('a stored response is the same as the one that was made', async () => {
  const [first, second] = [await ask(), await ask()];
  expect(made).toHaveBeenCalledOnce();
  expect(second.status).toBe(200);
  expect(second.text).toBe(first.text);
  expect(headersOf(second)).toEqual(headersOf(first));
  expect(second.headers).toMatchObject({ 'x-made': 'once', 'x-content-type-options': 'nosniff' });
});

test('it is made again for another address, and when what it describes has changed', async () => {
  await ask();
  await ask({}, { path: `${url}?a=1` });
  subject = { text: 'changed' };
  expect(JSON.parse((await ask()).text)).toEqual(subject);
  expect(made).toHaveBeenCalledTimes(3);
});

test.each([
  ['of a caller with a token', { authorization: 'Bearer a' }, 'GET'],
  ['by POST', {}, 'POST'],
] as const)('a request %s is neither answered from it, nor stored', async (_what, headers, method) => {
  await ask(headers, { method });
  await ask();
  await ask(headers, { method });
  expect(made).toHaveBeenCalledTimes(3);
});

test.each([
  ['that is no JSON', () => (type = 'text/html')],
  ['that is large', () => (subject = { text: 'x'.repeat(limits.freeResponseBytes) })],
])('a response %s is not stored', async (_what, prepare) => {
  prepare();
  await ask();
  await ask();
  expect(made).toHaveBeenCalledTimes(2);
});

test('it is compressed for those who take it, with a tag of its own', async () => {
  await ask();
  const plain = await ask();
  const packed = await ask({ 'accept-encoding': 'br, gzip' });
  expect(packed.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(packed.bytes).toString()).toBe(plain.text);
  expect(packed.headers['content-length']).toBe(String(packed.bytes.length));
  expect(packed.headers['etag']).toBe(`W/${plain.headers['etag']}`);
  for (const { headers } of [plain, packed]) expect(headers['vary']).toMatch(/accept-encoding/);
  expect((await ask({ 'accept-encoding': 'gzip;q=0' })).text).toBe(plain.text);
});

test('a client that has it gets only that', async () => {
  const { headers } = await ask();
  const known = await ask({ 'if-none-match': `"other", W/${headers['etag']}`, 'accept-encoding': 'gzip' });
  expect([known.status, known.text, known.headers['content-type']]).toEqual([304, '', undefined]);
  expect(known.headers).toMatchObject({ 'x-made': 'once', etag: headers['etag'], vary: headers['vary'] });
});

test('its requests are measured, and counted for their address, whose limit refuses them', async () => {
  const from = { 'x-forwarded-for': '192.0.2.1' };
  await ask(from);
  await ask(from);
  expect(taken).toEqual(['address 192.0.2.1', 'address 192.0.2.1']);
  full = 'address 192.0.2.1';
  const refused = await ask(from);
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '17']);
  expect(refused.headers['x-content-type-options']).toBe('nosniff');
  expect(measured.mock.calls).toEqual([[200], [200], [429]]);
  expect(made).toHaveBeenCalledOnce();
});

test('a server that shuts down says so', async () => {
  await ask();
  app.isDraining = true;
  expect((await ask()).headers['connection']).toBe('close');
  app.isDraining = false;
});

test('a route with a limit of its own cannot have stored responses', async () => {
  const other = await createHttpApp({ logLevel: 'silent', publicUrl: 'http://localhost' });
  const config = { perMinute: 1, storedFor: () => undefined };
  expect(() => other.get('/api/limited', { config }, async () => ({}))).toThrow('not counted');
  await other.close();
});
