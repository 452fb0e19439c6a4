import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';

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
      values (${view.itemId}, ${view.viewer}, ${view.day})
      on conflict do nothing
      returning item_id
    )
    update portal_item set num_views = num_views + 1 where id in (select item_id from seen)`.execute(
    database,
  );
  return numAffectedRows > 0n;
}

/** Deletes the records of earlier days. */
export async function forgetViewsBefore(database: Database, day: number): Promise<void> {
  await database.deleteFrom('portal_item_view').where('day', '<', day).execute();
}
