import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cityworksSimulator, demoCityworks } from '../../server/demo/cityworks/simulator.ts';
import { loadCredentials } from '../../server/demo/load-config.ts';
import { createVault } from '../../server/platform/safety/vault.ts';
import { saveConfig } from '../../server/application/organisations/organisation-store.ts';
import type { AppConfigInput } from '../../wire/app-config.ts';
import type { WorkNear } from '../../wire/cityworks.ts';
import { startFakePortal } from '../fakes/portal.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

const file = path.resolve(import.meta.dirname, '../../examples/organisations/demo.json');
const { integrations } = JSON.parse(readFileSync(file, 'utf8')) as AppConfigInput;
let portal: Awaited<ReturnType<typeof startFakePortal>>;
let server: TestServer;

beforeAll(async () => {
  portal = await startFakePortal({
    'ada-token': { username: 'ada', groups: ['admins'] },
    'grace-token': { username: 'grace' },
  });
  const secretsKey = randomBytes(32).toString('base64');
  // Only the portal is allowed as a private host: the simulator is reached because it is on this server.
  server = await startTestServer({
    secretsKey,
    sites: [cityworksSimulator],
    allowedPrivateHosts: new Set([new URL(portal.url).host]),
  });
  const config = {
    portal: { url: portal.url, adminGroupId: 'admins' },
    integrations: [
      ...(integrations ?? []),
      { id: 'synced', type: 'streetview', title: 'Synced', config: { termsAccepted: true } },
      { id: 'window', type: 'streetview', title: 'Link', config: { viewer: 'window' } },
    ],
  } satisfies AppConfigInput;
  await saveConfig(server.database, 'demo', config, 'test');
  for (let times = 0; times < 2; times++)
    await loadCredentials(server.database, createVault(secretsKey), 'demo', config, Date.now());
});
afterAll(() => Promise.all([server.stop(), portal.close()]));

async function ask(at: string, token?: string, body?: unknown, method = body ? 'POST' : 'GET') {
  const response = await fetch(`${server.url}/api/demo/integrations/${at}`, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}`, 'x-portal': portal.url }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, json: (await response.json()) as Record<string, unknown> };
}
const call = async (service: string, data: unknown, token = '') => {
  const body = new URLSearchParams({ data: typeof data === 'string' ? data : JSON.stringify(data), token });
  const response = await fetch(`${server.url}${demoCityworks.path}/Services/${service}`, {
    method: 'POST',
    body,
  });
  return [response.status, ((await response.json()) as { Status: number }).Status];
};

describe('Cityworks of the demo', () => {
  it('lists open work of every kind around the demo’s street photos', async () => {
    const { status, json } = await ask('cityworks/work?lat=51.1608&lng=71.4285', 'grace-token');
    expect(status).toBe(200);
    const { items, missing } = json as unknown as WorkNear;
    expect(missing).toEqual([]);
    expect(new Set(items.map(({ kind }) => kind))).toEqual(new Set(['work-order', 'request', 'inspection']));
    for (const { lat, lng, status: state } of items) {
      expect(Math.abs((lat ?? 0) - 51.1608)).toBeLessThan(0.006);
      expect(Math.abs((lng ?? 0) - 71.4285)).toBeLessThan(0.01);
      expect(state).not.toBe('CLOSED');
    }
  });

  it('accepts a request at a location, and lists it there', async () => {
    const { json: problems } = await ask('cityworks/problems', 'grace-token');
    expect(problems['problems']).toContainEqual({ id: '1', title: 'Pothole' });
    const made = await ask('cityworks/requests', 'grace-token', {
      problem: '1',
      details: 'Deep, by the kerb',
      lat: 51.12,
      lng: 71.37,
    });
    expect(made.status).toBe(201);
    const { json } = await ask('cityworks/work?lat=51.12&lng=71.37', 'grace-token');
    expect((json as unknown as WorkNear).items).toContainEqual(
      expect.objectContaining({ id: made.json['id'], title: 'Pothole: Deep, by the kerb', status: 'OPEN' }),
    );
  });

  it('passes its connection test', async () => {
    expect((await ask('cityworks/check', 'ada-token', undefined, 'POST')).json).toMatchObject({
      state: 'ok',
    });
  });

  it('behaves as documented: errors in HTTP 200, by Status', async () => {
    const problems = 'Ams/ServiceRequest/Problems';
    expect(await call(problems, {}, 'guessed')).toEqual([200, 2]);
    expect(await call('General/Authentication/Authenticate', { LoginName: 'x', Password: 'y' })).toEqual([
      200, 3,
    ]);
    expect(await call(problems, 'not JSON')).toEqual([200, 1]);
  });
});

describe('missing settings of an integration', () => {
  it('are listed by name for everyone, and omitted when complete', async () => {
    expect((await ask('set-up')).json).toEqual({
      missing: {
        cyclomedia: ['apiKey', 'username', 'password'],
        'street-view': ['apiKey', 'termsAccepted'],
        synced: ['apiKey'],
      },
    });
  });

  it('disappear as soon as an administrator has entered them', async () => {
    await ask('synced/credentials', 'ada-token', { values: { apiKey: 'k' } }, 'PUT');
    expect((await ask('set-up')).json['missing']).not.toHaveProperty('synced');
  });
});
