import { ownPage, typeConfig } from '../../../../../wire/integrations/integration-config.ts';
import { portalHeader } from '../../../../../wire/portal-address.ts';
import type { Integration } from '../../../../context/integrations.ts';

/** The server's response; status 0 if it was unreachable. */
export interface PageAnswer {
  status: number;
  text: string;
}

const timeoutMilliseconds = 30_000;

/**
 * Sends a request for a built-in page with the user's token, which stays here. A page can request only what its kind
 * lists in `requests`.
 *
 * @param application its origin
 * @param portal the issuer of the token: sent to the application's API; hosted services accept only tokens of the
 * embedded portal
 * @param path relative to what the integration may request; with a body it is a POST
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
