import { type ParsedUrlState, parseUrlState } from '../../wire/url-state.ts';

type Follower = (parsed: ParsedUrlState) => void;

const followers = new Set<Follower>();

/** `popstate` comes first, and before anybody else hears it: until `hashchange` the old view could be written over the new address. */
const events = ['popstate', 'hashchange'] as const;

/**
 * Hears what the address says whenever the person goes back or forward, or changes it. It is read once for all: between two
 * listeners of their own React would draw, and what then writes the address would take away what the second has yet to read.
 * @returns how to stop hearing
 */
export function followAddress(follower: Follower): () => void {
  if (followers.size === 0)
    for (const event of events) window.addEventListener(event, tell, { capture: true });
  followers.add(follower);
  return () => {
    followers.delete(follower);
    if (followers.size > 0) return;
    for (const event of events) window.removeEventListener(event, tell, { capture: true });
  };
}

function tell(): void {
  const parsed = parseUrlState(location.hash);
  for (const follower of followers) follower(parsed);
}
