import { useCallback, useSyncExternalStore } from 'react';
import { useIdentity } from './application-context.ts';

/** The units people measure in. */
export type UnitSystem = 'metric' | 'imperial';

const key = 'mapping.units';
const listeners = new Set<() => void>();

/**
 * The units the person measures in: chosen on this device before, else those of their account, else of the portal, else
 * metric. A choice is followed at once by everything that shows a length.
 */
export function useUnitSystem(): [UnitSystem, (system: UnitSystem) => void] {
  const { user, portal } = useIdentity();
  const chosen = useSyncExternalStore(subscribe, () => localStorage.getItem(key));
  const choose = useCallback((system: UnitSystem) => {
    localStorage.setItem(key, system);
    for (const listener of listeners) listener();
  }, []);
  const given = chosen ?? user?.units ?? portal?.units;
  // Portals say “english” for what is imperial.
  return [given === 'imperial' || given === 'english' ? 'imperial' : 'metric', choose];
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
