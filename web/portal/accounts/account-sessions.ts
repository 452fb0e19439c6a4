import type { PortalConnection } from '../portal-connection.ts';
import { portalRequest } from '../portal-request.ts';
import { accountPath } from './list-accounts.ts';

/** One sign-in that still lives. Times are epoch milliseconds. */
export interface AccountSession {
  id: string;
  /** Title of the application; null for programs that are not registered. */
  app: string | null;
  /** What the client calls itself (`User-Agent`). */
  agent: string;
  started: number;
  lastUsed: number;
  expires: number;
  /** Whether it is the one that asked. */
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

/** Ends every session of a person. @param keepCurrent but for the one that asks */
export async function endSessions(
  connection: PortalConnection,
  username: string,
  keepCurrent: boolean,
): Promise<void> {
  await portalRequest(connection, `${accountPath(username)}/endSessions`, { body: { keepCurrent } });
}
