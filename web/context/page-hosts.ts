import { hostsBeyond, hostsCookie, parseHostsCookie, printHostsCookie } from '../../wire/map-hosts.ts';

/**
 * Hosts that the policy of this page does not let it load from. The server wrote into the page which it does; where it wrote
 * nothing, as in development, there is no policy.
 *
 * @param hosts sources of a Content-Security-Policy (`hostsOf`)
 */
export function closedHosts(hosts: readonly string[]): string[] {
  const listed = document.querySelector<HTMLMetaElement>('meta[name="hosts"]');
  if (!listed) return [];
  return hostsBeyond([location.origin, ...listed.content.split(' ').filter(Boolean)], hosts);
}

/** Seconds for which a browser keeps the hosts of an organisation's maps. */
const cookieSeconds = 180 * 24 * 60 * 60;

/** Opens hosts to the pages of an organisation in this browser, from the next page load on. */
export function openHosts(org: string, hosts: readonly string[]): void {
  const value = printHostsCookie([...hosts, ...openedHosts()]);
  const secure = location.protocol === 'https:' ? ';secure' : '';
  document.cookie = `${hostsCookie}=${value};path=/${org};max-age=${cookieSeconds};samesite=lax${secure}`;
}

function openedHosts(): string[] {
  const prefix = `${hostsCookie}=`;
  const found = document.cookie.split('; ').find((one) => one.startsWith(prefix));
  return parseHostsCookie(found?.slice(prefix.length) ?? '');
}

/** Where a tab notes for which hosts it has reloaded by itself; followed by the organisation. */
const openedKey = 'mapping.hosts-opened:';

export interface ReloadWithHosts {
  org: string;
  /** Stores unsaved work, so that it is open again afterwards. */
  keepWork: () => Promise<void>;
  /** How the page is loaded again. */
  reload?: () => void;
}

/** Loads the page again with hosts that it may load from. */
export async function reloadWithHosts(
  hosts: readonly string[],
  { org, keepWork, reload = () => location.reload() }: ReloadWithHosts,
): Promise<void> {
  openHosts(org, hosts);
  await keepWork().catch(() => {});
  reload();
}

/**
 * Opens the hosts of what is about to be shown. A page cannot widen its policy, so it is loaded again, once for the same hosts:
 * where that did not help, as without cookies, it goes on with what it has.
 *
 * @returns whether the page is being loaded again
 */
export function openHostsOnce(hosts: readonly string[], options: ReloadWithHosts): boolean {
  const closed = closedHosts(hosts);
  const key = openedKey + options.org;
  try {
    const before = sessionStorage.getItem(key)?.split(' ') ?? [];
    if (closed.every((host) => before.includes(host))) return false;
    sessionStorage.setItem(key, [...new Set([...before, ...closed])].join(' '));
  } catch {
    // Without storage for the tab it could reload for ever, so it does not.
    return false;
  }
  void reloadWithHosts(closed, options);
  return true;
}
