import { MappingError } from '../../../wire/errors.ts';
import { Confirmation } from './confirmation.ts';
import {
  credentialOf,
  type PortalCredential,
  renewRetry,
  renewSession,
  returnedState,
  type SessionOptions,
  wasRefused,
} from './renew-session.ts';
import { watchStoredSession } from './other-tabs.ts';
import { reloadForOtherPerson, takeEnded } from './reload-for-other-person.ts';
import { loadCompletion, loadSignIn, otherAccount, signInAsSame } from './same-person.ts';
import {
  dropSession,
  eventsOf,
  parseSavedSession,
  restoreSession,
  type SavedSession,
  savedSessionKey,
  storeSession,
} from './saved-session.ts';
import { revokeSession } from './sign-out.ts';
import { UnsavedWork } from './unsaved-work.ts';

/**
 * The sign-in to one portal through one application, shared by this page and the other tabs of this browser.
 * The state is stored for one day, restored when the page loads, renewed before the token expires, and ends after a day
 * or when the portal refuses to renew. Listeners are notified of every change of the credential.
 *
 * A page serves one person: once another one has signed in to this browser, or its own has signed out in another tab, its requests
 * fail with `session:other-account`, and it is loaded again.
 */
export class PortalSession {
  #options: SessionOptions;
  #key: string;
  readonly #listeners = new Set<() => void>();
  #saved: SavedSession | undefined;
  /** The person of this page, also after their session has ended. */
  #username: string | undefined;
  /** Why no more requests are sent: the page is being loaded again. */
  #left: MappingError | undefined;
  /** The token of an ended session that is still stored, for the tabs that use it. */
  #ended: string | undefined;
  #credential: PortalCredential | undefined;
  #renewal: Promise<string> | undefined;
  #timer = 0;
  readonly #work: UnsavedWork;
  readonly #confirmation = new Confirmation(() => this.#notify());
  #returned: string | undefined;
  #expired: boolean;
  #asksInPlace = false;
  /** Continues the requests that wait for the user's answer. */
  #answered: (() => void) | undefined;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#work = new UnsavedWork(options.page);
    this.#returned = this.#work.returned;
    this.#expired = takeEnded(options.page);
    this.#key = savedSessionKey(options.restUrl, options.appId);
    if (options.mode !== 'anonymous' && options.appId) this.#watchOtherTabs();
  }

  /** The credential for the map SDK (`IdentityManager.registerToken`); undefined when signed out. */
  get credential(): PortalCredential | undefined {
    return this.#credential;
  }

  /** Who owns what is stored on this device: the user, also while the portal is out of reach and cannot renew; empty for visitors. */
  get author(): string {
    return this.#credential?.userId ?? this.#saved?.username ?? '';
  }

  /** Whether a session of an earlier page load is being renewed, so that the user is not known yet. */
  get restoring(): boolean {
    return this.#renewal !== undefined && this.#credential === undefined;
  }

  /** Whether this server cannot verify the user, because it does not reach the portal: only the portal knows them. */
  get unverified(): boolean {
    return this.#saved?.unverified === true;
  }

  get mode(): SessionOptions['mode'] {
    return this.#options.mode;
  }

  /** Whether the session ended (after a day, refused by the portal, or in another tab) without a new sign-in since. */
  get expired(): boolean {
    return this.#expired;
  }

  /** Who has signed in last on this page, or whose sign-in it found; undefined if nobody. */
  get lastUser(): string | undefined {
    return this.#username;
  }

  /** Whether the session ended during work and the user is being prompted to sign in; requests wait meanwhile. */
  get asking(): boolean {
    return this.#answered !== undefined;
  }

  /** Whether the user is being asked to confirm that it is they; `confirmIdentity` or `answerConfirmation` answers. */
  get confirming(): boolean {
    return this.#confirmation.open;
  }

  /**
   * Registers that this page can prompt the user to sign in again in place (`asking`, then `signInAgain` or `giveUp`),
   * so that an expired sign-in is not dropped at once. Returns a function that unregisters.
   */
  readonly askInPlace = (): (() => void) => {
    this.#asksInPlace = true;
    return () => {
      this.#asksInPlace = false;
      this.giveUp();
      this.answerConfirmation(false);
    };
  };

  /** The OAuth state of the sign-in by which this page was reached, completed or not; undefined if it wasn't. */
  get returned(): string | undefined {
    return this.#returned;
  }

  /**
   * Calls `keep` with the OAuth state and awaits it before a sign-in leaves the page; what it stores under that state can be
   * restored by `returned`. A rejection does not prevent the sign-in. Returns a function that unsubscribes.
   */
  readonly onLeaving = (keep: (state: string) => Promise<void>): (() => void) => this.#work.onLeaving(keep);

  /** Calls `listener` after every change of `credential`, `restoring` or `asking`; returns a function that unsubscribes. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Restores the sign-in from an earlier page load, renewing it first if its token has expired. Never throws. */
  async restore(): Promise<void> {
    if (this.#options.mode === 'anonymous' || !this.#options.appId) return;
    const saved = restoreSession(this.#options.page, this.#key, Date.now());
    if (!saved || saved.token === this.#ended) return;
    if (saved.expires > Date.now() || this.#isOther(saved)) return this.#adopt(saved);
    this.#saved = saved;
    this.#username = saved.username;
    // If the portal does not respond now, the timer retries; until then requests report that it is unreachable.
    await this.renew(saved.token).catch(() => {});
  }

  /**
   * The token to send, renewed if it has expired; empty when signed out.
   * @throws MappingError `portal:unreachable`, `session:other-account`
   */
  async token(): Promise<string> {
    if (this.#renewal) return this.#renewal;
    if (this.#left) throw this.#left;
    if (!this.#saved) return '';
    return this.#saved.expires > Date.now() ? this.#saved.token : this.renew(this.#saved.token);
  }

  /**
   * Replaces an expired or refused token; concurrent calls share one renewal. When the portal refuses to renew, the sign-in ends
   * and the result is empty.
   * @param expiredToken the expired or refused token; if another one is already in use, that one is returned
   * @throws MappingError `session:other-account`; `portal:unreachable`: without a response the sign-in is kept and renewed later
   */
  async renew(expiredToken: string): Promise<string> {
    if (this.#left) throw this.#left;
    const saved = this.#saved;
    if (!saved) return '';
    if (saved.token !== expiredToken && saved.expires > Date.now()) return saved.token;
    this.#renewal ??= this.#untilSettled(this.#requestRenewal(saved));
    return this.#renewal;
  }

  /**
   * Signs in: restores a stored session if there is one, else prompts the user. A redirect leaves the page and returns
   * to the same place.
   * @param locale language for the portal's page
   * @throws MappingError `session:no-app-id`, `portal:invalid-auth-mode`, `session:cancelled`, `session:popup-blocked`,
   * `session:failed`
   */
  async signIn(locale: string): Promise<void> {
    if (!this.#saved) await this.restore();
    if (this.#credential) return;
    const { beginSignIn } = await loadSignIn();
    this.#keep(await beginSignIn(this.#options, locale, this.#work.keep));
  }

  /**
   * Signs in again, as the same user, in a popup, so that the page and its waiting requests stay.
   * @param locale language for the portal's page
   * @throws MappingError `session:cancelled`, `session:popup-blocked`, `session:other-account`, `session:failed`; the user can be
   * prompted again
   */
  async signInAgain(locale: string): Promise<void> {
    this.#keep(await signInAsSame(this.#options, this.#username ?? '', locale));
  }

  /**
   * Asks the user to confirm that it is they, for a change that needs a recent sign-in; concurrent calls share one prompt.
   * @returns whether they did, so that the request can be repeated; false where the page cannot ask
   */
  confirm(): Promise<boolean> {
    if (!this.#asksInPlace || !this.#saved) return Promise.resolve(false);
    return this.#confirmation.ask();
  }

  /** Confirms by signing in again (`signInAgain`). The new session replaces the earlier one. */
  async confirmIdentity(locale: string): Promise<void> {
    await this.signInAgain(locale);
    this.answerConfirmation(true);
  }

  /** Ends the prompt: requests that wait are repeated, or fail with the portal's reason. */
  answerConfirmation(done: boolean): void {
    this.#confirmation.answer(done);
  }

  /** Continues without signing in: waiting requests fail because the sign-in has ended. */
  giveUp(): void {
    this.#answered?.();
  }

  /** Uses the organisation's current settings. */
  configure(settings: Pick<SessionOptions, 'appId' | 'mode'>): void {
    this.#options = { ...this.#options, ...settings };
    if (settings.appId) this.#key = savedSessionKey(this.#options.restUrl, settings.appId);
  }

  /** Stores unsaved work before the page reloads itself; it is restored afterwards, as after a sign-in. */
  readonly keepWork = (): Promise<void> => this.#work.keepForReload();

  /** Completes a redirect; returns the path where the sign-in started, or undefined in a popup, which closes itself. */
  async complete(): Promise<string | undefined> {
    this.#returned = returnedState(this.#options.page);
    const { completeSignIn } = await loadCompletion();
    const done = await completeSignIn(this.#options);
    if (!done) return undefined;
    // The page has only just been loaded, and anyone may have signed in.
    this.#username = undefined;
    this.#keep(done.session);
    return done.returnTo;
  }

  /** Ends the sign-in here, in the other tabs and in the portal. */
  signOut(): void {
    if (this.#saved) revokeSession(this.#options, this.#saved);
    this.#drop();
  }

  async #requestRenewal(saved: SavedSession): Promise<string> {
    if (saved.unverified) return this.#afterEnd(saved);
    try {
      const renewed = await renewSession(this.#options, saved);
      // The user may have signed out meanwhile; a late renewal must not sign them in again.
      if (this.#saved === saved) this.#keep(renewed);
    } catch (cause) {
      if (!wasRefused(cause)) {
        // Another sign-in meanwhile has a timer of its own.
        if (this.#saved === saved) this.#wake(renewRetry, () => void this.renew(saved.token).catch(() => {}));
        throw new MappingError('portal:unreachable', 'The portal could not be reached', { status: 0, cause });
      }
      if (this.#saved === saved) return this.#afterEnd(saved);
    }
    return this.#current();
  }

  #untilSettled(renewal: Promise<string>): Promise<string> {
    return renewal.finally(() => {
      this.#renewal = undefined;
      this.#notify();
    });
  }

  /** @returns the token of the sign-in that followed; empty: none */
  async #afterEnd(saved: SavedSession): Promise<string> {
    await this.#end(saved);
    return this.#current();
  }

  /** @throws MappingError `session:other-account` */
  #current(): string {
    if (this.#left) throw this.#left;
    return this.#saved?.token ?? '';
  }

  #keep(saved: SavedSession): void {
    storeSession(this.#options.page, this.#key, saved);
    this.#adopt(saved);
  }

  /** Ends a session. During work the user is prompted first, if the page can do that. */
  async #end(saved: SavedSession): Promise<void> {
    if (this.#takeOver(saved)) return;
    if (this.#asksInPlace && this.#credential) {
      await new Promise<void>((resolve) => {
        this.#answered = resolve;
        this.#notify();
      });
      this.#answered = undefined;
      this.#notify();
      // Signed in again meanwhile, here or in another tab.
      if (this.#saved !== saved || this.#takeOver(saved)) return;
    }
    this.#expired = true;
    if (this.#credential) return this.#drop();
    // Found when the page was loaded: nobody signed out, so it stays for the other tabs, which may hold unsaved work.
    this.#ended = saved.token;
    this.#options.page.sessionStorage.removeItem(this.#key);
    this.#adopt(undefined);
  }

  /** Uses another tab's sign-in if that tab signed in again while this one was requesting the portal. */
  #takeOver({ token }: SavedSession): boolean {
    const kept = parseSavedSession(this.#options.page.localStorage.getItem(this.#key));
    if (!kept || kept.token === token || kept.expires <= Date.now()) return false;
    this.#adopt(kept);
    return true;
  }

  #drop(): void {
    dropSession(this.#options.page, this.#key);
    this.#adopt(undefined);
  }

  /** Whether it is the sign-in of someone else than the person of this page. */
  #isOther(saved: SavedSession): boolean {
    return this.#username !== undefined && saved.username !== this.#username;
  }

  /** Rejects what waits: it must not continue as another person. Work is stored while the page's own person is known. */
  #leave(): void {
    if (this.#left) return;
    this.#left = otherAccount();
    this.#options.page.clearTimeout(this.#timer);
    this.#saved = undefined;
    this.#answered?.();
    this.answerConfirmation(false);
    void reloadForOtherPerson(this.#options.page, this.#work.keepForReload);
  }

  #adopt(saved: SavedSession | undefined): void {
    if (this.#left || (saved && this.#isOther(saved))) return this.#leave();
    this.#saved = saved;
    if (saved) {
      this.#expired = false;
      this.#username = saved.username;
    }
    this.#answered?.();
    this.#credential = saved && credentialOf(this.#options, saved);
    this.#plan(saved);
    this.#notify();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }

  /** Sets the timer for the token's renewal, or the end of the sign-in's day. */
  #plan(saved: SavedSession | undefined): void {
    if (!saved) return this.#options.page.clearTimeout(this.#timer);
    const { renewal, end } = eventsOf(saved, Date.now());
    this.#wake(Math.max(Math.min(renewal, end) - Date.now(), 1000), () => {
      if (Date.now() >= end) this.#endOfDay(saved);
      else void this.renew(saved.token).catch(() => {});
    });
  }

  /** Makes requests wait for the user's answer, as they wait for a renewal. */
  #endOfDay(saved: SavedSession): void {
    const ended = this.#afterEnd(saved);
    ended.catch(() => {}); // No request may wait for it.
    if (!this.asking || this.#renewal) return;
    this.#renewal = this.#untilSettled(ended);
    this.#renewal.catch(() => {});
  }

  #wake(after: number, action: () => void): void {
    this.#options.page.clearTimeout(this.#timer);
    this.#timer = this.#options.page.setTimeout(action, after);
  }

  #watchOtherTabs(): void {
    watchStoredSession(
      this.#options.page,
      () => this.#key,
      (saved) => {
        // While this page prompts, others must not end its session; one of this tab only they never end.
        if (!saved && (this.asking || this.unverified)) return;
        if (saved?.token === this.#saved?.token || (saved && saved.token === this.#ended)) return;
        // Their map and forms would stay on the screen.
        if (!saved && this.#credential) this.#leave();
        else this.#adopt(saved);
      },
    );
  }
}
