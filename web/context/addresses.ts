import { type ParsedUrlState, parseUrlState, printUrlState, type UrlState } from '../../wire/url-state.ts';
import type { PortalItem } from '../portal/portal-types.ts';

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
    for (const event of events) window.addEventListener(event, notify, { capture: true });
  }
  followers.add(follower);
  return () => {
    followers.delete(follower);
    if (followers.size > 0) return;
    published = undefined;
    for (const event of events) window.removeEventListener(event, notify, { capture: true });
  };
}

/**
 * Writes the page's state into the address; the router's own entry is unchanged. If the user has changed the address
 * and listeners have not been notified yet, they are notified instead of overwriting it.
 * @returns false if they were notified instead
 */
export function writeAddress(change: (state: UrlState) => UrlState): boolean {
  if (published !== undefined && published !== location.hash) {
    notify();
    return false;
  }
  const hash = printUrlState(change(parseUrlState(location.hash).state), location.hash);
  if (hash === location.hash) return true;
  history.replaceState(history.state, '', hash || location.pathname + location.search);
  if (published !== undefined) published = location.hash;
  return true;
}

function notify(): void {
  published = location.hash;
  const parsed = parseUrlState(published);
  for (const follower of followers) follower(parsed);
}

/** Whether an item opens in the map viewer. */
export function opensInViewer({ type }: Pick<PortalItem, 'type'>): boolean {
  return type === 'Web Map' || type === 'Web Scene';
}

/** The URL that shows an item: maps in the viewer, everything else as details in the gallery. */
export function itemAddress(org: string, item: Pick<PortalItem, 'id' | 'type'>): string {
  if (!opensInViewer(item)) return detailsAddress(org, item);
  return `/${org}/map/wid/${item.id}${item.type === 'Web Scene' ? '?view=scene' : ''}`;
}

/** The details of an item, beside the gallery. */
export function detailsAddress(org: string, item: Pick<PortalItem, 'id' | 'type'>): string {
  return `/${org}/gallery?${item.type === 'Web Map' ? '' : 'type=all&'}item=${item.id}`;
}

/** The form that adds to a layer (docs/forms.md). */
export function formAddress(org: string, id: string): string {
  return `/${org}/form/${id}`;
}

/** Values for the URL of an organisation's feedback form at another address. */
export interface FeedbackValues {
  org: string;
  /** The page, with query and hash. */
  page: string;
  /** Language tag. */
  lang: string;
  /** The open map; empty without one. */
  map: string;
  /** Degrees; empty without a map. */
  lat: string;
  lng: string;
  /** A captured note; empty without one. */
  note: string;
}

/**
 * Fills `{org} {page} {lang} {map} {lat} {lng} {note}` in the form's URL, each value encoded; other braces
 * are left.
 */
export function feedbackAddress(template: string, values: FeedbackValues): string {
  return template.replaceAll(/\{(org|page|lang|map|lat|lng|note)\}/g, (_token, name: keyof FeedbackValues) =>
    encodeURIComponent(values[name]),
  );
}

/** Recorded in the history entry of each navigation to the details of an item: closing them navigates back. */
export const detailsStep = { details: true };
