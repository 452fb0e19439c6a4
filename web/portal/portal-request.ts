import { type HTTPMethods, request } from '@esri/arcgis-rest-request';
import type { PortalConnection } from './portal-connection.ts';
import { portalError } from './portal-error.ts';

/** Timeout of a request in milliseconds. */
const timeout = 60_000;
/** Maximum length of a URL; longer ones are sent as POST. */
const maxUrlLength = 2000;

export interface PortalRequestOptions {
  /** Parameters of the query string. */
  params?: Record<string, string | number | boolean | undefined>;
  /** Form fields; with them the request is a POST. */
  body?: Record<string, unknown>;
  signal?: AbortSignal;
}

/**
 * Sends a request to the portal: GET unless a body is given or the URL would exceed 2,000 characters, with `f=json`,
 * and the token as a parameter when signed in. A rejected token (498, 499) is renewed and the request repeated once.
 *
 * @param path path below the portal's REST root, such as `portals/self`
 * @throws MappingError `portal:*`; `portal:timeout` with "Timeout exceeded" after 60 s
 */
export async function portalRequest<Answer>(
  connection: PortalConnection,
  path: string,
  options: PortalRequestOptions = {},
): Promise<Answer> {
  const token = await connection.session.token();
  try {
    return await send<Answer>(connection, path, options, token);
  } catch (cause) {
    const error = portalError(cause);
    const renewable = token !== '' && (error.status === 498 || error.status === 499);
    const renewed = renewable ? await connection.session.renew(token) : '';
    if (!renewed) throw error;
    return send<Answer>(connection, path, options, renewed).catch((second: unknown) => {
      throw portalError(second);
    });
  }
}

async function send<Answer>(
  { restUrl }: PortalConnection,
  path: string,
  { params, body, signal }: PortalRequestOptions,
  token: string,
): Promise<Answer> {
  const late = AbortSignal.timeout(timeout);
  const method: HTTPMethods = body ? 'POST' : 'GET';
  const answer: unknown = await request(`${restUrl}/${path}`, {
    httpMethod: method,
    maxUrlLength,
    params: { ...params, ...body },
    signal: signal ? AbortSignal.any([signal, late]) : late,
    authentication: { portal: restUrl, getToken: () => Promise.resolve(token) },
  });
  return answer as Answer;
}
