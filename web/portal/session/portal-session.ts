import { MappingError } from '../../../wire/errors.ts';
import { beginSignIn, completeSignIn, returnedState } from './oauth-sign-in.ts';
import { renewSession, revokeSession, wasRefused } from './renew-session.ts';
import {
  parseSavedSession,
  readSavedSession,
  type SavedSession,
  savedSessionKey,
  savedSessionLife,
  writeSavedSession,
} from './saved-session.ts';
import type { PortalCredential, SessionOptions } from './session-options.ts';

/** Milliseconds before a token's end at which it is renewed without anybody noticing. */
const renewAhead = 60_000;
/** Milliseconds until a portal that did not answer is asked again. */
const renewRetry = 30_000;

/**
 * The sign-in to one portal through one application, shared by this page and the other tabs of this browser.
 *
 * The state is stored for one day, restored when the page loads, renewed before the token expires, and dropped after a day
 * or when the portal refuses to renew. Listeners are notified of every change of the credential.
 */
export class PortalSession {
  readonly #options: SessionOptions;
  readonly #key: string;
  readonly #listeners = new Set<() => void>();
  #saved: SavedSession | undefined;
  #credential: PortalCredential | undefined;
  #renewal: Promise<string> | undefined;
  #timer = 0;
  readonly #keepers = new Set<(state: string) => Promise<void>>();
  #returned: string | undefined;
  #expired = false;
  #asksInPlace = false;
  /** Goes on with what waits for the person's answer. */
  #answered: (() => void) | undefined;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#key = savedSessionKey(options.restUrl, options.appId);
    if (options.mode !== 'anonymous' && options.appId) this.#watchOtherTabs();
  }

  /** The credential for the map SDK (`IdentityManager.registerToken`); undefined when nobody is signed in. */
  get credential(): PortalCredential | undefined {
    return this.#credential;
  }

  /** Whether a sign-in of an earlier page load is just being renewed, so that nobody knows yet who the person is. */
  get restoring(): boolean {
    return this.#renewal !== undefined && this.#credential === undefined;
  }

  /** Whether the sign-in ended by itself in this page (after a day, or refused by the portal) and nobody signed in since. */
  get expired(): boolean {
    return this.#expired;
  }

  /** Whether the sign-in has ended in the middle of work and the person is being asked; requests wait meanwhile. */
  get asking(): boolean {
    return this.#answered !== undefined;
  }

  /**
   * Says that this page can ask the person to sign in again where they are (`asking`, then `signInAgain` or `giveUp`):
   * a sign-in that ends does not end at once then. Returns how to take that back.
   */
  readonly askInPlace = (): (() => void) => {
    this.#asksInPlace = true;
    return () => {
      this.#asksInPlace = false;
      this.giveUp();
    };
  };

  /** The OAuth state of the sign-in by which this page was reached, completed or not; undefined when it was not. */
  get returned(): string | undefined {
    return this.#returned;
  }

  /**
   * Calls `keep` with the OAuth state before a sign-in leaves the page, and waits for it: what is kept under that state
   * is found again by `returned`. A keeper that fails keeps nobody from signing in. Returns how to stop.
   */
  readonly onLeaving = (keep: (state: string) => Promise<void>): (() => void) => {
    this.#keepers.add(keep);
    return () => this.#keepers.delete(keep);
  };

  /** Calls `listener` after every change of `credential`, `restoring` or `asking`; returns how to stop. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Takes up the sign-in of an earlier page load. Renews it first when its token has ended. Never throws. */
  async restore(): Promise<void> {
    if (this.#options.mode === 'anonymous' || !this.#options.appId) return;
    const saved = readSavedSession(this.#options.page.localStorage, this.#key, Date.now());
    if (!saved) return;
    if (saved.expires > Date.now()) return this.#adopt(saved);
    this.#saved = saved;
    // A portal that does not answer now is asked again by the timer; until then requests say that it is away.
    await this.renew(saved.token).catch(() => {});
  }

  /** The token to send, renewed when it has ended; empty when nobody is signed in. */
  async token(): Promise<string> {
    if (this.#renewal) return this.#renewal;
    if (!this.#saved) return '';
    return this.#saved.expires > Date.now() ? this.#saved.token : this.renew(this.#saved.token);
  }

  /**
   * Replaces a token that ended or was refused; calls that come together share one renewal. When the portal refuses,
   * the sign-in is over and the answer is empty.
   *
   * @param worn the token that no longer serves; when another one is in use already, that one is returned
   * @throws MappingError `portal:unreachable`: nobody answered, so the sign-in is kept and tried again later
   */
  async renew(worn: string): Promise<string> {
    const saved = this.#saved;
    if (!saved) return '';
    if (saved.token !== worn && saved.expires > Date.now()) return saved.token;
    this.#renewal ??= this.#askForRenewal(saved).finally(() => {
      this.#renewal = undefined;
      this.#tell();
    });
    return this.#renewal;
  }

  /**
   * Signs in: restores a stored sign-in if there is one, else asks the person. By redirect the page is left and comes back to
   * the same place.
   *
   * @param locale language for the portal's page
   * @throws MappingError `session:no-app-id`, `portal:invalid-auth-mode`, `session:cancelled`, `session:popup-blocked`, `session:failed`
   */
  async signIn(locale: string): Promise<void> {
    if (!this.#saved) await this.restore();
    if (this.#credential) return;
    const keepWork = async (state: string) => {
      await Promise.allSettled([...this.#keepers].map((keep) => keep(state)));
    };
    this.#keep(await beginSignIn(this.#options, locale, keepWork));
  }

  /**
   * Signs in again in a small window, whatever the organisation's way is: the page and all that waits in it stay.
   *
   * @param locale language for the portal's page
   * @throws MappingError `session:cancelled`, `session:popup-blocked`, `session:failed`; the person can be asked again
   */
  async signInAgain(locale: string): Promise<void> {
    this.#keep(await beginSignIn({ ...this.#options, mode: 'popup' }, locale));
  }

  /** The person goes on without signing in: what waits is answered that the sign-in has ended. */
  giveUp(): void {
    this.#answered?.();
  }

  /** Completes a redirect; returns where the person came from, or undefined in a popup, which closes itself. */
  async complete(): Promise<string | undefined> {
    this.#returned = returnedState(this.#options.page);
    const done = await completeSignIn(this.#options);
    if (!done) return undefined;
    this.#keep(done.session);
    return done.returnTo;
  }

  /** Ends the sign-in here, in the other tabs and in the portal. */
  signOut(): void {
    if (this.#saved) revokeSession(this.#options, this.#saved);
    this.#drop();
  }

  async #askForRenewal(saved: SavedSession): Promise<string> {
    try {
      const renewed = await renewSession(this.#options, saved);
      // Somebody may have signed out meanwhile; what came too late must not bring them back.
      if (this.#saved === saved) this.#keep(renewed);
    } catch (cause) {
      if (!wasRefused(cause)) {
        this.#wake(renewRetry, () => void this.renew(saved.token).catch(() => {}));
        throw new MappingError('portal:unreachable', 'The portal could not be reached', { status: 0, cause });
      }
      if (this.#saved === saved) await this.#end(saved);
    }
    return this.#saved?.token ?? '';
  }

  #keep(saved: SavedSession): void {
    writeSavedSession(this.#options.page.localStorage, this.#key, saved);
    this.#adopt(saved);
  }

  /** A sign-in is over. In the middle of work the person is asked first, where the page can do that. */
  async #end(saved: SavedSession): Promise<void> {
    if (this.#takeOver(saved)) return;
    if (this.#asksInPlace && this.#credential) {
      await new Promise<void>((resolve) => {
        this.#answered = resolve;
        this.#tell();
      });
      this.#answered = undefined;
      this.#tell();
      // Signed in again, here or in another tab.
      if (this.#saved !== saved || this.#takeOver(saved)) return;
    }
    this.#expire();
  }

  /** Another tab may have signed in again while this one was asking the portal; its sign-in must not be dropped. */
  #takeOver({ token }: SavedSession): boolean {
    const kept = parseSavedSession(this.#options.page.localStorage.getItem(this.#key));
    if (!kept || kept.token === token || kept.expires <= Date.now()) return false;
    this.#adopt(kept);
    return true;
  }

  #expire(): void {
    this.#expired = true;
    this.#drop();
  }

  #drop(): void {
    this.#options.page.localStorage.removeItem(this.#key);
    this.#adopt(undefined);
  }

  #adopt(saved: SavedSession | undefined): void {
    this.#saved = saved;
    if (saved) this.#expired = false;
    this.#answered?.();
    this.#credential = saved && {
      server: this.#options.restUrl,
      token: saved.token,
      expires: saved.expires,
      userId: saved.username,
    };
    this.#plan(saved);
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }

  /** Wakes up for the next thing to come: the token's renewal, or the end of the day. */
  #plan(saved: SavedSession | undefined): void {
    this.#options.page.clearTimeout(this.#timer);
    if (!saved) return;
    const end = saved.signedInAt + savedSessionLife;
    this.#wake(Math.max(Math.min(saved.expires - renewAhead, end) - Date.now(), 1000), () => {
      if (Date.now() >= end) this.#endOfDay(saved);
      else void this.renew(saved.token).catch(() => {});
    });
  }

  /** Requests wait for the person's answer as they wait for a renewal. */
  #endOfDay(saved: SavedSession): void {
    const ended = this.#end(saved);
    if (!this.asking) return;
    this.#renewal ??= ended
      .then(() => this.#saved?.token ?? '')
      .finally(() => {
        this.#renewal = undefined;
        this.#tell();
      });
  }

  #wake(after: number, action: () => void): void {
    const { page } = this.#options;
    page.clearTimeout(this.#timer);
    this.#timer = page.setTimeout(action, after);
  }

  #watchOtherTabs(): void {
    const { page } = this.#options;
    page.addEventListener('storage', (event) => {
      if (event.storageArea !== page.localStorage || (event.key !== this.#key && event.key !== null)) return;
      const saved = parseSavedSession(event.key === null ? null : event.newValue);
      // While this page asks, a tab that finds the old sign-in dead (the small window, for one) must not end it here.
      if (!saved && this.asking) return;
      if (saved?.token !== this.#saved?.token) this.#adopt(saved);
    });
  }
}
