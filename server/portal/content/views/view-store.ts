import { sql } from 'kysely';
import { limits } from '../../../limits.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { deleteAllExpired } from '../../../platform/database/expired-rows-store.ts';
import { withoutSecondNode } from '../../../platform/database/stand-in.ts';

/** The opening of an item, which counts once. */
export interface View {
  itemId: string;
  /** A hash of the viewer, made with the day and the item. */
  viewer: string;
  /** Days since 1970, in UTC. */
  day: number;
}

const columns = (views: readonly View[]) => sql`unnest(
  cast(${views.map(({ itemId }) => itemId)} as text[]),
  cast(${views.map(({ viewer }) => viewer)} as text[]),
  cast(${views.map(({ day }) => day)} as integer[])) as given (item_id, viewer, day)`;

/**
 * Stores views and adds new ones to `num_views`, once an item. Nothing is written for those that are stored already: every
 * statement that changes items ends the validity of stored search results (docs/decisions/0035).
 * @returns items that others are changing: their views were not stored
 */
export async function storeViews(database: Database, views: readonly View[]): Promise<ReadonlySet<string>> {
  const { rows: fresh } = await sql<{ item_id: string }>`
    select distinct given.item_id from ${columns(views)} join portal_item on portal_item.id = given.item_id
    where not exists (select from portal_item_view as stored
      where (stored.item_id, stored.viewer, stored.day) = (given.item_id, given.viewer, given.day))`.execute(
    database,
  );
  if (fresh.length === 0) return new Set();
  return database.transaction().execute(async (transaction) => {
    // Without waiting, and in one order: an opening must not delay who changes the item, nor another process that stores views.
    const { rows: locked } = await sql<{ id: string }>`
      select id from portal_item where id = any(${fresh.map(({ item_id }) => item_id)}::text[]) and ${withoutSecondNode}
      order by id for no key update skip locked`.execute(transaction);
    const free = new Set(locked.map(({ id }) => id));
    const added = views.filter(({ itemId }) => free.has(itemId));
    const counts = await insertViews(transaction, added);
    if (counts.length > 0)
      await sql`
        update portal_item set num_views = num_views + counted.number
        from unnest(cast(${counts.map(({ item_id }) => item_id)} as text[]), cast(${counts.map(({ number }) => number)} as integer[]))
          as counted (item_id, number)
        where id = counted.item_id`.execute(transaction);
    return new Set(fresh.map(({ item_id }) => item_id).filter((id) => !free.has(id)));
  });
}

/** @returns the number of new ones by item */
async function insertViews(
  transaction: Database,
  views: readonly View[],
): Promise<{ item_id: string; number: number }[]> {
  const { rows } = await sql<{ item_id: string; number: number }>`
    with added as (
      insert into portal_item_view (item_id, viewer, day) select * from ${columns(views)}
      on conflict do nothing returning item_id
    )
    select item_id, count(*)::integer as number from added group by item_id`.execute(transaction);
  return rows;
}

/** Deletes the views of earlier days, a part at a time. */
export async function forgetViews(database: Database, now: number): Promise<void> {
  const today = Math.floor(now / 86_400_000);
  await deleteAllExpired(database, 'portal_item_view', sql`day < ${today}`, limits.viewsDeletedPerBatch);
}
