import { request } from '@esri/arcgis-rest-request';
import { MappingError } from '../../wire/errors.ts';
import { secureService } from '../../wire/portal-address.ts';
import { withoutFinalSlash } from '../../wire/trim-end.ts';
import { mayGetToken } from '../../wire/token-receivers.ts';
import { errorFromJson, errorFromStatus, portalError, type PortalErrorJson } from './portal-error.ts';
import {
  type PortalEndpoint,
  portalRequest,
  sendArcGisRequest,
  transferTime,
  withRenewal,
} from './portal-request.ts';

/** Timeout of a request in milliseconds: a page of features with their geometry may be large. */
const timeout = 120_000;

/** A token that the portal issued for a federated server, in exchange for its own. */
interface FederatedToken {
  own: string;
  /** Empty if the portal issues none for the server. */
  token: Promise<string>;
}

/** By portal session and server. */
const federated = new WeakMap<PortalEndpoint['session'], Map<string, FederatedToken>>();

export interface ServiceRequestOptions {
  params?: Record<string, unknown>;
  /** Sends a POST even without large parameters. */
  post?: boolean;
  signal?: AbortSignal | undefined;
}

/**
 * Sends a request to a service with the portal's token, if the server may get it; a server federated with the portal
 * gets a token of its own from the portal, which refuses one for any other server.
 * @throws MappingError `portal:*`, `portal:not-a-service` for an address that would do something else with the token
 */
export async function serviceRequest<Result>(
  portal: PortalEndpoint,
  address: string,
  { params = {}, post = false, signal }: ServiceRequestOptions = {},
): Promise<Result> {
  const url = serviceUrl(portal, address);
  return withServiceToken(portal, url, (token) =>
    sendArcGisRequest<Result>(url, { params, post, signal, timeout, restUrl: portal.restUrl, token }),
  );
}

/** Items of old services have http URLs, which https pages may not load, and which tokens must not be sent to. */
function secureUrl({ restUrl }: PortalEndpoint, address: string): string {
  return secureService(address, restUrl, globalThis.location?.origin);
}

/**
 * The address of a service or of what it offers. Others name it in maps and items: with parameters of its own, or at the portal itself, it
 * could change content of the user, also because a long address is sent as a POST. Parameters are dropped: items have those of the
 * page from which a service was registered (`…/FeatureServer?f=json`), and a path may have been appended to them.
 */
