import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { visibleItems } from '../../access/item-condition.ts';
import type { Caller } from '../../caller.ts';
import type { SortStep } from '../../search/parameters.ts';
import { type ItemPage, loadItems } from '../items/item-store.ts';

export type ContentSortField =
  'created' | 'modified' | 'title' | 'type' | 'owner' | 'size' | 'numviews' | 'avgrating';

const columns: Record<ContentSortField, RawBuilder<unknown>> = {
  created: sql`created_at`,
  modified: sql`modified_at`,
  title: sql`title collate "und-x-icu"`,
  type: sql`type`,
  owner: sql`owner`,
  size: sql`size`,
  numviews: sql`num_views`,
  avgrating: sql`avg_rating`,
};

export interface UserItemsRequest {
  owner: string;
  /** null: the root, items in no folder; undefined: everywhere. */
  folderId: string | null | undefined;
  start: number;
  num: number;
  sort: readonly SortStep<ContentSortField>[];
}

/** A user's items visible to the caller. */
export async function listUserItems(
  database: Database,
  request: UserItemsRequest,
  caller: Caller,
): Promise<ItemPage> {
  const { owner, folderId, start, num } = request;
  let all = database
    .selectFrom('portal_item')
    .where('owner', '=', owner)
    .where((eb) => visibleItems(eb, caller));
  if (folderId === null) all = all.where('folder_id', 'is', null);
  else if (folderId !== undefined) all = all.where('folder_id', '=', folderId);
  const steps = request.sort.map(
    ({ field, descending }) => sql`${columns[field]} ${descending ? sql`desc` : sql`asc`}`,
  );
  const [{ total }, ids] = await Promise.all([
    all.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    all
      .select('id')
      .orderBy(sql.join([...steps, sql`id`], sql`, `))
      .limit(num)
      .offset(start - 1)
      .execute(),
  ]);
  const page = await loadItems(
    database,
    ids.map(({ id }) => id),
    caller,
  );
  return { total, ...page };
}
