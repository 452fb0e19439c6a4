import { type ExpressionBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import type { Tables } from '../../../platform/database/tables.ts';
import { visibleItems } from '../../access/item-condition.ts';
import type { ItemUse } from '../../../platform/documents/item-uses.ts';
import type { Caller } from '../../caller.ts';
import type { Page } from '../../search/parameters.ts';
import { findItemsByTitle, type ItemPage } from '../items/item-store.ts';

/** Replaces what an item uses, as `usesOf` reads it. */
export async function saveUses(database: Database, itemId: string, uses: readonly ItemUse[]): Promise<void> {
  await database.deleteFrom('portal_item_use').where('item_id', '=', itemId).execute();
  const rows = uses
    .filter(({ target }) => target !== itemId)
    .map(({ target, url }) => ({ item_id: itemId, target, url }));
  if (rows.length > 0) await database.insertInto('portal_item_use').values(rows).execute();
}

/** Gives a copy what the original uses. */
export async function copyUses(database: Database, fromId: string, toId: string): Promise<void> {
  await saveUses(database, toId, await usesOf(database, fromId).execute());
}

/** Relates a service with the views of it. */
const viewed = 'Service2Service';

/** What an item uses; a view uses the items of the services whose features it shows. */
function usesOf(database: Database, itemId: string) {
  return database
    .selectFrom('portal_item_use')
    .select(['target', 'url'])
    .where('item_id', '=', itemId)
    .union(
      database
        .selectFrom('portal_item_relation')
        .select(['origin_id as target', sql<string | null>`null`.as('url')])
        .where('destination_id', '=', itemId)
        .where('type', '=', viewed),
    );
}

/** A page of what an item uses, in order. */
export async function findUses(
  database: Database,
  itemId: string,
  page: Page,
): Promise<{ total: number; uses: ItemUse[] }> {
  const [{ total }, rows] = await Promise.all([
    database
      .selectFrom(usesOf(database, itemId).as('used'))
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
    usesOf(database, itemId)
      .orderBy('target')
      .limit(page.num)
      .offset(page.start - 1)
      .execute(),
  ]);
  return { total: Number(total), uses: rows };
}

/** Items that use one of these targets. */
function using(eb: ExpressionBuilder<Tables, 'portal_item'>, targets: readonly string[]) {
  return eb('portal_item.id', 'in', (inner) =>
    inner
      .selectFrom('portal_item_use')
      .select('item_id as id')
      .where('target', 'in', [...targets])
      .union(
        inner
          .selectFrom('portal_item_relation')
          .select('destination_id as id')
          .where('origin_id', 'in', [...targets])
          .where('type', '=', viewed),
      ),
  );
}

/** A page of the items visible to the caller that use a target, by title. */
export function findDependents(
  database: Database,
  targets: readonly string[],
  caller: Caller,
  page: Page,
): Promise<ItemPage> {
  return findItemsByTitle(database, (eb) => using(eb, targets), caller, page);
}

/** The number of items of the caller's organisation that use a target and that the caller may not see. */
export async function countHiddenDependents(
  database: Database,
  targets: readonly string[],
  caller: Caller,
): Promise<number> {
  if (caller.kind === 'anonymous') return 0;
  const { count } = await database
    .selectFrom('portal_item')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('portal_item.org_id', '=', caller.orgId)
    .where((eb) => eb.and([using(eb, targets), eb.not(visibleItems(eb, caller))]))
    .executeTakeFirstOrThrow();
  return Number(count);
}
