import type { PortalConnection } from '../portal-connection.ts';
import { portalRequest } from '../portal-request.ts';
import { accountPath } from './list-accounts.ts';

/** An active session. Times are epoch milliseconds. */
export interface AccountSession {
  id: string;
  /** Title of the application; null for programs that are not registered. */
  app: string | null;
  /** The client's `User-Agent`. */
  agent: string;
  started: number;
  lastUsed: number;
  expires: number;
  /** Whether it is the session of this request. */
  current: boolean;
}

export async function listSessions(
  connection: PortalConnection,
  username: string,
  signal?: AbortSignal,
): Promise<AccountSession[]> {
  const path = `${accountPath(username)}/sessions`;
  return (await portalRequest<{ sessions: AccountSession[] }>(connection, path, { signal })).sessions;
}

export async function endSession(connection: PortalConnection, username: string, id: string): Promise<void> {
  const path = `${accountPath(username)}/sessions/${encodeURIComponent(id)}/end`;
  await portalRequest(connection, path, { body: {} });
}

/** Ends every session of a user. @param keepCurrent except the session of this request */
export async function endSessions(
  connection: PortalConnection,
  username: string,
  keepCurrent: boolean,
): Promise<void> {
  await portalRequest(connection, `${accountPath(username)}/endSessions`, { body: { keepCurrent } });
}
