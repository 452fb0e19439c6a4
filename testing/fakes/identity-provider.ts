import { createServer } from 'node:http';
import { Provider } from 'oidc-provider';
import { freePort } from '../rig/free-port.ts';

/** An OpenID Connect provider (`oidc-provider`) without pages: the test chooses who signs in. */
export interface TestProvider {
  issuer: string;
  /** The person who signs in next, with their claims; null: they cancel. */
  person: ({ sub: string } & Record<string, unknown>) | null;
  /** When the person signed in, in epoch seconds; now when absent, as without a session at the provider. */
  signedInAt?: number | undefined;
  /** Follows the redirects of a sign-in from the provider's page back to the portal. */
  follow(address: string): Promise<string>;
  stop(): Promise<void>;
}

export const providerClient = { id: 'mapping', secret: 'client secret of the test provider' };

export async function startIdentityProvider(redirectUris: readonly string[]): Promise<TestProvider> {
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: providerClient.id,
        client_secret: providerClient.secret,
        token_endpoint_auth_method: 'client_secret_post',
        redirect_uris: [...redirectUris],
      },
    ],
    claims: { openid: ['sub'], profile: ['name', 'preferred_username', 'groups'], email: ['email'] },
    conformIdTokenClaims: false,
    ttl: {
      Interaction: 600,
      Grant: 600,
      Session: 600,
      AccessToken: 600,
      IdToken: 600,
      AuthorizationCode: 60,
    },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: async () => ({ ...test.person, sub }),
    }),
    loadExistingGrant: async ({ oidc }) => {
      const grant = new provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid profile email');
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();
  const server = createServer((request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void answer(request, response);
    const result = test.person
      ? { login: { accountId: test.person.sub, ...(test.signedInAt && { ts: test.signedInAt }) } }
      : { error: 'access_denied', error_description: 'The person cancelled.' };
    void provider.interactionFinished(request, response, result);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const test: TestProvider = {
    issuer,
    person: null,
    async follow(address) {
      const jar = new Map<string, string>();
      for (let at = address; ;) {
        const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
        const response = await fetch(at, { redirect: 'manual', headers: { cookie } });
        for (const line of response.headers.getSetCookie()) {
          const [pair = ''] = line.split(';');
          jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
        }
        const location = response.headers.get('location');
        if (!location) throw new Error(`The provider answered ${response.status}: ${await response.text()}`);
        const next = new URL(location, at);
        if (next.origin !== issuer) return next.href;
        at = next.href;
      }
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return test;
}
