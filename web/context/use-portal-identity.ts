import { useSyncExternalStore } from 'react';
import type { PortalConnection } from '../portal/portal-connection.ts';

/** As whom the portal is asked just now. */
export interface PortalIdentity {
  /** Username of the person signed in; empty for visitors. Part of the key of every query to the portal. */
  who: string;
  /** False while an earlier sign-in is being restored: a query made now might be answered to the wrong person. */
  known: boolean;
}

/** Follows the session of a connection; renders again when someone signs in or out, here or in another tab. */
export function usePortalIdentity({ session }: PortalConnection): PortalIdentity {
  const who = useSyncExternalStore(session.subscribe, () => session.credential?.userId ?? '');
  const known = useSyncExternalStore(session.subscribe, () => !session.restoring);
  return { who, known };
}
