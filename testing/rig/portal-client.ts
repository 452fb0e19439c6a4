import { createHash, randomBytes } from 'node:crypto';
import { createUser, type UserInput } from '../../server/portal/community/create-user.ts';
import { registerApp } from '../../server/portal/identity/register-app.ts';
import type { PortalContext } from '../../server/portal/operation.ts';
import { createPortalContext } from '../../server/portal/portal-context.ts';
import type { TestServer } from './start-server.ts';

export const password = 'correct horse battery';
export const clientId = 'test-app';

type Answer = Record<string, any>;

/** A portal of a test server as seen by a client, with one registered application. */
export interface PortalClient {
  /** REST root, `…/portal/sharing/rest`. */
  root: string;
  context: PortalContext;
  redirectUri: string;
  addUser(username: string, more?: Partial<UserInput>): Promise<void>;
  /** Calls an operation by POST; returns the JSON of the response, error envelope included. */
  call(path: string, parameters?: Record<string, string>, headers?: Record<string, string>): Promise<Answer>;
  /** An access token by generateToken. */
  token(username: string): Promise<string>;
}

export async function createPortalClient(
  server: Pick<TestServer, 'url' | 'database'>,
): Promise<PortalClient> {
  const root = `${server.url}/portal/sharing/rest`;
  const context = createPortalContext({ database: server.database, publicUrl: server.url });
  const redirectUri = `${server.url}/demo/callback?from=portal`;
  await registerApp(context, { clientId, title: 'City map', redirectUris: [redirectUri] });
  const client: PortalClient = {
    root,
    context,
    redirectUri,
    addUser: (username, more) =>
      createUser(context, { username, password, fullName: `${username} Example`, role: 'org_user', ...more }),
    async call(path, parameters = {}, headers = {}) {
      const response = await fetch(root + path, {
        method: 'POST',
        headers,
        body: new URLSearchParams({ f: 'json', ...parameters }),
      });
      return response.json() as Promise<Answer>;
    },
    async token(username) {
      const { token } = await client.call('/generateToken', { username, password });
      return token as string;
    },
  };
  return client;
}

/** A PKCE verifier with its S256 challenge. */
export function createPkce(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}
