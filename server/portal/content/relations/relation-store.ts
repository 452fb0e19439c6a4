import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
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

export async function addRelation(database: Database, relation: Relation): Promise<void> {
  await database
    .insertInto('portal_item_relation')
    .values(relation)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
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
