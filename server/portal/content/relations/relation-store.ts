import { sql } from 'kysely';
import { MappingError } from '../../../../wire/errors.ts';
import { limits } from '../../../limits.ts';
import { type Database, inTransaction } from '../../../platform/database/connect.ts';
import type { Caller } from '../../caller.ts';
import type { Page } from '../../search/parameters.ts';
import { findItemsByTitle, type ItemPage } from '../items/item-store.ts';

export interface Relation {
  origin_id: string;
  destination_id: string;
  type: string;
}

/** A page of the items at the other end of an item's relations visible to the caller, by title or the time of creation. */
export function findRelated(
  database: Database,
  itemId: string,
  {
    forward,
    types,
    page,
    created,
  }: { forward: boolean; types: readonly string[]; page: Page; created?: 'asc' | 'desc' | undefined },
  caller: Caller,
): Promise<ItemPage> {
  const [here, there] = forward
    ? (['origin_id', 'destination_id'] as const)
    : (['destination_id', 'origin_id'] as const);
  return findItemsByTitle(
    database,
    (eb) =>
      eb(
        'portal_item.id',
        'in',
        eb
          .selectFrom('portal_item_relation')
          .select(there)
          .where(here, '=', itemId)
          // One parameter, however many types: a statement has places for 65,535.
          .$if(types.length > 0, (query) =>
            query.where('type', '=', sql<string>`any(${[...types]}::text[])`),
          ),
      ),
    caller,
    page,
    created,
  );
}

/**
 * Adds a relation, or nothing when it exists. The origin is locked, so that concurrent requests cannot exceed its number together.
 * @throws MappingError `portal:too-many-relationships` (400)
 */
export async function addRelation(database: Database, relation: Relation): Promise<void> {
  await inTransaction(database, async (transaction) => {
    const origin = await transaction
      .selectFrom('portal_item')
      .select('org_id')
      .where('id', '=', relation.origin_id)
      .forNoKeyUpdate()
      .executeTakeFirst();
    const destination = await transaction
      .selectFrom('portal_item')
      .select('org_id')
      .where('id', '=', relation.destination_id)
      .executeTakeFirst();
    // Not a lock of the item: its owner changes it without waiting for other organisations.
    if (origin && destination && origin.org_id !== destination.org_id)
      await sql`select pg_advisory_xact_lock(hashtextextended(${relation.destination_id}, 55))`.execute(
        transaction,
      );
    const { numInsertedOrUpdatedRows = 0n } = await transaction
      .insertInto('portal_item_relation')
      .values(relation)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 0n || !origin || !destination) return;
    await refuseAbove(transaction, limits.relationsPerItem, (query) =>
      query.where('origin_id', '=', relation.origin_id),
    );
    if (origin.org_id === destination.org_id) return;
    await refuseAbove(transaction, limits.relationsOfOthers, (query) =>
      query
        .innerJoin('portal_item', 'portal_item.id', 'origin_id')
        .where('destination_id', '=', relation.destination_id)
        .where('portal_item.org_id', '=', origin.org_id),
    );
  });
}

type Relations = ReturnType<typeof relationsOf>;

function relationsOf(database: Database) {
  return database.selectFrom('portal_item_relation').select('portal_item_relation.type');
}

async function refuseAbove(
  database: Database,
  most: number,
  narrow: (query: Relations) => Pick<Relations, 'offset'>,
): Promise<void> {
  const beyond = await narrow(relationsOf(database)).offset(most).limit(1).executeTakeFirst();
  if (beyond)
    throw new MappingError(
      'portal:too-many-relationships',
      'The item has too many relationships. Delete some first.',
      {
        status: 400,
      },
    );
}

/** A view is derived from its source, and made of the source's data, as ArcGIS relates them. Threads load this too. */
export async function relateView(transaction: Database, view: string, source: string): Promise<void> {
  await addRelation(transaction, { origin_id: source, destination_id: view, type: 'Service2Service' });
  await addRelation(transaction, { origin_id: view, destination_id: source, type: 'Service2Data' });
}

export async function deleteRelation(database: Database, relation: Relation): Promise<void> {
  await database
    .deleteFrom('portal_item_relation')
    .where('origin_id', '=', relation.origin_id)
    .where('destination_id', '=', relation.destination_id)
    .where('type', '=', relation.type)
    .execute();
}
