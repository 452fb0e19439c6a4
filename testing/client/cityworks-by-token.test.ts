import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { saveConfig } from '../../server/application/organisations/organisation-store.ts';
import { startFakeCityworks } from '../fakes/cityworks.ts';
import { startFakePortal } from '../fakes/portal.ts';
import { clientId, createPortalClient, type PortalClient } from '../rig/portal-client.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

let cityworks: Awaited<ReturnType<typeof startFakeCityworks>>;
let foreign: Awaited<ReturnType<typeof startFakePortal>>;
let allowing: TestServer;
let refusing: TestServer;
let portal: PortalClient;
let token: string;

beforeAll(async () => {
  cityworks = await startFakeCityworks();
  foreign = await startFakePortal({ 'grace-token': { username: 'grace' } });
  const secretsKey = randomBytes(32).toString('base64');
  const cityworksTokenHosts = new Set([new URL(cityworks.url).host]);
  allowing = await startTestServer({ secretsKey, cityworksTokenHosts });
  refusing = await startTestServer({ secretsKey, databaseUrl: allowing.databaseUrl });
  portal = await createPortalClient(allowing);
  await portal.addUser('grace');
  const work = {
    id: 'work',
    type: 'cityworks' as const,
    title: 'Work',
    config: { server: cityworks.url, login: 'gis-token' },
  };
  const { database } = allowing;
  await saveConfig(database, 'town', { portal: { url: '/portal' }, integrations: [work] }, 'test');
  await saveConfig(database, 'city', { portal: { url: foreign.url }, integrations: [work] }, 'test');
  token = await portal.token('grace');
});
afterAll(async () => {
  await refusing.stop();
  await allowing.stop();
  await Promise.all([cityworks.close(), foreign.close()]);
});
beforeEach(() => void (cityworks.calls.length = 0));

const problems = async (server: TestServer, org = 'town', headers: Record<string, string> = {}) => {
  const response = await fetch(`${server.url}/api/${org}/integrations/work/problems`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
  });
  return { status: response.status, ...((await response.json()) as { id?: string; detail?: string }) };
};

describe('Cityworks server named only by an administrator', () => {
  it('gets no token, and the response names what the operator must do', async () => {
    expect(await problems(refusing)).toMatchObject({
      status: 503,
      id: 'cityworks:token-not-allowed',
      detail: expect.stringContaining('CITYWORKS_TOKEN_HOSTS'),
    });
    expect(cityworks.calls).toEqual([]);
  });
});

describe('Cityworks server allowed by the operator', () => {
  it('identifies the member by a single-use token that grants no access', async () => {
    expect((await problems(allowing)).status).toBe(200);
    const [signIn] = cityworks.calls;
    const sent = String(signIn?.data['GisToken']);
    expect(signIn).toMatchObject({
      service: 'General/Authentication/AuthenticateGisToken',
      data: { LoginName: 'grace', GisTokenUrl: `${allowing.url}/portal/sharing/rest/generateToken` },
    });
    expect(JSON.stringify(cityworks.calls)).not.toContain(token);
    expect((await portal.call('/community/self', { token: sent })).error.code).toBe(498);
  });

  it('can do nothing else with that token, nor end the session it was made from', async () => {
    token = await portal.token('grace');
    cityworks.answerWith('Ams/ServiceRequest/Problems', { Status: 0, Value: [], Message: null });
    // Cityworks keeps the token unspent, as an attacker would.
    const real = cityworks.calls.length;
    cityworks.spendTokens(false);
    await problems(allowing);
    cityworks.spendTokens(true);
    const sent = String(cityworks.calls[real]?.data['GisToken']);
    for (const [path, parameters] of [
      ['/portals/self', {}],
      ['/search', { q: 'a' }],
      ['/content/users/grace', {}],
      ['/generateToken', { serverUrl: `${allowing.url}/server` }],
      ['/oauth2/exchangeToken', { client_id: clientId }],
      ['/oauth2/token', { client_id: clientId, grant_type: 'refresh_token', refresh_token: sent }],
    ] as const)
      expect([path, (await portal.call(path, { ...parameters, token: sent })).error?.code]).toEqual([
        path,
        498,
      ]);
    const api = await fetch(`${allowing.url}/api/town/shared-maps?scope=mine`, {
      headers: { authorization: `Bearer ${sent}` },
    });
    expect(api.status).toBe(401);
    await portal.call('/oauth2/revokeToken', { auth_token: sent });
    expect(await portal.call('/community/self', { token })).toMatchObject({ username: 'grace' });
    const uses = await Promise.all([1, 2, 3].map(() => portal.call('/community/self', { token: sent })));
    const known = uses.filter(({ username }) => username === 'grace');
    // Another server could present it too: it learns who its owner is, and nothing of their account.
    expect(known).toEqual([{ username: 'grace', orgId: portal.context.portal.id }]);
    cityworks.answerAsBefore();
  });

  it('gets no token of a portal that cannot bind one to it', async () => {
    token = 'grace-token';
    const answer = await problems(allowing, 'city', { 'x-portal': foreign.url });
    expect(answer).toMatchObject({ status: 503, id: 'membership:no-proof' });
    expect(cityworks.calls).toEqual([]);
  });
});
