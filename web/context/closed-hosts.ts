import { useSyncExternalStore } from 'react';
import { hostOf } from '../../wire/map-hosts.ts';
import { closedHosts } from './page-hosts.ts';

let stopped: readonly string[] = [];
/** Hosts that the user dismissed on this page. */
const dismissed = new Set<string>();
const listeners = new Set<() => void>();

function change(next: readonly string[]): void {
  stopped = next;
  for (const listener of listeners) listener();
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
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => stopped,
  );
}