function serviceUrl(portal: PortalEndpoint, address: string): string {
  if (address.length <= longestAddress) {
    const url = secureUrl(portal, address.replace(parameters, '$1'));
    if (URL.canParse(url) && !/[?#]/.test(url)) {
      const { href, pathname } = new URL(url);
      if (ofService.test(pathname) || !mayGetToken(href, portal)) return href;
    }
  }
  throw new MappingError('portal:not-a-service', 'The address is not that of a service.', { status: 400 });
}

/** Twice that of an item: a path is appended. The expression below needs a time that grows with its square. */
const longestAddress = 4096;
/** Up to a path that was appended to them, which consists of words: a token among them may contain a slash. */
const parameters = /^(https?:\/\/[^/?#][^?#]*?)\/?\?[^#]*?(?=(?:\/\w+)*(?:#|$))/i;
const ofService = /\/rest\/(?:admin\/)?services\//i;

/** Sends a request with the token for its server, and once more with another one when that was rejected. */
async function withServiceToken<Result>(
  portal: PortalEndpoint,
  url: string,
  send: (token: string) => Promise<Result>,
): Promise<Result> {
  const { session } = portal;
  const own = await session.token();
  const token = await tokenFor(portal, url, own);
  return withRenewal(token, send, async () => {
    if (token === own) return session.renew(own);
    federated.get(session)?.delete(new URL(url).origin);
    return tokenFor(portal, url, await session.token());
  });
}

/**
 * The token for a service; empty if its server may get none.
 * @param own the portal's own token; another user's, or a renewed one, is exchanged again
 */
async function tokenFor(portal: PortalEndpoint, url: string, own: string): Promise<string> {
  if (own === '' || mayGetToken(url, portal)) return own;
  const { origin } = new URL(url);
  const known = federated.get(portal.session) ?? new Map<string, FederatedToken>();
  federated.set(portal.session, known);
  const before = known.get(origin);
  if (before?.own === own) return before.token;
  const token = portalRequest<{ token: string }>(portal, 'generateToken', {
    body: { request: 'getToken', serverUrl: url, expiration: 60 },
  }).then(
    (issued) => issued.token,
    (error: unknown) => {
      // Only a refusal is final: a portal that did not respond is requested again.
      if (!isRefusal(error) && known.get(origin)?.token === token) known.delete(origin);
      return '';
    },
  );
  known.set(origin, { own, token });
  return token;
}

function isRefusal(error: unknown): boolean {
  const { status } = portalError(error);
  return status >= 400 && status < 500 && status !== 429;
}

/**
 * Loads the bytes of an item's data, a picture or an attachment.
 * @throws MappingError `portal:*`
 */
export async function fetchBytes(
  portal: PortalEndpoint,
  address: string,
  signal: AbortSignal,
): Promise<Blob> {
  const url = secureUrl(portal, address);
  return withServiceToken(portal, url, async (token) => {
    const late = new AbortController();
    const waitFor = (milliseconds: number) =>
      setTimeout(() => late.abort(new DOMException('The file is late.', 'TimeoutError')), milliseconds);
    let timer = waitFor(timeout);
    try {
      const response = await fetch(token === '' ? url : `${url}?${new URLSearchParams({ token })}`, {
        signal: AbortSignal.any([signal, late.signal]),
      });
      if (!response.ok) throw errorFromStatus(response.status);
      clearTimeout(timer);
      timer = waitFor(timeout + transferTime(Number(response.headers.get('content-length') ?? 0)));
      return await readFile(response);
    } finally {
      clearTimeout(timer);
    }
  });
}

/** @throws MappingError for the error envelope, which ArcGIS sends with status 200 */
async function readFile(response: Response): Promise<Blob> {
  const blob = await response.blob();
  const error = blob.type.includes('json') ? errorIn(await blob.text()) : undefined;
  if (error) throw errorFromJson(error);
  return blob;
}

function errorIn(text: string): PortalErrorJson | undefined {
  try {
    const { error } = JSON.parse(text) as { error?: PortalErrorJson };
    return typeof error?.code === 'number' ? error : undefined;
  } catch {
    return undefined;
  }
}

/** Timeout of an anonymous request in milliseconds. */
const serviceTimeout = 15_000;

/**
 * Requests a URL anonymously, as a visitor would. A file that is not JSON counts as a response.
 * @throws MappingError `portal:*` with the ArcGIS code or the HTTP status; 0 without a response
 */
export async function anonymously(address: string, signal?: AbortSignal): Promise<void> {
  const late = AbortSignal.timeout(serviceTimeout);
  try {
    await request(address, {
      httpMethod: 'GET',
      credentials: 'omit',
      signal: signal ? AbortSignal.any([signal, late]) : late,
    });
  } catch (cause) {
    // The file of a GeoJSON or CSV layer.
    if (cause instanceof SyntaxError) return;
    throw portalError(cause);
  }
}

/** A layer of a feature service by its URL. */
interface PointLayer {
  url: string;
  name: string;
}

/** The point layers of a feature service. @throws MappingError `portal:*` */
export async function pointLayers(portal: PortalEndpoint, service: string): Promise<PointLayer[]> {
  const root = withoutFinalSlash(service);
  const { layers = [] } = await serviceRequest<{
    layers?: { id?: unknown; name?: unknown; geometryType?: unknown }[];
  }>(portal, root);
  return layers
    .filter(({ geometryType }) => geometryType === 'esriGeometryPoint')
    .map(({ id, name }) => ({ url: `${root}/${Number(id)}`, name: String(name ?? id) }));
}
