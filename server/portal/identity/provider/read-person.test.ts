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
});

async function signIn() {
  const { issuer } = provider;
  const connected = await discover(
    { allowedPrivateHosts: true },
    { issuer, clientId: client.id },
    client.secret,
  );
  const expected = newExpected();
  provider.next = { nonce: expected.nonce, forgery: {} };
  const answered = new URL(`https://maps.test/callback?code=any&state=${expected.state}`);
  return readPerson(connected, answered, expected, {
    usernameClaim: 'preferred_username',
    roleClaim: '',
    now: Date.now(),
    since: undefined,
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
    expect(await signIn()).toMatchObject({ subject: 'forged' });
    expect(provider.authorizations).toEqual([header]);
    expect(provider.received.map((form) => form.get('client_secret'))).toEqual([secret]);
  });
});
