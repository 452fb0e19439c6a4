import { offlineLimits } from '../../../wire/offline-maps.ts';
import { isSecretName } from '../../../wire/remove-secrets.ts';

/**
 * What of a response is stored, and for whom: a built file for everyone, the portal's description and the user's
 * (`frame`) for each reader, what a map requests for readers with an open map.
 */
export type ResponseKind = 'file' | 'frame' | 'map';

type RequestFacts = Pick<Request, 'method' | 'mode' | 'url'> & {
  headers: Pick<Headers, 'has'>;
  credentials?: RequestCredentials;
};

/**
 * The kind of a request whose response may be stored; undefined for all others: changes, pages, the application's API,
 * sign-ins, searches.
 * @param origin of the application
 */
export function kindOf(
  { method, mode, url, headers, credentials }: RequestFacts,
  origin: string,
): ResponseKind | undefined {
  if (method !== 'GET' || mode === 'navigate' || headers.has('range') || !URL.canParse(url)) return undefined;
  // Pages of members ask so what visitors see now (`web/portal/service-request.ts`): a member's copy is no answer.
  if (credentials === 'omit') return undefined;
  const { protocol, origin: from, pathname, searchParams } = new URL(url);
  // The state now, for a save.
  if (searchParams.has('_')) return undefined;
  if (protocol !== 'https:' && protocol !== 'http:') return undefined;
  if (from === origin) {
    if (pathname.startsWith('/assets/')) return 'file';
    // Of this server, data of portals and services only.
    if (!/^\/(portal|server)\//.test(pathname)) return undefined;
  }
  const [, operation] = /\/sharing\/rest\/(.*)$/i.exec(pathname) ?? [];
  if (operation !== undefined) {
    if (/^(portals|community)\/self$/.test(operation)) return 'frame';
    return item.test(operation) ? 'map' : undefined;
  }
  return from !== origin || pathname.startsWith('/server/')
    ? unstored.test(pathname)
      ? undefined
      : 'map'
    : undefined;
}

const item = /^content\/items\/[^/]+(\/(data|info\/.+|resources\/.+))?$/;

/** Searches, jobs, administration and tokens of services. */
const unstored =
  /\/(GeocodeServer|GPServer|GeometryServer|NAServer|admin|generateToken|tokens|oauth2|oauth|search)(\/|$)/i;

/** Whether a request proves who sends it. */
export function hasToken({ url, headers }: Pick<RequestFacts, 'url' | 'headers'>): boolean {
  const names = [...new URL(url).searchParams.keys()];
  return (
    ['authorization', 'x-esri-authorization'].some((name) => headers.has(name)) ||
    names.some((name) => /^(access_)?token$/i.test(name))
  );
}

/** The key of a response: its address without tokens, passwords and the time of a layer's refresh (`_ts`). */
export function keyOf(address: string): string {
  const url = new URL(address);
  url.hash = '';
  url.username = '';
  url.password = '';
  const open = [...url.searchParams].filter(([name]) => name !== '_ts' && !isSecretName(name));
  url.search = new URLSearchParams(open).toString();
  return url.href;
}

type ResponseFacts = Pick<Response, 'status' | 'type'> & { headers: Pick<Headers, 'get'> };

/**
 * Whether a response may be stored, by its head. Opaque ones say neither whether they failed nor their size. `no-store` does not
 * count: portals send it with all that members read, and the store is one member's and ends with the session.
 */
export function mayStore({ status, type, headers }: ResponseFacts, key: string): boolean {
  if (status !== 200 || (type !== 'basic' && type !== 'cors' && type !== 'default')) return false;
  return Number(headers.get('content-length') ?? 0) <= mostBytes(key);
}

/** Whether its body may be stored: it is not too large, and no error that came with status 200, as ArcGIS sends them. */
export function mayStoreBody(body: ArrayBuffer, key: string): boolean {
  if (body.byteLength > mostBytes(key)) return false;
  const start = new TextDecoder().decode(body.slice(0, 200));
  return !/^\s*\{\s*"(error"\s*:|status"\s*:\s*"error")/.test(start);
}

function mostBytes(key: string): number {
  return /\/attachments\/\d+$/i.test(new URL(key).pathname)
    ? offlineLimits.attachmentBytes
    : offlineLimits.responseBytes;
}
