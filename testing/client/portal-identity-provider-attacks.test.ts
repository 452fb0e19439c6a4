import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type Forgery,
  type ForgingProvider,
  newKey,
  startForgingProvider,
} from '../fakes/forging-provider.ts';
import { providerClient, startIdentityProvider, type TestProvider } from '../fakes/identity-provider.ts';
import { createPkce } from '../rig/portal-client.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';
import { createTwoOrganisations, type TwoOrganisations } from '../rig/walls/two-organisations.ts';

/** The city signs in at a provider of its own; the harbour's administrator attacks with theirs. */
let server: TestServer;
let two: TwoOrganisations;
let provider: TestProvider;
let forging: ForgingProvider;

const addressOf = (organisation: 'city' | 'harbour') => `${server.url}/portal/${organisation}/sharing/rest`;

beforeAll(async () => {
  server = await startTestServer({ secretsKey: randomBytes(32).toString('base64') });
  two = await createTwoOrganisations(server);
  provider = await startIdentityProvider([`${addressOf('city')}/oauth2/provider/callback`]);
  forging = await startForgingProvider('harbour client');
  const settings = { usernameClaim: 'preferred_username', defaultRole: 'org_user', label: 'Login' };
  await two.call(
    '/portals/self/provider/update',
    {
      ...settings,
      issuer: provider.issuer,
      clientId: providerClient.id,
      clientSecret: providerClient.secret,
    },
    'ada',
  );
  await two.call(
    '/portals/self/provider/update',
    { ...settings, issuer: forging.issuer, clientId: 'harbour client', clientSecret: 'harbour secret' },
    'olga',
  );
});
afterAll(async () => {
  await forging.stop();
  await provider.stop();
  await server.stop();
});
beforeEach(() => {
  forging.received.length = 0;
});

/** Begins a sign-in in a new browser; returns the request to the provider and the browser's cookie. */
async function begin(organisation: 'city' | 'harbour') {
  const { challenge } = createPkce();
  const query = new URLSearchParams({
    client_id: `mapping-${organisation}`,
    redirect_uri: `${server.url}/${organisation}/signed-in`,
    response_type: 'code',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  });
  const address = `${addressOf(organisation)}/oauth2/provider/authorize?${query}`;
  const response = await fetch(address, { redirect: 'manual' });
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  return { request: new URL(response.headers.get('location') ?? ''), cookie };
}

async function finish(callback: URL | string, cookie: string) {
  const response = await fetch(callback, { redirect: 'manual', headers: { cookie } });
  return { status: response.status, location: response.headers.get('location') };
}

describe('a provider that another organisation has chosen', () => {
  it('gets no code of this organisation’s provider (mix-up)', async () => {
    const attacker = await begin('city');
    const victim = await begin('harbour');
    // The harbour's provider leads the victim on to the city's, with what the attacker's browser began there.
    const led = new URL(attacker.request);
    led.searchParams.set('state', victim.request.searchParams.get('state') ?? '');
    provider.person = { sub: 'victim', preferred_username: 'victim' };
    const callback = new URL(await provider.follow(led.href));
    expect(callback.pathname).toBe('/portal/city/sharing/rest/oauth2/provider/callback');
    expect(callback.searchParams.get('code')).toBeTruthy();
    // Many providers do not name themselves in the response (RFC 9207).
    callback.searchParams.delete('iss');
    expect(await finish(callback, victim.cookie)).toEqual({ status: 400, location: null });
    expect(forging.received.map((sent) => sent.get('code'))).toEqual([]);
  });

  it('cannot have its response read as that of another organisation', async () => {
    const { request, cookie } = await begin('harbour');
    const answer = { code: 'any', state: request.searchParams.get('state') ?? '' };
    const callback = `${addressOf('city')}/oauth2/provider/callback?${new URLSearchParams(answer)}`;
    expect(await finish(callback, cookie)).toEqual({ status: 400, location: null });
    expect(forging.received).toEqual([]);
  });
});

describe('an ID token', () => {
  async function signIn(forgery: Forgery) {
    const { request, cookie } = await begin('harbour');
    const { state = '', nonce = '' } = Object.fromEntries(request.searchParams);
    forging.next = { nonce, forgery };
    const query = new URLSearchParams({ code: 'any', state });
    return finish(`${addressOf('harbour')}/oauth2/provider/callback?${query}`, cookie);
  }

  it('that is correct signs the person in', async () => {
    const { status, location } = await signIn({});
    expect([status, new URL(location ?? '').searchParams.has('code')]).toEqual([302, true]);
  });

  it.each<[string, () => Forgery]>([
    ['signature', () => ({ key: newKey().privateKey })],
    ['issuer', () => ({ claims: { iss: provider.issuer } })],
    ['audience', () => ({ claims: { aud: providerClient.id } })],
    ['nonce', () => ({ claims: { nonce: 'of another sign-in' } })],
    ['lack of a nonce', () => ({ claims: { nonce: undefined } })],
    ['expiry', () => ({ claims: { exp: Math.floor(Date.now() / 1000) - 600 } })],
  ])('is refused for its %s', async (_what, forgery) => {
    expect(await signIn(forgery())).toEqual({ status: 400, location: null });
    expect(forging.received).toHaveLength(1);
  });
});

describe('the check before a provider is saved', () => {
  const save = () =>
    two.call(
      '/portals/self/provider/update',
      {
        usernameClaim: 'preferred_username',
        defaultRole: 'org_user',
        label: 'Login',
        issuer: forging.issuer,
        clientId: 'harbour client',
        clientSecret: 'harbour secret',
      },
      'olga',
    );

  it.each<[string, Record<string, unknown>, RegExp]>([
    ['without published keys', { jwks_uri: undefined }, /publishes no keys \(jwks_uri\)/],
    ['that has HS256 only', { id_token_signing_alg_values_supported: ['HS256', 'none'] }, /such as HS256/],
  ])('refuses one %s, with which every sign-in would fail', async (_what, changed, reason) => {
    const before = forging.configuration;
    forging.configuration = { ...before, ...changed };
    try {
      await expect(save()).rejects.toThrow(reason);
    } finally {
      forging.configuration = before;
    }
  });

  it.each([{ signs: ['RS256'] }, { signs: ['HS256', 'ES256'] }, { signs: ['PS512'] }, { signs: undefined }])(
    'accepts one that signs by $signs',
    async ({ signs }) => {
      const before = forging.configuration;
      forging.configuration = { ...before, id_token_signing_alg_values_supported: signs };
      try {
        expect(await save()).toEqual({ success: true });
      } finally {
        forging.configuration = before;
      }
    },
  );
});
