import { sql } from 'kysely';
import type { CheckedLayer } from '../../../wire/map-check.ts';
import type { Database } from '../../platform/database/connect.ts';
import { asBookkeeping } from '../../platform/database/current-work.ts';
import { deleteAllExpired } from '../../platform/database/expired-rows-store.ts';
import type { DueRequest } from './check-round.ts';
import { limits } from '../../limits.ts';
import { storedJson } from '../../platform/safety/stored-text.ts';

/** A web map in another portal. */
export interface ForeignMap {
  organisation: string;
  /** Address of the portal, without a trailing slash. */
  portal: string;
  item_id: string;
}

const hour = 3_600_000;

/**
 * Records maps a member has seen, so that they are checked. Maps not seen for long are dropped, and only the
 * most recently seen of an organisation are kept. A request that reads what is known of them may be repeated.
 */
export async function recordSeen(
  database: Database,
  place: Omit<ForeignMap, 'item_id'>,
  ids: readonly string[],
  now: number,
): Promise<void> {
  if (ids.length > 0) await asBookkeeping(() => saveSeen(database, place, ids, now));
}

async function saveSeen(
  database: Database,
  { organisation, portal }: Omit<ForeignMap, 'item_id'>,
  ids: readonly string[],
  now: number,
): Promise<void> {
  const { numInsertedOrUpdatedRows } = await database
    .insertInto('foreign_map_check')
    .values([...new Set(ids)].map((item_id) => ({ organisation, portal, item_id, seen_at: now })))
    .onConflict((conflict) =>
      conflict
        .columns(['organisation', 'portal', 'item_id'])
        .doUpdateSet({ seen_at: now })
        // Recording it once an hour is often enough.
        .where('foreign_map_check.seen_at', '<', now - hour),
    )
    .executeTakeFirstOrThrow();
  if (!numInsertedOrUpdatedRows) return;
  await sql`delete from foreign_map_check where organisation = ${organisation} and (portal, item_id) in (
    select portal, item_id from foreign_map_check where organisation = ${organisation}
    order by seen_at desc, item_id offset ${limits.foreignMaps})`.execute(database);
}

/** Claims maps that were never checked or not since `before`, until `until`. Organisations have turns. */
export async function claimDueForeignMaps(
  database: Database,
  { now, before, until, max }: DueRequest,
): Promise<ForeignMap[]> {
  const oldest = now - limits.foreignMapDays * 24 * hour;
  await deleteAllExpired(database, 'foreign_map_check', sql`seen_at < ${oldest}`);
  const { rows } = await sql<ForeignMap>`
    update foreign_map_check set claimed_until = ${until}
    where claimed_until <= ${now} and (organisation, portal, item_id) in (
      select organisation, portal, item_id from foreign_map_check
      where claimed_until <= ${now} and (checked_at is null or checked_at < ${before})
      order by row_number() over (partition by organisation order by checked_at nulls first, item_id) limit ${max})
    returning organisation, portal, item_id`.execute(database);
  return rows;
}

/** The result; undefined: the portal does not show the map to everyone. */
export type ForeignFinding =
  { owner: string; layers: readonly CheckedLayer[]; attention: boolean } | undefined;

export async function saveForeignCheck(
  database: Database,
  { organisation, portal, item_id }: ForeignMap,
  found: ForeignFinding,
  checkedAt: number,
): Promise<void> {
  await database
    .updateTable('foreign_map_check')
    .set({
      claimed_until: 0,
      checked_at: checkedAt,
      readable: found !== undefined,
      owner: found?.owner ?? '',
      attention: found?.attention ?? false,
      layers: storedJson(found?.layers ?? []),
    })
    .where('organisation', '=', organisation)
    .where('portal', '=', portal)
    .where('item_id', '=', item_id)
    .execute();
}

/** The organisation has moved to another portal. */
export async function forgetForeignMap(database: Database, map: ForeignMap): Promise<void> {
  await database
    .deleteFrom('foreign_map_check')
    .where('organisation', '=', map.organisation)
    .where('portal', '=', map.portal)
    .where('item_id', '=', map.item_id)
    .execute();
}

export interface FoundForeignCheck {
  id: string;
  owner: string;
  checked_at: number;
  attention: boolean;
  layers: CheckedLayer[];
}

/** Checks of public maps: of those named, or the latest with problems. */
export async function findForeignChecks(
  database: Database,
  { organisation, portal }: Omit<ForeignMap, 'item_id'>,
  selection: { ids: readonly string[] } | { attention: true },
): Promise<FoundForeignCheck[]> {
  let found = database
    .selectFrom('foreign_map_check')
    .select(['item_id as id', 'owner', 'checked_at', 'attention', 'layers'])
    .where('organisation', '=', organisation)
    .where('portal', '=', portal)
    .where('readable', '=', true)
    .where('checked_at', 'is not', null);
  if ('ids' in selection) {
    if (selection.ids.length === 0) return [];
    found = found.where('item_id', 'in', [...selection.ids]);
  } else found = found.where('attention', '=', true);
  const rows = await found.orderBy('checked_at', 'desc').limit(limits.searchPage).execute();
  return rows.map((row) => ({ ...row, checked_at: row.checked_at ?? 0 }));
}
