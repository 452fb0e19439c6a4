import { type ParsedUrlState, parseUrlState, printUrlState, type UrlState } from '../../wire/url-state.ts';

type Follower = (parsed: ParsedUrlState) => void;

const followers = new Set<Follower>();

/** What the followers were told last, or what was written since; undefined while nobody follows. */
let told: string | undefined;

/** `popstate` comes first, and before anybody else hears it: until `hashchange` the old view could be written over the new address. */
const events = ['popstate', 'hashchange'] as const;

/**
 * Hears what the address says whenever the person goes back or forward, or changes it. It is read once for all: between two
 * listeners of their own React would draw, and what then writes the address would take away what the second has yet to read.
 * @returns how to stop hearing
 */
export function followAddress(follower: Follower): () => void {
  if (followers.size === 0) {
    told = location.hash;
    for (const event of events) window.addEventListener(event, tell, { capture: true });
  }
  followers.add(follower);
  return () => {
    followers.delete(follower);
    if (followers.size > 0) return;
    told = undefined;
    for (const event of events) window.removeEventListener(event, tell, { capture: true });
  };
}

/**
 * Writes into the address what the page shows; the router's own entry stays as it is. An address that the person has changed
 * before anybody heard of it is told instead of being written over.
 */
export function writeAddress(change: (state: UrlState) => UrlState): void {
  if (told !== undefined && told !== location.hash) return tell();
  const hash = printUrlState(change(parseUrlState(location.hash).state), location.hash);
  if (hash === location.hash) return;
  history.replaceState(history.state, '', hash || location.pathname + location.search);
  if (told !== undefined) told = location.hash;
}

function tell(): void {
  told = location.hash;
  const parsed = parseUrlState(told);
  for (const follower of followers) follower(parsed);
}
