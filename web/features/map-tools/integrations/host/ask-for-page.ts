import { ownPage, typeConfig } from '../../../../../wire/integrations/integration-config.ts';
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
 * is about and nothing else (`requests` of its kind).
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
  const { type, id, config } = integration;
  const allowed = ownPage(integration)?.requests?.(
    typeConfig(type, config),
    `/api/${org}/integrations/${id}/`,
  );
  const base = new URL(allowed?.base ?? '/', application);
  const url = new URL(path, base);
  const isAllowed = allowed?.names.some((name) => url.pathname === base.pathname + name);
  if (!allowed || !isAllowed || url.origin !== application) return { status: 403, text: '' };
  const headers = new Headers();
  const issuer = new URL(portal, application);
  if (token && allowed.token === 'api') {
    headers.set('authorization', `Bearer ${token}`);
    headers.set(portalHeader, portal);
  }
  if (token && allowed.token === 'layer' && issuer.origin === application)
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
