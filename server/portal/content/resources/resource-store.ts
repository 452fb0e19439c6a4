import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { lockItem } from '../items/item-store.ts';

/** A resource without its bytes. */
export interface ResourceRow {
  path: string;
  created_at: number;
  size: number;
  private: boolean;
}

export type ResourceOrder = 'resource' | 'created' | 'size';

const columns = { resource: 'path', created: 'created_at', size: 'size' } as const;

/** Resources of an item; private ones only with `withPrivate`. */
export async function listResources(
  database: Database,
  itemId: string,
  page: { start: number; num: number; order: ResourceOrder; descending: boolean; withPrivate: boolean },
): Promise<{ total: number; rows: ResourceRow[] }> {
  const all = database
    .selectFrom('portal_file')
    .where('owner_kind', '=', 'item-resource')
    .where('owner_id', '=', itemId)
    .where((eb) => (page.withPrivate ? eb.lit(true) : eb('private', '=', false)));
  const [{ total }, rows] = await Promise.all([
    all.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    all
      .select(['path', 'created_at', 'private', sql<number>`octet_length(bytes)`.as('size')])
      .orderBy(columns[page.order], page.descending ? 'desc' : 'asc')
      .orderBy('path')
      .limit(page.num)
      .offset(page.start - 1)
      .execute(),
  ]);
  return { total, rows };
}

export interface KnownResources {
  /** The paths that the item has already. */
  known: string[];
  /** Total number of resources. */
  count: number;
}

/**
 * Locks the resources of an item until the transaction ends: concurrent additions wait, and see the new ones.
 */
export async function lockResources(
  transaction: Database,
  itemId: string,
  paths: readonly string[],
): Promise<KnownResources> {
  await lockItem(transaction, itemId);
  const rows = await transaction
    .selectFrom('portal_file')
    .select('path')
    .where('owner_kind', '=', 'item-resource')
    .where('owner_id', '=', itemId)
    .execute();
  const present = new Set(rows.map((row) => row.path));
  return { known: paths.filter((path) => present.has(path)), count: present.size };
}
