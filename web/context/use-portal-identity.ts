import { useSyncExternalStore } from 'react';
import type { PortalConnection } from '../portal/portal-connection.ts';

/** The identity with which the portal is currently queried. */
export interface PortalIdentity {
  /** Username of the signed-in user; empty for visitors. Part of the key of every query to the portal. */
  who: string;
  /** False while an earlier session is being restored: a query sent now might return another user's results. */
  known: boolean;
}

/** Follows the session of a connection; renders again when someone signs in or out, here or in another tab. */
export function usePortalIdentity({ session }: PortalConnection): PortalIdentity {
  const who = useSyncExternalStore(session.subscribe, () => session.credential?.userId ?? '');
  const known = useSyncExternalStore(session.subscribe, () => !session.restoring);
  return { who, known };
}
