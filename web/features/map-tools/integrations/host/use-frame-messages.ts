import { useColorScheme } from '@mui/material/styles';
import { ownPage, typeConfig } from '../../../../../wire/integrations/integration-config.ts';
import { portalHeader } from '../../../../../wire/portal-address.ts';
import { getIntegrationCredentials } from '../../../../api/integrations.ts';
import { useConfiguration } from '../../../../context/application-context.ts';
import type { Integration } from '../../../../context/integrations.ts';
import { useLanguage } from '../../../../i18n/index.ts';

/** A page's initial message besides the location, and its credentials. */
export function useFrameMessages(integration: Integration) {
  const { org, connection } = useConfiguration();
  const { language, direction } = useLanguage();
  const { colorScheme } = useColorScheme();
  // An expired session is renewed first; without a response from the portal the user does not count as a member.
  const token = () => connection.session.token().catch(() => '');
  return {
    init: {
      config: integration.config,
      locale: language as string,
      direction,
      theme: colorScheme === 'dark' ? ('dark' as const) : ('light' as const),
    },
    /** For members only; without a sign-in the page shows that one is required. */
    async credentials(wants: readonly string[]): Promise<Record<string, string> | undefined> {
      if (!wants.includes('credentials') || !(await token())) return undefined;
      return getIntegrationCredentials(org, integration.id);
    },
    /** Whether a user is signed in. */
    signedIn: async () => Boolean(await token()),
    /** Calls `notify` when the user signs in or out. Returns a function that unsubscribes. */
    onSession(notify: (signedIn: boolean) => void): () => void {
      const { session } = connection;
      let reported = Boolean(session.credential?.token);
      return session.subscribe(() => {
        const signedIn = Boolean(session.credential?.token);
        if (signedIn === reported) return;
        reported = signedIn;
        notify(signedIn);
      });
    },
    /** Sends a page's requests to this server; the page never has the token itself. */
    ask: async (path: string, body: string | undefined) =>
      requestForPage(
        integration,
        { application: location.origin, org, portal: connection.url },
        { path, body, token: await token() },
      ),
  };
}

/** The server's response; status 0 if it was unreachable. */
interface PageResponse {
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
export async function requestForPage(
  integration: Integration,
  { application, org, portal }: { application: string; org: string; portal: string },
  { path, body, token }: { path: string; body: string | undefined; token: string },
): Promise<PageResponse> {
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
