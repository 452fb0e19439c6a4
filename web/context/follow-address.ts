import { type ParsedUrlState, parseUrlState, printUrlState, type UrlState } from '../../wire/url-state.ts';

type Follower = (parsed: ParsedUrlState) => void;

const followers = new Set<Follower>();

/** The address last sent to the followers, or written since; undefined without followers. */
let published: string | undefined;

/**
 * `popstate` fires first, and is handled before other listeners: until `hashchange` the old view could overwrite the
 * new address.
 */
const events = ['popstate', 'hashchange'] as const;

/**
 * Notifies the listener whenever the user navigates back or forward, or changes the address. It is read once for all
 * listeners: React could render between two separate ones, and a write to the address would then remove what the second
 * has yet to read.
 * @returns a function that unsubscribes
 */
export function followAddress(follower: Follower): () => void {
  if (followers.size === 0) {
    published = location.hash;
    for (const event of events) window.addEventListener(event, tell, { capture: true });
  }
  followers.add(follower);
  return () => {
    followers.delete(follower);
    if (followers.size > 0) return;
    published = undefined;
    for (const event of events) window.removeEventListener(event, tell, { capture: true });
  };
}

/**
 * Writes the page's state into the address; the router's own entry is unchanged. If the user has changed the address
 * and listeners have not been notified yet, they are notified instead of overwriting it.
 */
export function writeAddress(change: (state: UrlState) => UrlState): void {
  if (published !== undefined && published !== location.hash) return tell();
  const hash = printUrlState(change(parseUrlState(location.hash).state), location.hash);
  if (hash === location.hash) return;
  history.replaceState(history.state, '', hash || location.pathname + location.search);
  if (published !== undefined) published = location.hash;
}

function tell(): void {
  published = location.hash;
  const parsed = parseUrlState(published);
  for (const follower of followers) follower(parsed);
}
