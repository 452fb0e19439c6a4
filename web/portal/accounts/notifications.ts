import { accountPath } from '../paths.ts';
import { portalError } from '../portal-error.ts';
import type { PortalConnection } from '../portal-connection.ts';
import { portalRequest } from '../portal-request.ts';

/** An event of which the portal notified a user. */
export interface PortalNotification {
  id: string;
  /** Such as `user_invite`; portals have types of their own. */
  type: string;
  /** Epoch milliseconds. */
  received: number;
  /** What happened, by type. */
  data?: Record<string, unknown> | null;
}

/**
 * The user's own notifications (`community/users/{u}/notifications`), newest first.
 * @returns null where the portal has none, and rejects their address
 */
export async function listNotifications(
  connection: PortalConnection,
  username: string,
  signal?: AbortSignal,
): Promise<PortalNotification[] | null> {
  const path = `${accountPath(username)}/notifications`;
  try {
    const response = await portalRequest<{ notifications?: PortalNotification[] }>(connection, path, {
      signal,
    });
    return (response.notifications ?? []).toSorted((one, other) => other.received - one.received);
  } catch (cause) {
    if ([400, 404].includes(portalError(cause).status)) return null;
    throw cause;
  }
}

/** Notifications deleted at once. */
const deletedAtOnce = 6;

/** Deletes notifications of the user, one request each, as portals have no other. */
export async function deleteNotifications(
  connection: PortalConnection,
  username: string,
  ids: readonly string[],
): Promise<void> {
  const waiting = [...ids];
  const next = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift())
      await portalRequest(
        connection,
        `${accountPath(username)}/notifications/${encodeURIComponent(id)}/delete`,
        { body: {} },
      );
  };
  await Promise.all(Array.from({ length: Math.min(deletedAtOnce, ids.length) }, next));
}
