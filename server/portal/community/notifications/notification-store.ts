import { type Selectable, sql } from 'kysely';
import { limits } from '../../../limits.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { PortalTables } from '../../../platform/database/tables/portal.ts';
import { randomId } from '../../identity/random-token.ts';

export type NotificationRow = Selectable<PortalTables['portal_notification']>;

/** An event of which users are notified. ArcGIS clients ignore types that they do not know. */
export interface PortalEvent {
  type:
    | 'user_invite'
    | 'user_invitation_accepted'
    | 'user_invitation_declined'
    | 'item_comment'
    | 'item_comment_mention'
    | 'item_reassigned'
    | 'account_security'
    | 'message';
  data: Record<string, unknown>;
}

/** Notifies users, in the transaction of the event; the oldest notifications above the limit are deleted. */
export async function notify(
  database: Database,
  usernames: readonly string[],
  { type, data }: PortalEvent,
  now: number,
): Promise<void> {
  const names = [...new Set(usernames)];
  if (names.length === 0) return;
  const stored = JSON.stringify(data);
  await sql`
    insert into portal_notification (id, username, type, data, created_at)
    select id, username, ${type}::text, ${stored}::jsonb, ${now}::bigint
    from unnest(${names.map(() => randomId())}::text[], ${names}::text[]) as notified (id, username)`.execute(
    database,
  );
  // Those that another transaction is deleting are skipped, so that neither waits for the other.
  await sql`
    delete from portal_notification where id in (
      select id from portal_notification where id in (
        select id from (
          select id, row_number() over (partition by username order by created_at desc, id) as place
          from portal_notification where username = any(${names}::text[])
        ) ranked where place > ${limits.notifications})
      for update skip locked)`.execute(database);
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
