import {
  type Expression,
  type ExpressionBuilder,
  type Insertable,
  type Selectable,
  sql,
  type SqlBool,
  type Updateable,
} from 'kysely';
import { type ItemTextName, translationsOfItem } from '../../../../wire/item-translations.ts';
import type { Tables } from '../../../platform/database/tables.ts';
import { type Database, inTransaction } from '../../../platform/database/connect.ts';
import { prepared } from '../../../platform/database/prepared.ts';
import { visibleItems } from '../../access/item-condition.ts';
import type { ItemFacts } from '../../access/item-policy.ts';
import { itemNotFound } from '../../access/refusals.ts';
import type { Caller } from '../../caller.ts';
import { endTokensOfApps } from '../../identity/apps/app-token-store.ts';
import { type FittingPage, isSmallPage, loadFittingPage } from '../../search/fitting-page-store.ts';
import type { Page } from '../../search/parameters.ts';
import { textVector, vectorOfNewOwner } from '../../search/text/completion-store.ts';

/** An item as the stores read it: its row without what only statements use, and whether any group has it. */
export interface ItemRow extends Omit<Selectable<Tables['portal_item']>, 'search' | 'json_bytes'> {
  /** Shared with at least one group; favourites do not count. */
  shared: boolean;
}

export const itemColumns = [
  'portal_item.id',
  'portal_item.owner',
  'portal_item.org_id',
  'portal_item.folder_id',
  'portal_item.type',
  'portal_item.title',
  'portal_item.snippet',
  'portal_item.description',
  'portal_item.tags',
  'portal_item.type_keywords',
  'portal_item.categories',
  'portal_item.west',
  'portal_item.south',
  'portal_item.east',
  'portal_item.north',
  'portal_item.spatial_reference',
  'portal_item.url',
  'portal_item.name',
  'portal_item.access',
  'portal_item.culture',
  'portal_item.access_information',
  'portal_item.license_info',
  'portal_item.documentation',
  'portal_item.properties',
  'portal_item.size',
  'portal_item.num_views',
  'portal_item.num_ratings',
  'portal_item.avg_rating',
  'portal_item.comments_enabled',
  'portal_item.num_comments',
  'portal_item.protected',
  'portal_item.thumbnail',
  'portal_item.created_at',
  'portal_item.modified_at',
] as const;

export type NewItem = Omit<Insertable<Tables['portal_item']>, 'search' | 'json_bytes'>;
export type ItemChanges = Omit<Updateable<Tables['portal_item']>, 'search' | 'json_bytes' | 'id'>;

/** The groups that an item is shared with; favourites do not count. */
function groupsOf(eb: ExpressionBuilder<Tables, 'portal_item'>) {
  return eb
    .selectFrom('portal_item_group')
    .select('group_id')
    .whereRef('item_id', '=', 'portal_item.id')
    .where('favourite', '=', false);
}

const groupIds = (eb: ExpressionBuilder<Tables, 'portal_item'>) =>
  sql<string[]>`array(${groupsOf(eb)})`.as('groupIds');

/** Whether any group has the item. */
export function sharedWithGroups(eb: ExpressionBuilder<Tables, 'portal_item'>) {
  return eb.exists(groupsOf(eb)).$castTo<boolean>();
}

/** An item and the groups it is shared with, ignoring visibility. */
export async function findItem(
  database: Database,
  id: string,
): Promise<(ItemRow & { groupIds: string[] }) | undefined> {
  const row = await database
    .selectFrom('portal_item')
    .select([...itemColumns])
    .select(groupIds)
    .where('id', '=', id)
    .modifyEnd(prepared)
    .executeTakeFirst();
  return row && { ...row, shared: row.groupIds.length > 0 };
}

