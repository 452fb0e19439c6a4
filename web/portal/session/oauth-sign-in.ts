import { ArcGISIdentityManager } from '@esri/arcgis-rest-request';
import { MappingError } from '../../../wire/errors.ts';
import { endOf, type SessionOptions, stateIn } from './renew-session.ts';
import type { SavedSession } from './saved-session.ts';

export { repeatSignOuts } from './repeat-sign-outs.ts';

/**
 * Begins OAuth 2 with code and PKCE. In `redirect` mode the page is left and the promise stays pending; in `popup` mode
 * it resolves when the popup window is done.
 *
 * @param options.confirms the only user who may sign in, to confirm that it is they; the portal asks them again
 * @param beforeLeaving called with the OAuth state and awaited before the page is left
 * @throws MappingError `session:no-app-id`, `portal:invalid-auth-mode`, `session:not-secure`, `session:cancelled`, `session:other-account`, `session:failed`
 */
export async function beginSignIn(
  options: SessionOptions & { confirms?: string },
  locale: string,
  beforeLeaving: (state: string) => Promise<void> = async () => {},
): Promise<SavedSession> {
  const { restUrl, appId, mode, redirectUri, page, confirms } = options;
  if (!appId) throw new MappingError('session:no-app-id', 'No app ID provided.');
  if (mode === 'anonymous') {
    throw new MappingError('portal:invalid-auth-mode', 'This page is used without signing in.');
  }
  // Without https, browsers have no Web Crypto, and ArcGIS REST JS sends a plain challenge, which the embedded portal refuses.
  if (!page.isSecureContext && new URL(restUrl, page.location.href).origin === page.location.origin) {
    throw new MappingError('session:not-secure', 'Signing in needs a page on https.');
  }
  const popup = mode === 'popup';
  const state = newState(page);
  if (!popup) await beforeLeaving(state);
  const { page: openingPage, gone } = popup ? popupPage(page) : { page, gone: undefined };
  try {
    const begun = ArcGISIdentityManager.beginOAuth2(
      {
        portal: restUrl,
        clientId: appId,
        redirectUri,
        popup,
        locale,
        state: { id: state, originalUrl: startOf(page, redirectUri) },
        popupWindowFeatures: 'popup,width=480,height=640',
        ...(confirms && { params: { prompt: 'login', prepopulatedusername: confirms } }),
      },
      openingPage,
    );
    const manager = await (gone ? Promise.race([begun, gone]) : begun);
    // A redirect has begun and the browser is leaving this page, so never continue.
    if (!manager) return await new Promise<never>(() => {});
    return toSavedSession(manager, Date.now(), isUnverified(manager));
  } catch (cause) {
    throw signInError(cause);
  }
}

/**
 * Where a sign-in starts. Tried again on the page that reported a failed one, it starts where that one did:
 * returning to that page would report the failure again.
 */
function startOf(page: Window, redirectUri: string): string {
  const { href, search } = page.location;
  if (!href.startsWith(redirectUri)) return href;
  const { originalUrl = '' } = stateIn(search);
  const path = typeof originalUrl === 'string' ? pathOf(originalUrl, page) : '';
  return new URL(path || redirectUri.replace(/\/signed-in$/, ''), page.location.origin).href;
}

/**
 * A random state, so that no other site can make this browser complete a sign-in that it did not start (RFC 6749,
 * section 10.12).
 */
function newState(page: Window): string {
  const bytes = page.crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Whether the page in the popup has exchanged the code itself (`completeSignIn`). */
function isUnverified({ state }: ArcGISIdentityManager): boolean {
  return (state as { unverified?: unknown } | undefined)?.unverified === true;
}

/** Of a session that our server renews, the library's refresh token is the key of the page. */
export function toSavedSession(
  { username, token, tokenExpires, refreshToken }: ArcGISIdentityManager,
  signedInAt: number,
  unverified: boolean,
): SavedSession {
  return {
    username,
    token,
    expires: endOf(tokenExpires),
    signedInAt,
    ...(unverified ? { unverified: true as const } : refreshToken && { key: refreshToken }),
  };
}

export function signInError(cause: unknown): MappingError {
  if (cause instanceof MappingError) return cause;
  const denied = cause instanceof Error && cause.name === 'ArcGISAccessDeniedError';
  if (denied) return new MappingError('session:cancelled', 'Sign-in was cancelled', { cause });
  const { code, originalMessage, message } = (cause ?? {}) as {
    code?: unknown;
    originalMessage?: string;
    message?: string;
  };
  if (code === 'no-auth-state' || code === 'mismatched-auth-state')
    return new MappingError('session:not-started', 'This sign-in was not started here', { cause });
  const why = originalMessage || message || 'Sign-in failed';
  if (/another account/i.test(why)) return new MappingError('session:other-account', why, { cause });
  const id = /licen[sc]e|OAUTH_0073/i.test(why) ? 'session:not-licensed' : 'session:failed';
  return new MappingError(id, why, { cause });
}

/**
 * The path of a URL within this origin; empty for any other URL, so that no open redirect is possible. A path that
 * begins with two slashes would lead to another host.
 */
export function pathOf(address: string, page: Window): string {
  if (!address || !URL.canParse(address)) return '';
  const url = new URL(address);
  if (url.origin !== page.location.origin || url.pathname.startsWith('//')) return '';
  return `${url.pathname}${url.search}${url.hash}`;
}

/** Polling interval in milliseconds for a closed window, for which there is no event. */
const closedCheck = 500;

/**
 * The page as the OAuth library sees it, with a `window.open` that detects what the library would wait for forever: a
 * blocked window and one closed before the end. `gone` rejects then.
 */
export function popupPage(page: Window): { page: Window; gone: Promise<never> } {
  let giveUp: (reason: MappingError) => void = () => {};
  const gone = new Promise<never>((_resolve, reject) => {
    giveUp = reject;
  });
  const open = (...parameters: Parameters<Window['open']>): Window | null => {
    const popup = page.open(...parameters);
    if (!popup) {
      giveUp(new MappingError('session:popup-blocked', 'The browser blocked the sign-in window'));
      return null;
    }
    const timer = page.setInterval(() => {
      if (!popup.closed) return;
      page.clearInterval(timer);
      // After a successful sign-in this rejection has no effect.
      giveUp(new MappingError('session:cancelled', 'Sign-in was cancelled'));
    }, closedCheck);
    return popup;
  };
  const proxy = new Proxy(page, {
    get(target, name) {
      if (name === 'open') return open;
      const value: unknown = Reflect.get(target, name);
      // The browser's own functions refuse to run on anything but the window itself.
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { page: proxy, gone };
}
