import type { Database } from '../../../platform/database/connect.ts';
import { visibleItems } from '../../access/item-condition.ts';
import type { Caller } from '../../caller.ts';
import { itemColumns, type ItemRow, sharedWithGroups } from '../items/item-store.ts';

export interface Relation {
  origin_id: string;
  destination_id: string;
  type: string;
}

/** Items at the other end of an item's relations visible to the caller, by title. */
export async function findRelated(
  database: Database,
  itemId: string,
  wanted: { forward: boolean; types: readonly string[] },
  caller: Caller,
): Promise<ItemRow[]> {
  const [here, there] = wanted.forward
    ? (['origin_id', 'destination_id'] as const)
    : (['destination_id', 'origin_id'] as const);
  let query = database
    .selectFrom('portal_item')
    .select([...itemColumns])
    .select((eb) => sharedWithGroups(eb).as('shared'))
    .where((eb) => visibleItems(eb, caller))
    .orderBy('title')
    .orderBy('id');
  query = query.where((eb) => {
    let related = eb.selectFrom('portal_item_relation').select(there).where(here, '=', itemId);
    if (wanted.types.length > 0) related = related.where('type', 'in', [...wanted.types]);
    return eb('portal_item.id', 'in', related);
  });
  return query.execute();
}

export async function addRelation(database: Database, relation: Relation): Promise<void> {
  await database
    .insertInto('portal_item_relation')
    .values(relation)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteRelation(database: Database, relation: Relation): Promise<void> {
  await database
    .deleteFrom('portal_item_relation')
    .where('origin_id', '=', relation.origin_id)
    .where('destination_id', '=', relation.destination_id)
    .where('type', '=', relation.type)
    .execute();
}
