import { request } from '@esri/arcgis-rest-request';
import { secureService } from '../../wire/portal-address.ts';
import { mayGetToken } from '../../wire/token-receivers.ts';
import type { PortalConnection } from './portal-connection.ts';
import { errorFromJson, portalError, type PortalErrorJson } from './portal-error.ts';
import { type PortalEndpoint, portalRequest, sendArcGisRequest, withRenewal } from './portal-request.ts';

/** Timeout of a request in milliseconds: a page of features with their geometry may be large. */
const timeout = 120_000;

/** Tokens of federated servers, by portal session and server. */
const federated = new WeakMap<PortalEndpoint['session'], Map<string, Promise<string>>>();

export interface ServiceRequestOptions {
  params?: Record<string, unknown>;
  /** Sends a POST even without large parameters. */
  post?: boolean;
  signal?: AbortSignal | undefined;
}

/**
 * Sends a request to a service with the portal's token, if the server may get it; a server federated with the portal
 * gets a token of its own from the portal, which refuses one for any other server.
 * @throws MappingError `portal:*`
 */
export async function serviceRequest<Answer>(
  portal: PortalEndpoint,
  address: string,
  { params = {}, post = false, signal }: ServiceRequestOptions = {},
): Promise<Answer> {
  const url = secureUrl(portal, address);
  const token = await tokenFor(portal, url);
  return withRenewal(
    token,
    (current) =>
      sendArcGisRequest<Answer>(url, {
        params,
        post,
        signal,
        timeout,
        restUrl: portal.restUrl,
        token: current,
      }),
    async () => {
      federated.get(portal.session)?.clear();
      await portal.session.renew(await portal.session.token());
      const renewed = await tokenFor(portal, url);
      return renewed === token ? '' : renewed;
    },
  );
}

/** Items of old services have http URLs, which https pages may not load, and which tokens must not be sent to. */
function secureUrl({ restUrl }: PortalEndpoint, address: string): string {
  return secureService(address, restUrl, globalThis.location?.origin);
}

/** The token for a service; empty if its server may get none. */
export async function tokenFor(portal: PortalEndpoint, url: string): Promise<string> {
  const own = await portal.session.token();
  if (own === '' || mayGetToken(url, portal)) return own;
  const { origin } = new URL(url);
  const known = federated.get(portal.session) ?? new Map<string, Promise<string>>();
  federated.set(portal.session, known);
  const requested =
    known.get(origin) ??
    portalRequest<{ token: string }>(portal, 'generateToken', {
      body: { request: 'getToken', serverUrl: url, expiration: 60 },
    }).then(
      ({ token }) => token,
      () => '',
    );
  known.set(origin, requested);
  return requested;
}

/**
 * Loads the bytes of an item's data, a picture or an attachment; empty if there are none.
 * @throws MappingError `portal:*`
 */
export async function fetchBytes(
  portal: PortalEndpoint,
  address: string,
  signal: AbortSignal,
): Promise<Blob> {
  const url = secureUrl(portal, address);
  const token = await tokenFor(portal, url);
  const response = await fetch(token === '' ? url : `${url}?${new URLSearchParams({ token })}`, {
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
  }).catch((cause: unknown) => {
    throw portalError(cause);
  });
  if (!response.ok) return new Blob();
  const blob = await response.blob();
  const error = blob.type.includes('json') ? errorIn(await blob.text()) : undefined;
  if (error) throw errorFromJson(error);
  return blob;
}

/** The error envelope, which ArcGIS sends with status 200. */
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

interface ServiceAnswer {
  layers?: { id?: unknown; name?: unknown; geometryType?: unknown }[];
}

/**
 * The point layers of a feature service. The user's token is sent only to the portal's own server.
 * @throws MappingError `portal:*`
 */
export async function pointLayers(
  { url: portal, restUrl, session }: PortalConnection,
  service: string,
): Promise<PointLayer[]> {
  const root = service.replace(/\/+$/, '');
  const own = new URL(root).origin === new URL(portal).origin;
  const token = own ? await session.token() : '';
  try {
    const answer = (await request(root, {
      httpMethod: 'GET',
      authentication: { portal: restUrl, getToken: () => Promise.resolve(token) },
    })) as ServiceAnswer;
    return (answer.layers ?? [])
      .filter(({ geometryType }) => geometryType === 'esriGeometryPoint')
      .map(({ id, name }) => ({ url: `${root}/${Number(id)}`, name: String(name ?? id) }));
  } catch (cause) {
    throw portalError(cause);
  }
}
