import { portalAddress } from '../../wire/portal-address.ts';
import { PortalSession } from './session/portal-session.ts';

/** Everything needed to ask one portal: where it is, as which application, and on whose behalf. */
export interface PortalConnection {
  /** Address without `/sharing/rest` and without a slash at the end. */
  readonly url: string;
  /** The portal's REST root: `{url}/sharing/rest`. */
  readonly restUrl: string;
  /** OAuth client id; empty when the organisation has none. */
  readonly appId: string;
  readonly session: PortalSession;
}

/** What the organisation's config says about its portal (wire/app-config). */
export interface PortalSettings {
  url: string;
  appId: string;
  signIn: 'redirect' | 'popup' | 'anonymous';
}

/**
 * Connects to an organisation's portal. No request is made.
 *
 * The OAuth redirect address is `{origin}/{org}/signed-in`, one for each organisation; the portal must have exactly this
 * address registered for the application (`https://maps.example.org/demo/signed-in`).
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

/** The portal's address is part of it: our server sends codes and tokens to that portal or to none. */
function brokerUrl(origin: string, organisation: string, portal: string): string {
  const named = btoa(portal).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  return `${origin}/api/session/${encodeURIComponent(organisation)}/${named}`;
}
