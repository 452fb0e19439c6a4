import type { ExpressionBuilder, Insertable, Updateable } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import type { Tables } from '../../../platform/database/tables.ts';
import { categoryTerms } from '../../search/text/term-lexeme.ts';
import { textVector } from '../../search/text/text-vector-store.ts';
import { itemColumns, type ItemRow } from './item-row.ts';

export type NewItem = Omit<Insertable<Tables['portal_item']>, 'search'>;
export type ItemChanges = Omit<Updateable<Tables['portal_item']>, 'search' | 'id'>;

/** For `exists`: whether any group has the item; favourites do not count. */
export function sharedWithGroups(eb: ExpressionBuilder<Tables, 'portal_item'>) {
  return eb
    .exists(
      eb
        .selectFrom('portal_item_group')
        .select('group_id')
        .whereRef('item_id', '=', 'portal_item.id')
        .where('favourite', '=', false),
    )
    .$castTo<boolean>();
}

/** An item and the groups it is shared with, ignoring visibility. */
export async function findItem(
  database: Database,
  id: string,
): Promise<(ItemRow & { groupIds: string[] }) | undefined> {
  const row = await database
    .selectFrom('portal_item')
    .select([...itemColumns])
    .select((eb) =>
      eb
        .selectFrom('portal_item_group')
        .select((group) => group.fn.agg<string[] | null>('array_agg', ['group_id']).as('ids'))
        .whereRef('item_id', '=', 'portal_item.id')
        .where('favourite', '=', false)
        .as('groupIds'),
    )
    .where('id', '=', id)
    .executeTakeFirst();
  return row && { ...row, groupIds: row.groupIds ?? [], shared: row.groupIds !== null };
}

export async function insertItem(database: Database, item: NewItem): Promise<void> {
  await database
    .insertInto('portal_item')
    .values({ ...item, search: itemVector({ ...empty, ...item }) })
    .execute();
}

/** Changes an item and its search index together; the caller sets `modified_at` for visible changes. */
export async function updateItem(database: Database, id: string, changes: ItemChanges): Promise<void> {
  await inTransaction(database, async (transaction) => {
    const row = await transaction
      .updateTable('portal_item')
      .set(changes)
      .where('id', '=', id)
      .returning(['owner', 'type', 'title', 'snippet', 'description', 'tags', 'type_keywords', 'categories'])
      .executeTakeFirst();
    if (!row || !searchable.some((column) => column in changes)) return;
    await transaction
      .updateTable('portal_item')
      .set({ search: itemVector(row) })
      .where('id', '=', id)
      .execute();
  });
}

/** Deletes the item with everything that depends on it; files have no foreign key. */
export async function deleteItem(database: Database, id: string): Promise<void> {
  await inTransaction(database, async (transaction) => {
    await transaction
      .deleteFrom('portal_file')
      .where('owner_kind', 'in', ['item', 'item-resource'])
      .where('owner_id', '=', id)
      .execute();
    await transaction.deleteFrom('portal_item').where('id', '=', id).execute();
  });
}

const searchable = [
  'owner',
  'type',
  'title',
  'snippet',
  'description',
  'tags',
  'type_keywords',
  'categories',
] as const;
type Searchable = Pick<ItemRow, (typeof searchable)[number]>;
const empty = { snippet: '', description: '', tags: [], type_keywords: [], categories: [] };

function itemVector(item: Searchable) {
  return textVector({
    title: item.title,
    tags: item.tags,
    snippet: item.snippet,
    description: item.description,
    terms: {
      title: [item.title],
      tag: item.tags,
      keyword: item.type_keywords,
      category: item.categories.flatMap(categoryTerms),
      // Word by word as well, because “web map” and names are typed among other words.
      type: item.type.split(' '),
      owner: [item.owner],
    },
  });
}
