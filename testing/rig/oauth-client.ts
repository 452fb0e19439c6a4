import { clientId, createPkce, password, type PortalClient } from './portal-client.ts';
import { openSignInPage } from './sign-in-page.ts';

type Parameters = Record<string, string | undefined>;
type Answer = Record<string, any>;

/** An application that signs people in by OAuth 2, with the person's browser. */
export interface OAuthClient {
  /** Address of the sign-in page; `undefined` leaves a parameter out. */
  authorizeUrl(parameters?: Parameters): string;
  /** Goes through the sign-in page as a browser does. @returns where the browser is sent */
  signIn(parameters: Parameters, username?: string): Promise<URL>;
  /** A code as the application gets it, and its exchange for tokens with parameters changed. */
  openSession(options?: SessionOptions): Promise<OpenedSession>;
  /** `oauth2/token` for this application; a blank value counts as left out. */
  token(parameters: Record<string, string>): Promise<Answer>;
  /** The username a token belongs to; undefined for none. */
  self(token: string): Promise<string | undefined>;
  /** Code of the error a token is answered with by `portals/self`; undefined while it lives. */
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
