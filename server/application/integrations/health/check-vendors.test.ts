import { beforeEach, expect, it, vi } from 'vitest';
import { appConfigSchema, type IntegrationConfig } from '../../../../wire/app-config.ts';
import { safeFetch } from '../../../platform/safety/safe-fetch.ts';
import { checkIntegration } from '../check-integration.ts';

vi.mock('../../../platform/safety/safe-fetch.ts');
const fetched = vi.mocked(safeFetch);
beforeEach(() => void fetched.mockReset());

/** A vendor that gives the same response to every request. */
function respond(status: number, type: string, text: string): void {
  fetched.mockResolvedValue({ status, headers: new Headers({ 'content-type': type }), text });
}

function check(type: 'cyclomedia' | 'streetview', config: object) {
  const { integrations } = appConfigSchema.parse({ integrations: [{ id: 'v', type, title: 'V', config }] });
  return checkIntegration(integrations[0] as IntegrationConfig, {
    config: appConfigSchema.parse({}),
    credentials: { apiKey: 'secret-key', username: 'u', password: 'secret-password' },
    origin: 'https://maps.example',
    publicUrl: 'https://maps.example',
    allowedPrivateHosts: false,
    cityworksTokenHosts: new Set<string>(),
  });
}
const vendors = [
  ['cyclomedia', { apiVersion: '23.7' }, 'https://streetsmart.cyclomedia.com/api/v23.7/StreetSmartApi.js'],
  ['streetview', { viewer: 'synced', termsAccepted: true }, 'https://maps.googleapis.com/maps/api/js'],
] as const;

it.each(vendors)(
  '%s: reports a retired version when the vendor responds with 200 and a page',
  async (type, config, address) => {
    respond(200, 'text/html; charset=utf-8', '<!doctype html><title>Street Smart</title>');
    expect(await check(type, config)).toEqual({
      state: 'retired',
      message: `${address} is no longer a script. Set a version that the vendor still serves.`,
    });
  },
);

it.each(vendors)(
  '%s: reports a working script after one request without credentials',
  async (type, config, address) => {
    respond(200, 'text/javascript', 'window.Api = {}');
    expect((await check(type, config)).state).toBe('ok');
    expect(fetched.mock.calls.map(([address]) => address)).toEqual([address]);
    expect(JSON.stringify(fetched.mock.calls)).not.toContain('secret');
  },
);

it.each(vendors)(
  '%s: does not report a version as retired when the vendor has an outage',
  async (type, config) => {
    respond(503, 'text/html', '<h1>Maintenance</h1>');
    expect((await check(type, config)).state).toBe('unavailable');
  },
);
