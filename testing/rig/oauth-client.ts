import { clientId, createPkce, password, type PortalClient } from './portal-client.ts';
import { openSignInPage } from './sign-in-page.ts';

type Parameters = Record<string, string | undefined>;
type Answer = Record<string, any>;

/** An application that signs users in by OAuth 2, with the user's browser. */
export interface OAuthClient {
  /** Address of the sign-in page; `undefined` omits a parameter. */
  authorizeUrl(parameters?: Parameters): string;
  /** Submits the sign-in page as a browser does. @returns the redirect address */
  signIn(parameters: Parameters, username?: string): Promise<URL>;
  /** A code as the application gets it, and its exchange for tokens with changed parameters. */
  openSession(options?: SessionOptions): Promise<OpenedSession>;
  /** `oauth2/token` for this application; a blank value omits it. */
  token(parameters: Record<string, string>): Promise<Answer>;
  /** The username of a token; undefined for an invalid one. */
  self(token: string): Promise<string | undefined>;
  /** Error code of `portals/self` for a token; undefined while it is valid. */
  errorOf(token: string): Promise<number | undefined>;
}

interface SessionOptions {
  username?: string;
  /** Minutes. */
  expiration?: string;
}

interface OpenedSession {
  code: string;
  verifier: string;
  exchange(changed?: Record<string, string>): Promise<Answer>;
}

export function createOAuthClient(portal: PortalClient): OAuthClient {
  const client: OAuthClient = {
    authorizeUrl(parameters = {}) {
      const url = new URL(`${portal.root}/oauth2/authorize`);
      const all = { client_id: clientId, redirect_uri: portal.redirectUri, ...parameters };
      for (const [name, value] of Object.entries(all))
        if (value !== undefined) url.searchParams.set(name, value);
      return url.href;
    },
    async signIn(parameters, username = 'ada') {
      const page = await openSignInPage(client.authorizeUrl(parameters));
      const response = await page.submit('sign-in', { username, password });
      const location = response.headers.get('location');
      if (!location) throw new Error(`Sign-in ended with ${response.status} instead of a redirect`);
      return new URL(location);
    },
    async openSession({ username, expiration } = {}) {
      const { verifier, challenge } = createPkce();
      const sent = await client.signIn(
        {
          response_type: 'code',
          expiration,
          code_challenge: challenge,
          code_challenge_method: 'S256',
        },
        username,
      );
      const code = sent.searchParams.get('code') ?? '';
      const exchange = (changed: Record<string, string> = {}) =>
        client.token({
          grant_type: 'authorization_code',
          code,
          redirect_uri: portal.redirectUri,
          code_verifier: verifier,
          ...changed,
        });
      return { code, verifier, exchange };
    },
    token: (parameters) => portal.call('/oauth2/token', { client_id: clientId, ...parameters }),
    self: async (token) => (await portal.call('/portals/self', { token })).user?.username,
    errorOf: async (token) => (await portal.call('/portals/self', { token })).error?.code,
  };
  return client;
}
