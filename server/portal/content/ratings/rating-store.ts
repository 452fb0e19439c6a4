import { type RawBuilder, sql } from 'kysely';
import { type Database, inTransaction } from '../../../platform/database/connect.ts';

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
    await transaction.selectFrom('portal_item').select('id').where('id', '=', itemId).forUpdate().execute();
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

function ofItem(aggregate: RawBuilder<unknown>, itemId: string): RawBuilder<number> {
  return sql<number>`(select ${aggregate} from portal_rating where item_id = ${itemId})`;
}
