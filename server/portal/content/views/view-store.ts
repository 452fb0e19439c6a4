import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { prepared } from '../../../platform/database/prepared.ts';
import { noteIfPossible, withoutSecondNode } from '../../../platform/database/stand-in.ts';
import { createHash } from 'node:crypto';
import type { PortalCall } from '../../operation.ts';

/**
 * Records that a user opened an item; the first time on a day it counts as a view. One statement, so that the
 * same user in two tabs counts once.
 * @returns whether it counted
 */
export async function saveView(
  database: Database,
  view: { itemId: string; viewer: string; day: number },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    with seen as (
      insert into portal_item_view (item_id, viewer, day)
      select cast(${view.itemId} as text), cast(${view.viewer} as text), cast(${view.day} as integer)
      where ${withoutSecondNode}
      on conflict do nothing
      returning item_id
    )
    update portal_item set num_views = num_views + 1 where id in (select item_id from seen) ${prepared}`.execute(
    database,
  );
  return numAffectedRows > 0n;
}

/** Deletes the records of earlier days. */
export async function forgetViewsBefore(database: Database, day: number): Promise<void> {
  await database.deleteFrom('portal_item_view').where('day', '<', day).execute();
}

const dayMilliseconds = 86_400_000;
/** The day whose predecessors have been deleted, by database. */
const cleared = new WeakMap<object, number>();

/**
 * Counts the opening of an item once a day per user. A visitor is identified by address and browser; only a
 * hash of both with the day and the item is stored, for that day.
 */
export async function countView(
  { context, caller, request }: Pick<PortalCall, 'context' | 'caller' | 'request'>,
  itemId: string,
): Promise<void> {
  const day = Math.floor(context.now() / dayMilliseconds);
  const who =
    caller.kind === 'member'
      ? `member ${caller.username}`
      : `visitor ${request.ip} ${request.headers['user-agent'] ?? ''}`;
  const viewer = createHash('sha256').update(`${day} ${itemId} ${who}`).digest('base64url').slice(0, 22);
  await noteIfPossible(() => saveView(context.database, { itemId, viewer, day }));
  if (cleared.get(context.database) === day) return;
  cleared.set(context.database, day);
  await noteIfPossible(() => forgetViewsBefore(context.database, day));
}
