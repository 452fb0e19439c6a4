import { useSyncExternalStore } from 'react';
import { hostOf } from '../../wire/map-hosts.ts';
import { closedHosts } from './page-hosts.ts';

let stopped: readonly string[] = [];
/** Those the person does not want to hear of again on this page. */
const dismissed = new Set<string>();
const listeners = new Set<() => void>();

function change(next: readonly string[]): void {
  stopped = next;
  for (const listener of listeners) listener();
}

/**
 * Collects the hosts from which the page's policy stopped data or pictures. Begins with the page, so that nothing is missed that
 * is stopped before there is a place to say so.
 * @returns a function that stops it
 */
export function watchClosedHosts(): () => void {
  const onViolation = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
    if (!/^(connect|img)-src/.test(effectiveDirective)) return;
    const host = hostOf(blockedURI);
    // One that is open was left for another by a redirect, and no event names that.
    if (!host || stopped.includes(host) || dismissed.has(host)) return;
    if (closedHosts([host]).length > 0) change([...stopped, host]);
  };
  document.addEventListener('securitypolicyviolation', onViolation);
  return () => {
    document.removeEventListener('securitypolicyviolation', onViolation);
    dismissed.clear();
  };
}

/** Says nothing more of those that were stopped. */
export function dismissClosedHosts(): void {
  for (const host of stopped) dismissed.add(host);
  change([]);
}

/** Hosts from which something was stopped, each once. */
export function useClosedHosts(): readonly string[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => stopped,
  );
}
