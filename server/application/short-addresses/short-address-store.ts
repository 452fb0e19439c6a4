import { type Selectable, sql } from 'kysely';
import { MappingError } from '../../../wire/errors.ts';
import { limits } from '../../limits.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Tables } from '../../platform/database/tables.ts';

export type ShortAddressRow = Selectable<Tables['short_address']>;

/**
 * Adds a short address, unless the map has one in this organisation: then that one is returned. Serialised within an
 * organisation so that a map never gets two, and no two get the last place.
 * @throws MappingError `short-address:too-many` (403)
 */
export async function insertShortAddress(
  transaction: Database,
  row: ShortAddressRow,
): Promise<{ row: ShortAddressRow; isNew: boolean }> {
  const { organisation, wid } = row;
  await sql`select pg_advisory_xact_lock(hashtextextended(${organisation}, 50))`.execute(transaction);
  const known = await transaction
    .selectFrom('short_address')
    .selectAll()
    .where('organisation', '=', organisation)
    .where('wid', '=', wid)
    .executeTakeFirst();
  if (known) return { row: known, isNew: false };
  const { used } = await transaction
    .selectFrom('short_address')
    .select((eb) => eb.fn.countAll<number>().as('used'))
    .where('organisation', '=', organisation)
    .executeTakeFirstOrThrow();
  if (used >= limits.shortAddresses)
    throw new MappingError(
      'short-address:too-many',
      `This organisation has ${limits.shortAddresses} short addresses. Remove one that is no longer used.`,
      { status: 403 },
    );
  await transaction.insertInto('short_address').values(row).execute();
  return { row, isNew: true };
}

export async function findShortAddress(
  database: Database,
  organisation: string,
  code: string,
): Promise<ShortAddressRow | undefined> {
  return database
    .selectFrom('short_address')
    .selectAll()
    .where('organisation', '=', organisation)
    .where('code', '=', code)
    .executeTakeFirst();
}

/** A page, newest first; of one creator, or of all when `owner` is undefined. @param start counts from 1 */
export async function listShortAddresses(
  database: Database,
  organisation: string,
  owner: string | undefined,
  { start, num }: { start: number; num: number },
): Promise<ShortAddressRow[]> {
  return database
    .selectFrom('short_address')
    .selectAll()
    .where('organisation', '=', organisation)
    .$if(owner !== undefined, (query) => query.where('owner', '=', owner ?? ''))
    .orderBy('created_at', 'desc')
    .orderBy('code')
    .limit(num)
    .offset(start - 1)
    .execute();
}

export async function deleteShortAddress(
  database: Database,
  organisation: string,
  code: string,
): Promise<void> {
  await database
    .deleteFrom('short_address')
    .where('organisation', '=', organisation)
    .where('code', '=', code)
    .execute();
}
