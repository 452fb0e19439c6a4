import { useSyncExternalStore } from 'react';
import { MappingError } from '../../wire/errors.ts';
import {
  hostOf,
  hostsOutside,
  hostsCookie,
  parseHostsCookie,
  printHostsCookie,
} from '../../wire/map-hosts.ts';

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

/** Seconds for which a browser stores the hosts of an organisation's maps. */
const cookieSeconds = 180 * 24 * 60 * 60;

/** Allows hosts for the pages of an organisation in this browser, from the next page load. */
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

/**
 * Whether a page that is loaded again may load from these hosts: not where the browser stores no cookies, or not so many hosts. A
 * page that offered it nevertheless would offer it for ever.
 */
export function mayOpenHosts(hosts: readonly string[]): boolean {
  return (
    navigator.cookieEnabled && hostsOutside(parseHostsCookie(printHostsCookie(hosts)), hosts).length === 0
  );
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

/** Reloads the page with additional allowed hosts; where the browser stores no cookies, a notice says so instead. */
export async function reloadWithHosts(
  hosts: readonly string[],
  { org, keepWork, reload = () => location.reload() }: ReloadWithHosts,
): Promise<void> {
  if (!navigator.cookieEnabled) {
    const message = 'The browser stores no cookies of this website.';
    return changeFailure(new MappingError('app:no-cookies', message));
  }
  openHosts(org, hosts);
  await keepWork().catch(() => {});
  reload();
}

/**
 * Allows the hosts of what is about to be shown. A page cannot widen its policy, so it reloads, once for the same
 * hosts: if that did not help, as without cookies, it continues with what it has.
 *
 * @returns whether the page is being loaded again
 */
export function openHostsOnce(hosts: readonly string[], options: ReloadWithHosts): boolean {
  const closed = closedHosts(hosts);
  if (!navigator.cookieEnabled) return false;
  const key = openedKey + options.org;
  try {
    const before = sessionStorage.getItem(key)?.split(' ') ?? [];
    if (closed.every((host) => before.includes(host))) return false;
    sessionStorage.setItem(key, [...new Set([...before, ...closed])].join(' '));
  } catch {
    // Without session storage it could reload forever, so it does not.
    return false;
  }
  void reloadWithHosts(closed, options);
  return true;
}

/** Resolves once the page may request these hosts, or will not be able to. Never resolves if the page is being loaded again. */
export async function awaitHosts(hosts: readonly string[], options: ReloadWithHosts): Promise<void> {
  if (openHostsOnce(hosts, options)) await new Promise<never>(() => {});
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
