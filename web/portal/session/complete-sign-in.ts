import { ArcGISIdentityManager } from '@esri/arcgis-rest-request';
import { portalOutOfReach } from '../../../wire/portal-address.ts';
import { pathOf, signInError, toSavedSession } from './oauth-sign-in.ts';
import type { SessionOptions } from './renew-session.ts';
import type { SavedSession } from './saved-session.ts';
import { setSignOutAside } from './sign-out.ts';

/** Name that the OAuth library gives its popup window. */
const popupName = 'oauth-window';

/**
 * Completes a sign-in on the page to which the portal redirected. In a popup, notifies the opener, closes the window
 * and returns nothing.
 *
 * @returns the session and the path (with query and hash) where the sign-in started
 * @throws MappingError `session:cancelled`, `session:not-licensed`, `session:not-started`, `session:failed`;
 *   its `returnTo` is the path where the sign-in started, if known
 */
export async function completeSignIn(
  options: SessionOptions,
): Promise<{ session: SavedSession; returnTo: string } | undefined> {
  const { appId, mode, page } = options;
  const completion = new Completion(options);
  // The page may use a popup even when the organisation's setting is to leave the page (`signInAgain`).
  const opener: unknown = mode === 'popup' || page.name === popupName ? page.opener : undefined;
  if (opener) {
    const detail = await completion.run().then(
      ({ manager, unverified }) => detailOf(manager, unverified),
      (cause: { code?: unknown; originalMessage?: string }) => ({
        error: isCancelled(cause) ? 'access_denied' : cause.code,
        errorMessage: cause.originalMessage ?? 'Sign-in failed',
      }),
    );
    (opener as Window).dispatchEvent(new CustomEvent(`arcgis-rest-js-popup-auth-${appId}`, { detail }));
    page.close();
    return undefined;
  }
  try {
    const { manager, unverified } = await completion.run();
    return {
      session: toSavedSession(manager, Date.now(), unverified),
      returnTo: pathOf(completion.startedAt, page),
    };
  } catch (cause) {
    throw Object.assign(signInError(cause), { returnTo: pathOf(completion.startedAt, page) });
  }
}

/** The exchange of the code for a token, by our server; by this page where only browsers reach the portal. */
class Completion {
  /** Where the sign-in started. */
  startedAt = '';
  readonly #options: SessionOptions;
  readonly #used = new Set<string>();

  constructor(options: SessionOptions) {
    this.#options = options;
  }

  async run(): Promise<{ manager: ArcGISIdentityManager; unverified: boolean }> {
    const { brokerUrl, restUrl, page } = this.#options;
    // The server ends the session in the cookie that this one replaces; repeated later, the sign-out would end this one.
    const restoreSignOut = setSignOutAside(this.#options);
    try {
      // The server exchanges the code, so that the refresh token never reaches a page.
      return { manager: await this.#exchange(brokerUrl), unverified: false };
    } catch (refusal) {
      restoreSignOut();
      if ((refusal as { code?: unknown }).code !== portalOutOfReach) throw refusal;
      const manager = await this.#exchange(restUrl).catch((cause: unknown) => {
        // The browser does not reach it either.
        throw hasMessage(cause) ? cause : refusal;
      });
      return { manager, unverified: true };
    } finally {
      for (const key of this.#used) page.localStorage.removeItem(key);
    }
  }

  async #exchange(portal: string): Promise<ArcGISIdentityManager> {
    const { appId: clientId, redirectUri, page } = this.#options;
    // The library would restore the earlier URL itself; here the router has to do that, so the URL is only
    // recorded. What it removes from the storage may be needed by a second exchange.
    const recordingPage = {
      location: { ...locationOf(page), search: withRefusal(page.location.search) },
      localStorage: {
        getItem: (key: string) => page.localStorage.getItem(key),
        removeItem: (key: string) => this.#used.add(key),
      },
      history: {
        state: null,
        replaceState: (_state: unknown, _title: string, address: string) => (this.startedAt = address),
      },
    };
    return ArcGISIdentityManager.completeOAuth2(
      { portal, clientId, redirectUri, popup: false },
      recordingPage as unknown as Window,
    );
  }
}

/** What the OAuth library of the opener expects; a refresh token that the portal sent to this page is dropped. */
function detailOf(manager: ArcGISIdentityManager, unverified: boolean) {
  const { token, tokenExpires: expires, username, ssl, state } = manager;
  const refreshToken = unverified ? undefined : manager.refreshToken;
  return { token, expires, username, ssl, refreshToken, state: { ...state, unverified } };
}

function isCancelled(cause: unknown): boolean {
  return cause instanceof Error && cause.name === 'ArcGISAccessDeniedError';
}

/**
 * Whether an error of the OAuth library has the portal’s message; network errors have only the library’s
 * placeholder.
 */
function hasMessage(cause: unknown): boolean {
  const { originalMessage = '' } = (cause ?? {}) as { originalMessage?: string };
  return originalMessage !== '' && !/^AUTHENTICATION_ERROR|UNKNOWN_ERROR$/.test(originalMessage);
}

const locationOf = ({ location: { href, search, hash } }: Window) => ({ href, search, hash });

/** The description that portals send when the user cancelled. */
const cancelledByUser = /denied (your|the) request/i;

/**
 * The query of a refused sign-in as the library can read it. It takes every `access_denied` for cancelling
 * and drops the description, although portals use the same error for refusals; and it does not decode a plus
 * as a space.
 */
function withRefusal(search: string): string {
  const query = new URLSearchParams(search);
  const error = query.get('error');
  if (error === null) return search;
  const why = query.get('error_description') ?? '';
  if (error === 'access_denied' && why !== '' && !cancelledByUser.test(why)) query.set('error', 'refused');
  return `?${query.toString().replaceAll('+', '%20')}`;
}
