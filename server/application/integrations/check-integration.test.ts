import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appConfigSchema, type IntegrationConfig } from '../../../wire/app-config.ts';
import { safeFetch } from '../../platform/safety/safe-fetch.ts';
import { checkIntegration } from './check-integration.ts';
import { checkJson, checkScript } from './define-server-kind.ts';

const cityworksTokenHosts = new Set(['cw.allowed.example']);

let server: Server;
let origin = '';
const responses: Record<string, { status?: number; headers?: Record<string, string>; body?: string }> = {
  '/script.js': { headers: { 'content-type': 'text/javascript' }, body: 'window.Api = {}' },
  '/retired.js': { headers: { 'content-type': 'text/html' }, body: '<!doctype html><title>Gone</title>' },
  '/mislabelled.js': { headers: { 'content-type': 'text/javascript' }, body: '  <html></html>' },
  '/data.json': { body: ' {"features":[]}' },
  '/private.json': { status: 403 },
  '/down.js': { status: 503 },
  '/framed': { body: 'hello' },
  '/refuses': { headers: { 'x-frame-options': 'SAMEORIGIN' } },
  '/policy': { headers: { 'content-security-policy': "default-src 'self'; frame-ancestors 'self'" } },
  '/allows': {
    headers: {
      'content-security-policy': "default-src 'self'; frame-ancestors https://maps.example",
      'x-frame-options': 'DENY',
    },
  },
  '/wildcards': { headers: { 'content-security-policy': 'frame-ancestors https://*.other.example' } },
  '/data': { body: ' [1]' },
  '/large-data': { body: `[${'1,'.repeat(20_000_000)}1]` },
  '/blanks': { body: `${' '.repeat(20_000_000)}[1]` },
  '/below': { headers: { 'content-security-policy': 'frame-ancestors https://*.example' } },
  '/two': { headers: { 'content-security-policy': "frame-ancestors 'none', default-src *" } },
  '/everyone': { headers: { 'content-security-policy': 'frame-ancestors *' } },
  '/secure': { headers: { 'content-security-policy': 'frame-ancestors https:' } },
  '/moved': { status: 302, headers: { location: 'http://127.0.0.1:1/' } },
};

