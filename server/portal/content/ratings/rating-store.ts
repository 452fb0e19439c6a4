import { type RawBuilder, sql } from 'kysely';
import { type Database, inTransaction } from '../../../platform/database/connect.ts';
import { lockItem } from '../items/item-store.ts';

export interface Rating {
  rating: number;
  created_at: number;
}

export async function findRating(
  database: Database,
  itemId: string,
  username: string,
): Promise<Rating | undefined> {
  return database
    .selectFrom('portal_rating')
    .select(['rating', 'created_at'])
    .where('item_id', '=', itemId)
    .where('username', '=', username)
    .executeTakeFirst();
}

/** Stores or deletes a user's rating; the item's count and mean are updated in the same transaction. */
export async function saveRating(
  database: Database,
  itemId: string,
  username: string,
  rating: Rating | undefined,
): Promise<void> {
  await inTransaction(database, async (transaction) => {
    // Two concurrent ratings would each count without the other, so the item's row is locked.
    await lockItem(transaction, itemId);
    if (rating) {
      await transaction
        .insertInto('portal_rating')
        .values({ item_id: itemId, username, ...rating })
        .onConflict((conflict) => conflict.columns(['item_id', 'username']).doUpdateSet(rating))
        .execute();
    } else {
      await transaction
        .deleteFrom('portal_rating')
        .where('item_id', '=', itemId)
        .where('username', '=', username)
        .execute();
    }
    await transaction
      .updateTable('portal_item')
      .set({
        num_ratings: ofItem(sql`count(*)`, itemId),
        avg_rating: ofItem(sql`coalesce(avg(rating), 0)`, itemId),
      })
      .where('id', '=', itemId)
      .execute();
  });
}

/** Deletes a user's ratings; the items they are of are counted again. */
export async function deleteRatingsOf(transaction: Database, username: string): Promise<void> {
  const rated = await transaction
    .selectFrom('portal_item')
    .select('id')
    .where('id', 'in', (eb) =>
      eb.selectFrom('portal_rating').select('item_id').where('username', '=', username),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  await transaction.deleteFrom('portal_rating').where('username', '=', username).execute();
  await sql`update portal_item set num_ratings = counted.number, avg_rating = counted.mean
    from (
      select portal_item.id, count(rating) as number, coalesce(avg(rating), 0) as mean
      from portal_item left join portal_rating on portal_rating.item_id = portal_item.id
      where portal_item.id = any(${rated.map(({ id }) => id)}::text[]) group by portal_item.id
    ) as counted
    where portal_item.id = counted.id`.execute(transaction);
}

function ofItem(aggregate: RawBuilder<unknown>, itemId: string): RawBuilder<number> {
  return sql<number>`(select ${aggregate} from portal_rating where item_id = ${itemId})`;
}
