import { type Selectable, sql } from 'kysely';
import { limits } from '../../../limits.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { PortalTables } from '../../../platform/database/tables/portal.ts';
import { randomId } from '../../identity/random-token.ts';
import { storedJson } from '../../../platform/safety/stored-text.ts';

export type NotificationRow = Selectable<PortalTables['portal_notification']>;

/** ArcGIS clients ignore types that they do not know. */
const notificationTypes = [
  'user_invite',
  'user_invitation_accepted',
  'user_invitation_declined',
  'item_comment',
  'item_comment_mention',
  'item_reassigned',
  'map_problems',
  'account_security',
  'message',
] as const;

/** The most notifications that a user has. */
export const maxNotifications = limits.notifications * notificationTypes.length;

/** An event of which users are notified. */
export interface PortalEvent {
  type: (typeof notificationTypes)[number];
  /** With `fromUsername` where a user caused it: each gets a few of one sender per hour. */
  data: Record<string, unknown>;
  /** Of an administrator: each gets all of them. */
  isUnlimited?: boolean;
}

const hour = 3_600_000;

/**
 * Notifies users, in the transaction of the event. The oldest notifications of the type above the limit are deleted, and none of
 * another type: comments and messages, which any member sends, remove no notice of a sign-in.
 * @returns who was notified: not those who have had as many of the sender within the hour as one gets
 */
export async function notify(
  database: Database,
  usernames: readonly string[],
  { type, data, isUnlimited = false }: PortalEvent,
  now: number,
): Promise<string[]> {
  const names = [...new Set(usernames)];
  if (names.length === 0) return [];
  const stored = storedJson(data);
  const from = data['fromUsername'];
  const sender = typeof from === 'string' && !isUnlimited ? from : null;
  const { rows } = await sql<{ username: string }>`
    insert into portal_notification (id, username, type, data, created_at)
    select id, username, ${type}::text, ${stored}::jsonb, ${now}::bigint
    from unnest(${names.map(() => randomId())}::text[], ${names}::text[]) as notified (id, username)
    where ${sender}::text is null or (
      select count(*) from portal_notification earlier
      where earlier.username = notified.username and earlier.created_at > ${now - hour}::bigint
        and earlier.type = ${type}::text and earlier.data ->> 'fromUsername' = ${sender}::text
    ) < ${limits.notificationsFromSender}
    returning username`.execute(database);
  // Those that another transaction is deleting are skipped, so that neither waits for the other.
  await sql`
    delete from portal_notification where id in (
      select id from portal_notification where id in (
        select id from (
          select id, row_number() over (partition by username order by created_at desc, id) as place
          from portal_notification where username = any(${names}::text[]) and type = ${type}::text
        ) ranked where place > ${limits.notifications})
      for update skip locked)`.execute(database);
  return rows.map(({ username }) => username);
}

/** Deletes a user's notifications of a type about an item, after their cause has gone. */
export async function withdraw(
  database: Database,
  username: string,
  { type, itemId }: { type: PortalEvent['type']; itemId: string },
): Promise<void> {
  await database
    .deleteFrom('portal_notification')
    .where('username', '=', username)
    .where('type', '=', type)
    .where(sql<string>`data ->> 'itemId'`, '=', itemId)
    .execute();
}

/** A user's notifications, newest first. */
export async function listNotifications(database: Database, username: string): Promise<NotificationRow[]> {
  return database
    .selectFrom('portal_notification')
    .selectAll()
    .where('username', '=', username)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
}

export async function findNotification(
  database: Database,
  username: string,
  id: string,
): Promise<NotificationRow | undefined> {
  return database
    .selectFrom('portal_notification')
    .selectAll()
    .where('id', '=', id)
    .where('username', '=', username)
    .executeTakeFirst();
}

/** @returns whether there was one */
export async function deleteNotification(database: Database, username: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom('portal_notification')
    .where('id', '=', id)
    .where('username', '=', username)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
