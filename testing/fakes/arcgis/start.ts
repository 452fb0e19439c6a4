import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type HostedPoints, PortalContent } from './content.ts';
import type { Dialect } from './dialect.ts';
import { type Answer, cacheable, type Exchange, invalidToken, readBody, refuse, send } from './exchange.ts';
import { featureServices } from './feature-services.ts';
import { fileReader } from './city-services.ts';
import { content as contentOperations } from './items.ts';
import { community, portals } from './people-and-groups.ts';
import { memberTiles } from './member-tiles.ts';
import { publishing } from './publishing.ts';
import { searchItems } from './search.ts';
import { basemapKey, services } from './services.ts';
import { generateToken, identityProvider, oauth, type RegisteredApp } from './sign-in.ts';
import { defaultSwitches, type Switches } from './switches.ts';
import { Tokens } from './tokens.ts';

/** A portal as browsers and servers meet it: many hosts, TLS with a certificate that no authority signed, one content. */
export interface PortalStandIn {
  port: number;
  content: PortalContent;
  switches: Switches;
  apps: RegisteredApp[];
  hosted: HostedPoints[];
  tokens: Tokens;
  /** Requests so far, as `METHOD host/path`. */
  requests: string[];
  /** Addresses of requests to services, without their tokens, and whether the token was refused with 498. */
  serviceRequests: { address: string; isRefused: boolean }[];
  /** Host and path of the requests that were answered by 304. */
  notModified: string[];
  /** File of the certificate, for `NODE_EXTRA_CA_CERTS`. */
  certificate: string;
  /** Argument for Chromium that leads its hosts here. */
  hostRules: string;
  /** Environment of a server process that is to reach it, with `redirect-tls.ts` loaded. */
  environment: Record<string, string>;
  stop(): Promise<void>;
}

/** Starts a stand-in for a portal on a free port of this computer. */
export async function startPortalStandIn(dialect: Dialect): Promise<PortalStandIn> {
  const folder = await mkdtemp(path.join(tmpdir(), `${dialect.name}-`));
  const [key, certificate] = [path.join(folder, 'key.pem'), path.join(folder, 'certificate.pem')];
  signCertificate(dialect, key, certificate);
  const content = new PortalContent();
  const switches = defaultSwitches();
  const apps: RegisteredApp[] = [];
  const hosted: HostedPoints[] = [];
  const requests: string[] = [];
  const serviceRequests: PortalStandIn['serviceRequests'] = [];
  const notModified: string[] = [];
  const tokens = new Tokens();
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
    if (switches.unreachable.has(host)) return void response.destroy();
    // Browsers send this header to https origins, and no page can remove it.
    const { onlyForBrowsers: only } = switches;
    const isHidden = typeof only === 'boolean' ? only : only.has(host);
    if (isHidden && !request.headers['sec-fetch-mode']) return void response.destroy();
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
    const bad = outage(switches);
    if (bad) return send(request, response, bad, cors);
    const header = /^Bearer (.+)$/.exec(
      String(request.headers['x-esri-authorization'] ?? request.headers.authorization ?? ''),
    )?.[1];
    const token = parameters.get('token') ?? header ?? '';
    const issued = token === '' ? undefined : tokens.find(token);
    const address = decodeURIComponent(url.pathname).replace(/^\/+|\/+$/g, '');
    const place = dialect.placeOf(host, address);
    const exchange: Exchange = {
      content,
      switches,
      tokens,
      dialect,
      host,
      portal: place.kind === 'portal' ? place.address : dialect.owningSystem(host),
      path: address,
      method: request.method ?? 'GET',
      parameters,
      files,
      token,
      tokenServer: issued?.server,
      person: issued && content.people.get(issued.username),
      addressed: dialect.organisationAt(host, content),
    };
    // A token that has ended is refused by every operation; one for a server is none of the portal's.
    const dead =
      token !== '' &&
      token !== basemapKey &&
      (!issued || (place.kind === 'portal' && issued.server !== undefined));
    const answer = dead ? invalidToken() : await answerOf(exchange, place, { apps, hosted });
    if (place.kind === 'service') {
      parameters.delete('token');
      const { error } = (answer?.json ?? {}) as { error?: { code: number } };
      serviceRequests.push({ address: `${host}/${address}?${parameters}`, isRefused: error?.code === 498 });
    }
    const { cacheMaxAge } = switches;
    if (!answer || cacheMaxAge === undefined || token !== '' || request.method !== 'GET')
      return send(request, response, answer ?? { status: 404, json: {} }, cors);
    // Only services name a time; what the portal answers is asked for again each time.
    const kept = cacheable(request, answer, place.kind === 'service' ? cacheMaxAge : 0);
    if (kept.status === 304) notModified.push(`${host}${url.pathname}`);
    send(request, response, kept, cors);
  };

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    content,
    switches,
    apps,
    hosted,
    tokens,
    requests,
    serviceRequests,
    notModified,
    certificate,
    hostRules: dialect.hosts.map((host) => `MAP ${host} 127.0.0.1:${port}`).join(', '),
    environment: {
      STAND_IN_PORT: String(port),
      STAND_IN_HOSTS: dialect.hosts.join(','),
      STAND_IN_CERTIFICATE: certificate,
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function signCertificate({ hosts }: Dialect, key: string, certificate: string): void {
  const subject = ['-subj', `/CN=${hosts[0]?.replace('*.', '')}`];
  const extension = ['-addext', `subjectAltName=${hosts.map((name) => `DNS:${name}`).join(',')}`];
  const files = ['-keyout', key, '-out', certificate];
  // An RSA key takes twenty times as long.
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
  const options = ['-x509', ...newKey, '-nodes', '-days', '2'];
  execFileSync('openssl', ['req', ...options, ...subject, ...extension, ...files], { stdio: 'ignore' });
}

async function answerOf(
  exchange: Exchange,
  place: ReturnType<Dialect['placeOf']>,
  { apps, hosted }: Pick<PortalStandIn, 'apps' | 'hosted'>,
): Promise<Answer | undefined> {
  if (place.kind === 'identity-provider') return identityProvider(exchange);
  if (place.kind === 'service')
    return memberTiles(exchange) ?? featureServices(exchange, hosted) ?? services(exchange, hosted);
  if (place.kind === 'redirect') return { status: 301, headers: { location: place.location }, bytes: '' };
  if (place.kind === 'page')
    return { type: 'text/html', bytes: `<!doctype html><title>${place.title}</title>` };
  const [room = '', ...rest] = place.below;
  switch (room) {
    case '':
      return { json: exchange.dialect.root };
    case 'info':
      return {
        json: {
          owningSystemUrl: exchange.portal,
          authInfo: {
            tokenServicesUrl: `${exchange.portal}/sharing/rest/generateToken`,
            isTokenBasedSecurity: true,
          },
        },
      };
    case 'oauth2':
      return oauth(exchange, rest, apps);
    case 'generateToken':
      return generateToken(exchange);
    case 'search':
      return searchItems(exchange);
    case 'community':
      return community(exchange, rest);
    case 'portals':
      return portals(exchange, rest);
    case 'content':
      return (await publishing(exchange, rest)) ?? contentOperations(exchange, rest);
    default:
      return exchange.dialect.name === 'arcgis-enterprise'
        ? fileReader(room, exchange.parameters)
        : undefined;
  }
}

/** The response instead of an operation while a switch asks for one. */
function outage(switches: Switches): Answer | undefined {
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
