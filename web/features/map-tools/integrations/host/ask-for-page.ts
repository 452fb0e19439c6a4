import { typeConfig } from '../../../../../wire/integration-config.ts';
import { portalHeader } from '../../../../../wire/portal-address.ts';
import type { Integration } from '../../../../context/integrations.ts';

/** What the server answered; status 0 when it was not reached. */
export interface PageAnswer {
  status: number;
  text: string;
}

const timeoutMilliseconds = 30_000;

/**
 * Makes a request for a page of the product with the person's token, which stays here. A page reaches what its integration
 * is about and nothing else: Cityworks' page the work of its site, the page of photos the layer it is configured with.
 *
 * @param application its origin
 * @param portal that issued the token: our own API is told which, our own services take those of our own portal only
 * @param path relative to what the integration may reach; with a body it is a POST
 */
export async function askForPage(
  integration: Integration,
  { application, org, portal }: { application: string; org: string; portal: string },
  { path, body, token }: { path: string; body: string | undefined; token: string },
): Promise<PageAnswer> {
  const { type } = integration;
  const reachable = reachableBy(integration, org, application);
  const url = reachable && new URL(path, reachable.base);
  if (!url || url.origin !== application || !reachable.paths.includes(url.pathname))
    return { status: 403, text: '' };
  const headers = new Headers();
  const issuer = new URL(portal, application);
  if (token && type === 'cityworks') {
    headers.set('authorization', `Bearer ${token}`);
    headers.set(portalHeader, portal);
  }
  if (token && type === 'panorama' && issuer.origin === application)
    headers.set('x-esri-authorization', `Bearer ${token}`);
  if (body !== undefined) headers.set('content-type', 'application/json');
  try {
    const response = await fetch(url, {
      headers,
      signal: AbortSignal.timeout(timeoutMilliseconds),
      ...(body !== undefined && { method: 'POST', body }),
    });
    return { status: response.status, text: await response.text() };
  } catch {
    return { status: 0, text: '' };
  }
}

function reachableBy(integration: Integration, org: string, application: string) {
  const { type, id, config } = integration;
  if (type === 'cityworks') {
    const base = new URL(`/api/${org}/integrations/${id}/`, application);
    const paths = ['work', 'problems', 'requests'].map((name) => base.pathname + name);
    return { base, paths };
  }
  if (type === 'panorama') {
    const layer = typeConfig('panorama', config).photos.replace(/\/$/, '');
    const base = new URL(`${layer}/`, application);
    return { base, paths: [`${base.pathname}query`] };
  }
  return undefined;
}
