import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer } from 'node:http';
import { freePort } from '../rig/free-port.ts';

/** What an ID token says; an own `key` signs it in place of the published one. */
export interface Forgery {
  claims?: Record<string, unknown>;
  key?: KeyObject;
}

/** An OpenID Connect provider of an attacker: it answers any code, with the ID token that the test chooses. */
export interface ForgingProvider {
  issuer: string;
  /** What it says about itself. */
  configuration: Record<string, unknown>;
  /** The requests of its token endpoint: what the portal has disclosed to it. */
  received: URLSearchParams[];
  /** The header `authorization` of each of them. */
  authorizations: (string | undefined)[];
  /** The response of its user info endpoint; null: it refuses. */
  userInfo: Record<string, unknown> | null;
  /** Number of requests of that endpoint. */
  userInfoRequests: number;
  /** Of the next sign-in: the nonce that the portal sent, and the changes to a correct ID token. */
  next: { nonce: string; forgery: Forgery };
  stop(): Promise<void>;
}

export const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 });

export async function startForgingProvider(clientId: string): Promise<ForgingProvider> {
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const { privateKey, publicKey } = newKey();
  const configuration: Record<string, unknown> = {
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  };
  const idToken = () => {
    const now = Math.floor(Date.now() / 1000);
    const { nonce, forgery } = provider.next;
    const claims = {
      iss: issuer,
      aud: clientId,
      sub: 'forged',
      preferred_username: 'forged',
      nonce,
      iat: now,
      exp: now + 60,
      ...forgery.claims,
    };
    const signed = [{ alg: 'RS256', kid: 'published' }, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    const signature = sign('sha256', Buffer.from(signed), forgery.key ?? privateKey);
    return `${signed}.${signature.toString('base64url')}`;
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const answer = (body: object) =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
    switch (request.url) {
      case '/.well-known/openid-configuration':
        return void answer(provider.configuration);
      case '/keys':
        return void answer({
          keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'published', alg: 'RS256', use: 'sig' }],
        });
      case '/token':
        provider.authorizations.push(request.headers.authorization);
        provider.received.push(new URLSearchParams(Buffer.concat(chunks).toString()));
        return void answer({ access_token: 'forged', token_type: 'Bearer', id_token: idToken() });
      case '/userinfo':
        provider.userInfoRequests += 1;
        if (!provider.userInfo) return void response.writeHead(401).end();
        return void answer(provider.userInfo);
      default:
        return void response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const provider: ForgingProvider = {
    issuer,
    configuration,
    received: [],
    authorizations: [],
    userInfo: null,
    userInfoRequests: 0,
    next: { nonce: '', forgery: {} },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return provider;
}
