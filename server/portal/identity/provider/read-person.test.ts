import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ForgingProvider, startForgingProvider } from '../../../../testing/fakes/forging-provider.ts';
import { discover, newExpected, readPerson } from './openid-connect.ts';

const client = { id: 'city maps', secret: 'a secret: of 100%' };
let provider: ForgingProvider;
let configuration: Record<string, unknown>;

beforeAll(async () => {
  provider = await startForgingProvider(client.id);
  ({ configuration } = provider);
});
afterAll(() => provider.stop());
beforeEach(() => {
  provider.configuration = configuration;
  provider.received.length = 0;
  provider.authorizations.length = 0;
  provider.userInfo = null;
  provider.userInfoRequests = 0;
});

async function signIn({ claims = {}, isNew = false }: { claims?: Record<string, unknown>; isNew?: boolean }) {
  const { issuer } = provider;
  const connected = await discover(
    { allowedPrivateHosts: true },
    { issuer, clientId: client.id },
    client.secret,
  );
  const expected = newExpected();
  provider.next = { nonce: expected.nonce, forgery: { claims } };
  const answered = new URL(`https://maps.test/callback?code=any&state=${expected.state}`);
  return readPerson(connected, answered, expected, {
    usernameClaim: 'preferred_username',
    roleClaim: '',
    now: Date.now(),
    since: undefined,
    isNew: async () => isNew,
  });
}

describe('the client secret is sent', () => {
  const basic = `Basic ${btoa('city+maps:a+secret%3A+of+100%25')}`;
  it.each<[string, { methods?: unknown; header: string | undefined; secret: string | null }]>([
    ['as HTTP Basic to a provider that names no method', { header: basic, secret: null }],
    [
      'as HTTP Basic to one that names only this',
      { methods: ['client_secret_basic', 'private_key_jwt'], header: basic, secret: null },
    ],
    [
      'in the form to one that names it',
      {
        methods: ['client_secret_basic', 'client_secret_post'],
        header: undefined,
        secret: client.secret,
      },
    ],
    [
      'in the form to one that names no method by the secret',
      { methods: ['private_key_jwt'], header: undefined, secret: client.secret },
    ],
  ])('%s', async (_how, { methods, header, secret }) => {
    provider.configuration = { ...configuration, token_endpoint_auth_methods_supported: methods };
    expect(await signIn({})).toMatchObject({ subject: 'forged' });
    expect(provider.authorizations).toEqual([header]);
    expect(provider.received.map((form) => form.get('client_secret'))).toEqual([secret]);
  });
});

describe('the user info endpoint', () => {
  const info = { sub: 'forged', name: 'Lin Öz', email: 'lin@city.example' };
  beforeEach(() => {
    provider.configuration = { ...configuration, userinfo_endpoint: `${provider.issuer}/userinfo` };
  });

  it('gives a new account the name and address that the ID token lacks', async () => {
    provider.userInfo = info;
    expect(await signIn({ isNew: true, claims: { name: 'Lin' } })).toMatchObject({
      username: 'forged',
      fullName: 'Lin',
      email: 'lin@city.example',
    });
  });

  it.each([
    ['for an account that exists', { isNew: false }],
    ['with both in the ID token', { isNew: true, claims: { name: 'Lin', email: 'lin@city.example' } }],
  ])('is not asked %s', async (_when, given) => {
    provider.userInfo = info;
    await signIn(given);
    expect(provider.userInfoRequests).toBe(0);
  });

  it('that refuses, or describes another person, leaves both empty', async () => {
    for (const response of [null, { ...info, sub: 'another' }]) {
      provider.userInfo = response;
      expect(await signIn({ isNew: true })).toMatchObject({ username: 'forged', fullName: '', email: '' });
    }
    expect(provider.userInfoRequests).toBe(2);
  });

  it('that refuses ends a sign-in without the claim of the username', async () => {
    await expect(signIn({ claims: { preferred_username: undefined } })).rejects.toThrow(
      'unexpected HTTP response status code',
    );
  });
});
