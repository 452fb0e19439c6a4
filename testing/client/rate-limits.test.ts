import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../server/limits.ts';
import type { AppConfigInput } from '../../wire/app-config.ts';
import { saveConfig } from '../../server/application/organisations/organisation-store.ts';
import { createClock } from '../rig/clock.ts';
import { createPortalClient } from '../rig/portal-client.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

/**
 * Each limit of calls per minute: the last allowed call, the first rejected one, and another caller
 * meanwhile.
 */
let server: TestServer;

beforeAll(async () => {
  // Callers set their addresses as a trusted proxy would.
  server = await startTestServer({
    trustProxy: 'loopback',
    secretsKey: randomBytes(32).toString('base64'),
    // No minute ends in the middle of a test.
    now: createClock().now,
  });
  await createPortalClient(server);
  const config: AppConfigInput = {
    portal: { url: '/portal' },
    integrations: [
      { id: 'cyclo', type: 'cyclomedia', title: 'Cyclomedia' },
      { id: 'work', type: 'cityworks', title: 'Work', config: { server: 'https://cw.example' } },
    ],
  };
  await saveConfig(server.database, 'town', config, 'test');
});
afterAll(() => server.stop());

const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
const places = '/server/rest/services/Places/GeocodeServer/geocodeAddresses';
const limited: [what: string, max: number, address: string, init: RequestInit][] = [
  ['sharing maps', limits.sharedMapWritesPerMinute, '/api/town/shared-maps', post],
  ['short addresses', limits.shortAddressWritesPerMinute, '/api/town/short-addresses', post],
  ['comments', limits.commentWritesPerMinute, `/api/town/maps/${'f'.repeat(32)}/comments`, post],
  ['announced views', limits.presencePerMinute, `/api/town/maps/${'f'.repeat(32)}/presence`, post],
  [
    'opening hosts, with a token that is not looked at',
    limits.pageHostsPerMinute,
    '/api/town/page-hosts',
    { ...post, headers: { ...post.headers, authorization: 'Bearer forged' }, body: '{"hosts":[]}' },
  ],
  ['opening maps', limits.usageReportsPerMinute, '/api/town/usage/map-opened', { method: 'POST' }],
  ['reading credentials', limits.credentialReadsPerMinute, '/api/town/integrations/cyclo/credentials', {}],
  ['requesting Cityworks', limits.workCallsPerMinute, '/api/town/integrations/work/problems', {}],
  [
    'checking integrations',
    limits.integrationChecksPerMinute,
    '/api/town/integrations/work/check',
    { method: 'POST' },
  ],
  [
    'geocoding many',
    limits.placeBatchesPerMinute,
    places,
    { method: 'POST', body: new URLSearchParams({ f: 'json', addresses: '{"records":[]}' }) },
  ],
  [
    'projecting geometries',
    limits.geometryCallsPerMinute,
    '/server/rest/services/Utilities/Geometry/GeometryServer/project',
    { method: 'POST', body: new URLSearchParams({ f: 'json' }) },
  ],
  [
    'trying passwords',
    limits.signInTriesPerMinute,
    '/portal/sharing/rest/generateToken',
    { method: 'POST', body: new URLSearchParams({ f: 'json', username: 'nobody', password: 'wrong' }) },
  ],
];

describe.each(limited)('%s', (_what, max, address, init) => {
  /** The status as reported by its protocol: ArcGIS paths answer HTTP 200 with an envelope. */
  async function ask(caller: string): Promise<{ status: number; wait: number }> {
    const response = await fetch(server.url + address, {
      ...init,
      headers: { ...(init.headers as Record<string, string>), 'x-forwarded-for': caller },
    });
    const text = await response.text();
    const code = text.startsWith('{"error"') ? (JSON.parse(text).error.code as number) : response.status;
    return { status: code, wait: Number(response.headers.get('retry-after') ?? 0) };
  }

  test(`is allowed ${max} times a minute, and then reports how long to wait`, async () => {
    for (let call = 1; call <= max; call++) {
      const { status } = await ask('192.0.2.1');
      expect([call, status === 429]).toEqual([call, false]);
    }
    const refused = await ask('192.0.2.1');
    expect(refused.status).toBe(429);
    expect(refused.wait).toBeGreaterThan(0);
    expect(refused.wait).toBeLessThanOrEqual(60);
  });

  test('of one caller does not affect another', async () => {
    expect((await ask('192.0.2.2')).status).not.toBe(429);
  });
});

test('documents the actual limits', () => {
  const table = readFileSync('docs/limits.md', 'utf8');
  for (const words of [
    `writes of shared maps per minute and address | 5 MB · ${limits.sharedMapWritesPerMinute} `,
    `per minute and address | ${limits.credentialReadsPerMinute} · ${limits.workCallsPerMinute} · ${limits.integrationChecksPerMinute} `,
  ])
    expect(table.replaceAll(/ +/g, ' ')).toContain(words.replaceAll(/ +/g, ' '));
  const row = (what: string) => new RegExp(`^\\| ${what} +\\| (.*?) +\\|$`, 'm').exec(table)?.[1];
  expect(row('reports of opened maps per minute and address')).toBe(String(limits.usageReportsPerMinute));
  expect(row('sign-in attempts per minute for one account and address')).toBe(
    String(limits.signInTriesPerMinute),
  );
  expect(row('sign-in of a browser · its session requests per minute')).toBe(
    `${limits.browserSessionHours} hours · ${limits.sessionCallsPerMinute}`,
  );
  const signIns = `${limits.signInsPerMinute.toLocaleString('en')} · ${limits.newcomerSignInsPerMinute}`;
  expect(
    row(
      'sign-ins of browsers without a session per minute and address · of a newcomer when visitors have made all of theirs',
    ),
  ).toBe(signIns);
});
