import { useCallback, useSyncExternalStore } from 'react';
import { useIdentity } from './application-context.ts';

/** The unit systems for measurements. */
export type UnitSystem = 'metric' | 'imperial';

const key = 'mapping.units';
const listeners = new Set<() => void>();
/** The choice, if storage is full. */
let unstored: UnitSystem | undefined;

/**
 * The user's units: the choice on this device, else those of the account, else of the portal, else metric. A change
 * applies at once wherever lengths are shown.
 */
export function useUnitSystem(): [UnitSystem, (system: UnitSystem) => void] {
  const { user, portal } = useIdentity();
  const chosen = useSyncExternalStore(subscribe, () => unstored ?? localStorage.getItem(key));
  const choose = useCallback((system: UnitSystem) => {
    try {
      localStorage.setItem(key, system);
      unstored = undefined;
    } catch {
      unstored = system;
    }
    for (const listener of listeners) listener();
  }, []);
  const given = chosen ?? user?.units ?? portal?.units;
  // Portals call imperial units “english”.
  return [given === 'imperial' || given === 'english' ? 'imperial' : 'metric', choose];
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