/** What decides who may see these items, by their ids, in one statement; see `findItem`. */
export async function findItemFacts(
  database: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ItemFacts & { type: string }>> {
  const rows = await database
    .selectFrom('portal_item')
    .select(['id', 'type', 'owner', 'org_id', 'access'])
    .select(groupIds)
    .where('id', '=', sql<string>`any(cast(${[...ids]} as text[]))`)
    .execute();
  return new Map(rows.map(({ id, ...facts }) => [id, facts]));
}

export async function insertItem(database: Database, item: NewItem): Promise<void> {
  await database
    .insertInto('portal_item')
    .values({ ...item, search: await itemVector({ ...empty, ...item, properties: parsed(item.properties) }) })
    .execute();
}

/**
 * Locks an item against others that change what it has or its numbers until the transaction ends, so that two are not counted without
 * each other; what refers to the item can be stored meanwhile.
 * @returns its number of comments; undefined when there is no such item
 */
export async function lockItem(
  transaction: Database,
  id: string,
): Promise<{ num_comments: number } | undefined> {
  return transaction
    .selectFrom('portal_item')
    .select('num_comments')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/**
 * Changes an item and its search index together; the caller sets `modified_at` for visible changes.
 * @throws MappingError `portal:item-not-found` when the item was deleted meanwhile: nothing was changed
 */
export async function updateItem(database: Database, id: string, changes: ItemChanges): Promise<void> {
  await inTransaction(database, async (transaction) => {
    const row = await transaction
      .updateTable('portal_item')
      .set(changes)
      .where('id', '=', id)
      .returning([...searchable])
      .executeTakeFirst();
    if (!row) throw itemNotFound();
    if (!searchable.some((column) => column in changes)) return;
    await transaction
      .updateTable('portal_item')
      .set({ search: await itemVector(row) })
      .where('id', '=', id)
      .execute();
  });
}

/** Gives all items of a user to another, in a folder. */
export async function giveItems(
  database: Database,
  from: string,
  to: { owner: string; folderId: string },
): Promise<void> {
  const search = vectorOfNewOwner(to.owner);
  await inTransaction(database, async (transaction) => {
    // In the order in which others lock several items.
    await transaction
      .selectFrom('portal_item')
      .select('id')
      .where('owner', '=', from)
      .orderBy('id')
      .forNoKeyUpdate()
      .execute();
    await transaction
      .updateTable('portal_item')
      .set({ owner: to.owner, folder_id: to.folderId, search })
      .where('owner', '=', from)
      .execute();
  });
}

/**
 * Deletes the item with everything that depends on it; files and sessions of its application have no foreign key.
 * @returns whether it was protected at last; undefined when there was no such item
 */
export async function deleteItem(database: Database, id: string): Promise<boolean | undefined> {
  return inTransaction(database, async (transaction) => {
    const apps = transaction.selectFrom('portal_app').select('client_id').where('item_id', '=', id);
    await endTokensOfApps(transaction, await apps.execute());
    // The item before its files, as requests that store one: otherwise each would wait for the other.
    await transaction.selectFrom('portal_item').select('id').where('id', '=', id).forUpdate().execute();
    await transaction
      .deleteFrom('portal_file')
      .where('owner_kind', 'in', ['item', 'item-resource'])
      .where('owner_id', '=', id)
      .execute();
    const deleted = await transaction
      .deleteFrom('portal_item')
      .where('id', '=', id)
      .returning('protected')
      .executeTakeFirst();
    return deleted?.protected;
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
  'properties',
] as const;
type Searchable = Pick<ItemRow, Exclude<(typeof searchable)[number], 'properties'>> & { properties: unknown };
const empty = { snippet: '', description: '', tags: [], type_keywords: [], categories: [] };
const parsed = (json: string | null | undefined): unknown => (json ? JSON.parse(json) : null);

async function itemVector(item: Searchable) {
  const translations = Object.values(translationsOfItem(item.properties));
  const inEveryLanguage = (name: ItemTextName) =>
    [item[name], ...translations.flatMap((texts) => texts[name] ?? [])].join('\n');
  return textVector({
    title: inEveryLanguage('title'),
    tags: item.tags,
    snippet: inEveryLanguage('snippet'),
    description: item.description,
    terms: {
      title: [item.title],
      tag: item.tags,
      keyword: item.type_keywords,
      category: item.categories,
      // Word by word as well, because “web map” and names are typed among other words.
      type: item.type.split(' '),
      owner: [item.owner],
    },
  });
}

/** A page of items: how many there are in all, and what `loadItems` found of the page. */
export interface ItemPage extends FittingPage<ItemRow> {
  total: number;
}

/** Items in the order of the ids, as many as fit into one response. Checks permissions again, as they may have just changed. */
export async function loadItems(
  database: Database,
  ids: readonly string[],
  caller: Caller,
): Promise<FittingPage<ItemRow>> {
  return loadFittingPage(database, 'portal_item', ids, (some, onlySmall) =>
    database
      .selectFrom('portal_item')
      .select([...itemColumns])
      .select((eb) => sharedWithGroups(eb).as('shared'))
      .where('portal_item.id', '=', sql<string>`any(${[...some]}::text[])`)
      .where((eb) => visibleItems(eb, caller))
      .$if(onlySmall, (query) => query.where(isSmallPage('portal_item', some)))
      .modifyEnd(prepared)
      .execute(),
  );
}

/**
 * A page of the items that a condition holds for and the caller may see, and the number of all of them.
 * @param created sorts by the time of creation instead of the title
 */
export async function findItemsByTitle(
  database: Database,
  condition: (eb: ExpressionBuilder<Tables, 'portal_item'>) => Expression<SqlBool>,
  caller: Caller,
  { num, start }: Page,
  created?: 'asc' | 'desc',
): Promise<ItemPage> {
  const found = database
    .selectFrom('portal_item')
    .where((eb) => eb.and([condition(eb), visibleItems(eb, caller)]));
  const [{ total }, ids] = await Promise.all([
    found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    found
      .select('portal_item.id')
      .$if(created !== undefined, (query) => query.orderBy('portal_item.created_at', created))
      .orderBy('title')
      .orderBy('id')
      .limit(num)
      .offset(start - 1)
      .execute(),
  ]);
  const page = await loadItems(
    database,
    ids.map(({ id }) => id),
    caller,
  );
  return { total: Number(total), ...page };
}
