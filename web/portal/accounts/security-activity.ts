import { accountPath } from '../paths.ts';
import type { PortalConnection } from '../portal-connection.ts';
import { portalRequest } from '../portal-request.ts';

/** A sign-in with a new browser, a failed one, or a change of credentials. */
export interface SecurityEvent {
  id: number;
  /** Stable code such as `person.password-changed`. */
  act: string;
  /** Epoch milliseconds. */
  at: number;
  /** Who did it, where that was another user. */
  by: string | null;
  detail: { app?: string; agent?: string; address?: string };
}

/** The latest events of an account, newest first; embedded portal only. */
export async function loadSecurityActivity(
  connection: PortalConnection,
  username: string,
  signal?: AbortSignal,
): Promise<SecurityEvent[]> {
  const path = `${accountPath(username)}/securityActivity`;
  return (await portalRequest<{ activity: SecurityEvent[] }>(connection, path, { signal })).activity;
}
