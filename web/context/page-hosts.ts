import { useSyncExternalStore } from 'react';
import { MappingError } from '../../wire/errors.ts';
import { oncePerTab } from './once-per-tab.ts';
import { hostOf, hostsOutside, parseHosts, printHosts } from '../../wire/map-hosts.ts';

/**
 * Hosts that this page's policy does not allow. The server wrote the allowed hosts into the page; without them, as in
 * development, there is no policy.
 *
 * @param hosts sources of a Content-Security-Policy (`hostsOf`)
 */
export function closedHosts(hosts: readonly string[]): string[] {
  const listed = document.querySelector<HTMLMetaElement>('meta[name="hosts"]');
  if (!listed) return [];
  return hostsOutside([location.origin, ...listed.content.split(' ').filter(Boolean)], hosts);
}

/**
 * Whether a page that is loaded again may load from these hosts: not where the browser stores no cookies, or
 * not so many hosts. A page that offered it nevertheless would offer it for ever.
 */
export function mayOpenHosts(hosts: readonly string[]): boolean {
  return navigator.cookieEnabled && hostsOutside(parseHosts(printHosts(hosts)), hosts).length === 0;
}

/** Where a tab records the hosts for which it has reloaded automatically; followed by the organisation. */
const openedKey = 'mapping.hosts-opened:';

export interface ReloadWithHosts {
  org: string;
  /** Stores unsaved work, so that it is restored afterwards. */
  keepWork: () => Promise<void>;
  /** How the page is loaded again. */
  reload?: () => void;
}

/**
 * Reloads the page with additional allowed hosts; where they cannot be stored, a notice says why instead.
 *
 * @returns whether the page is being loaded again
 */
export async function reloadWithHosts(
  hosts: readonly string[],
  { org, keepWork, reload = () => location.reload() }: ReloadWithHosts,
): Promise<boolean> {
  if (!navigator.cookieEnabled) {
    const message = 'The browser stores no cookies of this website.';
    changeFailure(new MappingError('app:no-cookies', message));
    return false;
  }
  try {
    const { openHosts } = await import('./opened-hosts.ts');
    await openHosts(org, hosts);
  } catch (error) {
    changeFailure(error as MappingError);
    return false;
  }
  await keepWork().catch(() => {});
  reload();
  return true;
}

/**
 * Allows the hosts of what is about to be shown. A page cannot widen its policy, so it reloads, once for the same
 * hosts: if that did not help, as without cookies, it continues with what it has.
 *
 * @returns whether the page is being loaded again
 */
export function openHostsOnce(hosts: readonly string[], options: ReloadWithHosts): boolean {
  return startOpening(hosts, options) !== undefined;
}

/** @returns whether the page is being loaded again; undefined if it need not, or has been for the same hosts */
function startOpening(hosts: readonly string[], options: ReloadWithHosts): Promise<boolean> | undefined {
  const closed = closedHosts(hosts);
  if (!navigator.cookieEnabled) return undefined;
  const added = closed.filter((host) => oncePerTab(openedKey + options.org, host));
  return added.length > 0 ? reloadWithHosts(closed, options) : undefined;
}

/**
 * Closes hosts that no page of this origin has opened (`opened-hosts.ts`). A browser may have deleted the
 * record of the page's own: maps open these again.
 */
export async function closeForeignHosts(org: string, reload = () => location.reload()): Promise<void> {
  const opened = await import('./opened-hosts.ts');
  await opened.closeForeignHosts(org, () => {
    sessionStorage.removeItem(openedKey + org);
    reload();
  });
}

/**
 * Resolves once the page may request these hosts, or will not be able to. Never resolves if the page is being
 * loaded again.
 */
export async function awaitHosts(hosts: readonly string[], options: ReloadWithHosts): Promise<void> {
  if (await startOpening(hosts, options)) await new Promise<never>(() => {});
}

let failure: MappingError | undefined;
let stopped: readonly string[] = [];
/** Hosts that the user dismissed on this page. */
const dismissed = new Set<string>();
const listeners = new Set<() => void>();

function change(next: readonly string[]): void {
  stopped = next;
  for (const listener of listeners) listener();
}

function changeFailure(next: MappingError | undefined): void {
  failure = next;
  for (const listener of listeners) listener();
}

/** Dismisses the notice that no hosts could be allowed. */
export function dismissHostsFailure(): void {
  changeFailure(undefined);
}

/** Why the hosts that the user allowed last could not be allowed. */
export function useHostsFailure(): MappingError | undefined {
  return useSyncExternalStore(listen, () => failure);
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Collects the hosts whose data or pictures the page's policy blocked. Starts with the page, so that nothing is missed
 * that is blocked before the notice is mounted.
 * @returns a function that stops it
 */
export function watchClosedHosts(): () => void {
  const onViolation = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
    if (!/^(connect|img)-src/.test(effectiveDirective)) return;
    const host = hostOf(blockedURI);
    // An allowed host redirected to another one, which no event names.
    if (!host || stopped.includes(host) || dismissed.has(host)) return;
    if (closedHosts([host]).length > 0) change([...stopped, host]);
  };
  document.addEventListener('securitypolicyviolation', onViolation);
  return () => {
    document.removeEventListener('securitypolicyviolation', onViolation);
    dismissed.clear();
  };
}

/** Dismisses the hosts blocked so far. */
export function dismissClosedHosts(): void {
  for (const host of stopped) dismissed.add(host);
  change([]);
}

/** Blocked hosts, each once. */
export function useClosedHosts(): readonly string[] {
  return useSyncExternalStore(listen, () => stopped);
}
