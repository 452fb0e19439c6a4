import { storePageHosts } from '../api/maps.ts';
import { oncePerTab } from './once-per-tab.ts';
import { parseHosts, printHosts } from '../../wire/map-hosts.ts';

/** Where pages of this origin record the hosts that they have opened; followed by the organisation. */
const recordKey = 'mapping.opened-hosts:';

/** Hosts that pages of this origin have opened. @throws where the browser stores nothing */
function recordedHosts(org: string): string[] {
  return parseHosts(localStorage.getItem(recordKey + org) ?? '');
}

/** Hosts of this browser's cookie, as the server read them. */
function openedHosts(): string[] {
  const listed = document.querySelector<HTMLMetaElement>('meta[name="hosts"]');
  return listed?.dataset['opened']?.split(' ').filter(Boolean) ?? [];
}

/** Allows hosts for the pages of an organisation in this browser, from the next page load. */
export async function openHosts(org: string, hosts: readonly string[]): Promise<void> {
  let earlier = openedHosts();
  try {
    // Another tab may have opened some since this page was loaded.
    earlier = recordedHosts(org);
    localStorage.setItem(recordKey + org, printHosts([...hosts, ...earlier]));
  } catch {
    // The cookie is enough.
  }
  await storePageHosts(org, parseHosts(printHosts([...hosts, ...earlier])));
}

/**
 * Closes hosts that no page of this origin has opened: pages on another port of the host share its cookies,
 * and may have stored one that was made in another browser. `localStorage` is per origin, cookies are not.
 */
export async function closeForeignHosts(org: string, reload = () => location.reload()): Promise<void> {
  if (!navigator.cookieEnabled) return;
  try {
    const recorded = recordedHosts(org);
    if (openedHosts().every((host) => recorded.includes(host))) return;
    // Once: if the browser keeps the cookie nevertheless, the page would reload for ever.
    if (!oncePerTab(closedKey, org)) return;
    await storePageHosts(org, recorded);
  } catch {
    return;
  }
  reload();
}

/** Where a tab records the organisations for which it has closed such hosts. */
const closedKey = 'mapping.hosts-closed';
