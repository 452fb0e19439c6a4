import { portalAddress } from '../../wire/portal-address.ts';
import { base64url } from '../../wire/trim-end.ts';
import { PortalSession } from './session/portal-session.ts';

/** Everything needed to query one portal: its URL, the application and the session. */
export interface PortalConnection {
  /** URL without `/sharing/rest` and without a trailing slash. */
  readonly url: string;
  /** The portal's REST root: `{url}/sharing/rest`. */
  readonly restUrl: string;
  /** OAuth client id; empty when the organisation has none. */
  readonly appId: string;
  readonly session: PortalSession;
}

/** The portal settings of the organisation's configuration (wire/app-config). */
export interface PortalSettings {
  url: string;
  appId: string;
  signIn: 'redirect' | 'popup' | 'anonymous';
}

/**
 * Connects to an organisation's portal without a request.
 *
 * The OAuth redirect URL is `{origin}/{org}/signed-in`, one per organisation; exactly this URL must be registered for
 * the application on the portal (`https://maps.example.org/demo/signed-in`).
 */
export function connectPortal(
  settings: PortalSettings,
  organisation: string,
  page: Window,
): PortalConnection {
  const url = portalAddress(settings.url, page.location.href);
  const restUrl = `${url}/sharing/rest`;
  const session = new PortalSession({
    restUrl,
    appId: settings.appId,
    brokerUrl: brokerUrl(page.location.origin, organisation, url),
    mode: settings.signIn,
    redirectUri: `${page.location.origin}/${organisation}/signed-in`,
    page,
  });
  return { url, restUrl, appId: settings.appId, session };
}

/** The portal's URL is part of it: the server sends codes and tokens only to that portal. */
function brokerUrl(origin: string, organisation: string, portal: string): string {
  const named = base64url(btoa(portal));
  return `${origin}/api/session/${encodeURIComponent(organisation)}/${named}`;
}