beforeAll(async () => {
  server = createServer((request, response) => {
    const {
      status = 200,
      headers = {},
      body = '',
    } = responses[new URL(request.url ?? '', 'http://x').pathname] ?? { status: 404 };
    response.writeHead(status, headers).end(body);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

describe('script of a vendor', () => {
  it.each([
    ['/script.js', 'ok'],
    ['/retired.js', 'retired'],
    ['/mislabelled.js', 'retired'],
    ['/nothing.js', 'retired'],
    ['/down.js', 'unavailable'],
  ])('%s is %s', async (path, state) => {
    expect((await checkScript(origin + path, true)).state).toBe(state);
  });
});

describe('data of a vendor', () => {
  it.each([
    ['/data', 'ok'],
    ['/large-data', 'ok'],
    ['/blanks', 'unavailable'],
    ['/down.js', 'unavailable'],
  ])('%s is %s, by its beginning', async (path, state) => {
    expect((await checkJson(origin + path, true)).state).toBe(state);
  });
});

describe('page', () => {
  const page = (path: string, display: 'frame' | 'window' = 'frame', own = 'https://maps.example') => {
    const { integrations } = appConfigSchema.parse({
      integrations: [{ id: 'p', type: 'url', title: 'P', url: `${origin}${path}?at={lat}`, display }],
    });
    const options = {
      config: appConfigSchema.parse({}),
      credentials: {},
      origin: own,
      publicUrl: 'https://maps.example',
      allowedPrivateHosts: true,
      cityworksTokenHosts,
    };
    return checkIntegration(integrations[0] as IntegrationConfig, options);
  };

  it.each([
    ['/framed', 'ok'],
    ['/refuses', 'refuses-frames'],
    ['/policy', 'refuses-frames'],
    ['/allows', 'ok'],
    ['/wildcards', 'refuses-frames'],
    ['/below', 'ok'],
    ['/two', 'refuses-frames'],
    ['/everyone', 'ok'],
    ['/secure', 'ok'],
    ['/gone', 'unavailable'],
  ] as const)('%s is %s', async (path, state) => {
    expect((await page(path)).state).toBe(state);
  });

  it.each(['/refuses', '/policy'])('of this server may allow itself only: %s', async (path) => {
    expect((await page(path, 'frame', origin)).state).toBe('ok');
  });

  it('may refuse framing when it is shown in a window', async () => {
    expect((await page('/refuses', 'window')).state).toBe('ok');
  });
});

describe('settings checked before any request', () => {
  const check = (
    type: IntegrationConfig['type'],
    config: object,
    credentials: Record<string, string> = {},
  ) => {
    const { integrations } = appConfigSchema.parse({ integrations: [{ id: 'p', type, title: 'P', config }] });
    return checkIntegration(integrations[0] as IntegrationConfig, {
      config: appConfigSchema.parse({}),
      credentials,
      origin,
      publicUrl: 'https://maps.example',
      allowedPrivateHosts: true,
      cityworksTokenHosts,
    });
  };
  const synced = { viewer: 'synced', termsAccepted: true };
  const password = { login: 'password', server: 'https://cw.example' };

  it.each([
    ['panorama', {}, {}, 'No photos are configured.'],
    ['streetview', synced, {}, 'The synchronised viewer requires an API key.'],
    ['cyclomedia', {}, {}, 'An API key is needed.'],
    ['cyclomedia', {}, { apiKey: 'k', username: 'u' }, 'A username and password are required.'],
    ['cyclomedia', { login: 'oauth' }, { apiKey: 'k' }, 'OAuth needs config.clientId.'],
    ['cityworks', password, { username: 'u' }, 'A username and password are required.'],
  ] as const)('%s with %j and %j: %s', async (type, config, credentials, message) => {
    expect(await check(type, config, credentials)).toEqual({ state: 'misconfigured', message });
  });

  it('are complete for Street View in a window and for Cityworks with the member’s own token', async () => {
    expect((await check('streetview', {})).state).toBe('ok');
    const allowed = { server: 'https://cw.allowed.example/Cityworks', login: 'gis-token' };
    expect((await check('cityworks', allowed)).state).toBe('ok');
  });

  it('require the operator’s permission for Cityworks by token', async () => {
    const health = await check('cityworks', { ...password, login: 'gis-token' });
    expect(health).toMatchObject({
      state: 'unavailable',
      message: expect.stringContaining('CITYWORKS_TOKEN_HOSTS'),
    });
  });
});

describe('data', () => {
  it.each([
    ['/data.json', 'ok'],
    ['/private.json', 'unauthorized'],
    ['/framed', 'unavailable'],
  ])('%s is %s', async (photos, state) => {
    const { integrations } = appConfigSchema.parse({
      integrations: [{ id: 'p', type: 'panorama', title: 'P', config: { photos } }],
    });
    const options = {
      config: appConfigSchema.parse({}),
      credentials: {},
      origin,
      publicUrl: 'https://maps.example',
      allowedPrivateHosts: false,
      cityworksTokenHosts,
    };
    expect((await checkIntegration(integrations[0] as IntegrationConfig, options)).state).toBe(state);
  });
});

describe('requests to the network', () => {
  it('do not follow redirects and never reach this computer for administrators', async () => {
    expect((await safeFetch(`${origin}/moved`, {}, { allowedPrivateHosts: true })).status).toBe(302);
    await expect(safeFetch(origin, {}, { allowedPrivateHosts: false })).rejects.toMatchObject({
      id: 'integration:forbidden-address',
    });
    await expect(
      safeFetch('http://169.254.169.254/latest', {}, { allowedPrivateHosts: false }),
    ).rejects.toMatchObject({
      status: 400,
    });
    await expect(safeFetch('http://[::1]:1/', {}, { allowedPrivateHosts: false })).rejects.toMatchObject({
      status: 400,
    });
    await expect(safeFetch('http://localhost:1/', {}, { allowedPrivateHosts: false })).rejects.toMatchObject({
      status: 400,
    });
  });

  it('report an unreachable host, and stop reading an endless response', async () => {
    await expect(safeFetch('http://127.0.0.1:1/', {}, { allowedPrivateHosts: true })).rejects.toMatchObject({
      status: 502,
    });
    await expect(
      safeFetch(`${origin}/script.js`, {}, { allowedPrivateHosts: true, bytes: 3 }),
    ).rejects.toMatchObject({
      status: 502,
    });
  });
});
