import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { OnlineContent } from './content-model.ts';
import { type Answer, type Exchange, invalidToken, readBody, refuse, send, type Tokens } from './exchange.ts';
import { content as contentOperations } from './items.ts';
import { community, portals } from './people-and-groups.ts';
import { searchItems } from './search.ts';
import { type HostedPoints, services } from './services.ts';
import { generateToken, oauth, type RegisteredApp } from './sign-in.ts';
import { defaultSwitches, type Switches } from './switches.ts';

/** ArcGIS Online as browsers and servers meet it: many hosts, TLS, one content. */
export interface ArcgisOnline {
  port: number;
  content: OnlineContent;
  switches: Switches;
  apps: RegisteredApp[];
  hosted: HostedPoints[];
  tokens: Tokens;
  /** Requests so far, as `METHOD host/path`. */
  requests: string[];
  /** File of the certificate, for `NODE_EXTRA_CA_CERTS`. */
  certificate: string;
  /** Argument for Chromium that leads its hosts here. */
  hostRules: string;
  stop(): Promise<void>;
}

const portalHosts = /^(www|[\w-]+\.maps)\.arcgis\.com$/;

/** Starts a stand-in for ArcGIS Online on a free port of this computer. */
export async function startArcgisOnline(): Promise<ArcgisOnline> {
  const folder = await mkdtemp(path.join(tmpdir(), 'arcgis-online-'));
  const [key, certificate] = [path.join(folder, 'key.pem'), path.join(folder, 'certificate.pem')];
  const names = [
    'arcgis.com',
    '*.arcgis.com',
    '*.maps.arcgis.com',
    '*.arcgisonline.com',
    'login.harbour.example',
  ];
  const subject = ['-subj', '/CN=arcgis.com'];
  const extension = ['-addext', `subjectAltName=${names.map((name) => `DNS:${name}`).join(',')}`];
  const files = ['-keyout', key, '-out', certificate];
  const options = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2'];
  execFileSync('openssl', ['req', ...options, ...subject, ...extension, ...files], { stdio: 'ignore' });
  const content = new OnlineContent();
  const switches = defaultSwitches();
  const apps: RegisteredApp[] = [];
  const hosted: HostedPoints[] = [];
  const requests: string[] = [];
  const tokens = createTokens();
  const server = createServer(
    { key: await readFile(key), cert: await readFile(certificate) },
    (request, response) => {
      void respond(request, response).catch((error: unknown) => {
        console.error('The stand-in failed:', error);
        response.destroy();
      });
    },
  );

  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const host = (request.headers.host ?? '').replace(/:\d+$/, '');
    const url = new URL(request.url ?? '/', `https://${host}`);
    requests.push(`${request.method} ${host}${url.pathname}`);
    const cors = !switches.withoutCors.has(host);
    if (request.method === 'OPTIONS') {
      const wanted = request.headers['access-control-request-headers'];
      const headers = {
        'access-control-allow-methods': 'GET,POST',
        ...(wanted && { 'access-control-allow-headers': wanted }),
      };
      return send(request, response, { status: 204, bytes: '', headers }, cors);
    }
    const { fields, files } = await readBody(request);
    const parameters = new URLSearchParams([...url.searchParams, ...fields]);
    const bad = badDay(switches);
    if (bad) return send(request, response, bad, cors);
    const header = /^Bearer (.+)$/.exec(
      String(request.headers['x-esri-authorization'] ?? request.headers.authorization ?? ''),
    )?.[1];
    const token = parameters.get('token') ?? header ?? '';
    const username = token === '' ? undefined : tokens.find(token);
    const exchange: Exchange = {
      content,
      switches,
      tokens,
      host,
      path: decodeURIComponent(url.pathname).replace(/^\/+|\/+$/g, ''),
      method: request.method ?? 'GET',
      parameters,
      files,
      token,
      person: username === undefined ? undefined : content.people.get(username),
      addressed: [...content.organisations.values()].find(
        ({ urlKey }) => host === `${urlKey}.maps.arcgis.com`,
      ),
    };
    // A token that has ended is refused by every operation.
    const dead = token !== '' && username === undefined;
    const answer = dead ? invalidToken() : await answerOf(exchange, { apps, hosted });
    send(request, response, answer ?? { status: 404, json: {} }, cors);
  };

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const target = `127.0.0.1:${port}`;
  return {
    port,
    content,
    switches,
    apps,
    hosted,
    tokens,
    requests,
    certificate,
    hostRules: ['*.arcgis.com', '*.arcgisonline.com', 'login.harbour.example']
      .map((host) => `MAP ${host} ${target}`)
      .join(', '),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function answerOf(
  exchange: Exchange,
  { apps, hosted }: Pick<ArcgisOnline, 'apps' | 'hosted'>,
): Promise<Answer | undefined> {
  const { host, path: address } = exchange;
  if (host === 'login.harbour.example') {
    // The identity provider knows the person and sends the browser back with what it was given.
    const portal = exchange.parameters.get('portal') ?? 'www.arcgis.com';
    exchange.parameters.delete('portal');
    const location = `https://${portal}/sharing/rest/oauth2/signin?${exchange.parameters}`;
    return { status: 302, headers: { location }, bytes: '' };
  }
  if (!portalHosts.test(host)) return services(exchange, hosted);
  const [sharing, ...below] = address.split('/');
  if (sharing !== 'sharing')
    return { type: 'text/html', bytes: '<!doctype html><title>ArcGIS Online</title>' };
  const parts = below[0] === 'rest' ? below.slice(1) : below;
  const [room = '', ...rest] = parts;
  switch (room) {
    case '':
      return { json: { currentVersion: '2026.2', enterpriseVersion: '' } };
    case 'info':
      return {
        json: {
          owningSystemUrl: `https://${host}`,
          authInfo: {
            tokenServicesUrl: `https://${host}/sharing/rest/generateToken`,
            isTokenBasedSecurity: true,
          },
        },
      };
    case 'oauth2':
      return oauth(exchange, rest[0] ?? '', apps);
    case 'generateToken':
      return generateToken(exchange);
    case 'search':
      return searchItems(exchange);
    case 'community':
      return community(exchange, rest);
    case 'portals':
      return portals(exchange, rest);
    case 'content':
      return contentOperations(exchange, rest);
    default:
      return undefined;
  }
}

/** What answers instead of an operation while a switch says so. */
function badDay(switches: Switches): Answer | undefined {
  if (switches.maintenance)
    return { status: 503, type: 'text/html', bytes: '<html><title>Maintenance</title></html>' };
  if (switches.gatewayTimeouts > 0) {
    switches.gatewayTimeouts -= 1;
    return { status: 504, type: 'text/html', bytes: '<html><title>504 Gateway Time-out</title></html>' };
  }
  if (switches.tooMany.requests > 0) {
    switches.tooMany.requests -= 1;
    const { retryAfter } = switches.tooMany;
    return {
      ...refuse(429, 'Too many requests.'),
      status: 429,
      ...(retryAfter !== undefined && { headers: { 'retry-after': String(retryAfter) } }),
    };
  }
  return undefined;
}

function createTokens(): Tokens {
  const known = new Map<string, { username: string; expires: number }>();
  return {
    issue(username, minutes) {
      const token = randomBytes(60).toString('base64url');
      const expires = Date.now() + minutes * 60_000;
      known.set(token, { username, expires });
      return { token, expires };
    },
    find(token) {
      const found = known.get(token);
      return found && found.expires > Date.now() ? found.username : undefined;
    },
    end(token) {
      known.delete(token);
    },
  };
}
