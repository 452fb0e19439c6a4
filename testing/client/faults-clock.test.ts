import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../server/limits.ts';
import { type RunningServer, startServer } from '../../server/start-server.ts';
import { type Clock, createClock, minute, second } from '../rig/clock.ts';
import { createOAuthClient, type OAuthClient } from '../rig/oauth-client.ts';
import { createPortalClient, type PortalClient } from '../rig/portal-client.ts';
import { createTestDatabase, type TestDatabase } from '../rig/test-database.ts';

/** Two processes whose clocks differ by half a minute, as docs/operation.md allows. */
let rig: TestDatabase;
let clock: Clock;
let servers: RunningServer[];
let ahead: { portal: PortalClient; oauth: OAuthClient };
let behind: { portal: PortalClient; oauth: OAuthClient };

beforeAll(async () => {
  rig = await createTestDatabase();
  clock = createClock();
  const start = (skew: number) =>
    startServer({
      port: 0,
      host: '127.0.0.1',
      databaseUrl: rig.url,
      publicUrl: 'http://127.0.0.1',
      logLevel: 'silent',
      webFolder: undefined,
      now: () => clock.now() + skew,
    });
  servers = await Promise.all([start(15 * second), start(-15 * second)]);
  const clients = await Promise.all(
    servers.map(async ({ url }) => {
      const portal = await createPortalClient({ url, database: rig.database });
      return { portal, oauth: createOAuthClient(portal) };
    }),
  );
  [ahead, behind] = clients as [typeof ahead, typeof behind];
  await ahead.portal.addUser('ada');
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
  await rig.drop();
});

describe.each([
  ['ahead', 'behind', () => [ahead, behind] as const],
  ['behind', 'ahead', () => [behind, ahead] as const],
])('token of the process that is %s', (_one, other, both) => {
  test(`is valid at the one that is ${other}, and expires within the skew`, async () => {
    const [issuing, requested] = both();
    const token = await issuing.portal.token('ada');
    expect(await requested.oauth.self(token)).toBe('ada');
    clock.advance((limits.accessTokenMinutes - 1) * minute);
    expect(await requested.oauth.self(token)).toBe('ada');
    clock.advance(2 * minute);
    expect(await requested.oauth.errorOf(token)).toBe(498);
  });
});

test('invalidates no token when the clock is set back, and expires one when it is set forward', async () => {
  const token = await ahead.portal.token('ada');
  clock.advance(-10 * minute);
  expect(await ahead.oauth.self(token)).toBe('ada');
  clock.advance(24 * 60 * minute);
  expect(await ahead.oauth.errorOf(token)).toBe(498);
});
