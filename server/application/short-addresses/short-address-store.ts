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
  const { organisation, wid, owner } = row;
  await sql`select pg_advisory_xact_lock(hashtextextended(${organisation}, 50))`.execute(transaction);
  const known = await transaction
    .selectFrom('short_address')
    .selectAll()
    .where('organisation', '=', organisation)
    .where('wid', '=', wid)
    .executeTakeFirst();
  if (known) return { row: known, isNew: false };
  const { used, own } = await transaction
    .selectFrom('short_address')
    .select((eb) => [
      eb.fn.countAll<number>().as('used'),
      eb.fn.countAll<number>().filterWhere('owner', '=', owner).as('own'),
    ])
    .where('organisation', '=', organisation)
    .executeTakeFirstOrThrow();
  if (used >= limits.shortAddresses)
    throw new MappingError(
      'short-address:too-many',
      `This organisation has ${limits.shortAddresses} short addresses. Remove one that is no longer used.`,
      { status: 403 },
    );
  if (own >= limits.shortAddressesPerOwner)
    throw new MappingError(
      'short-address:too-many',
      `You have ${limits.shortAddressesPerOwner} short addresses. Remove one that is no longer used.`,
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

/** The organisations in which a user of this name has made short addresses, or others for the maps of this user. */
export async function listOrganisationsAddressedIn(database: Database, username: string): Promise<string[]> {
  const rows = await database
    .selectFrom('short_address')
    .leftJoin('portal_item as map', 'map.id', 'wid')
    .select('organisation')
    .distinct()
    .where((eb) => eb.or([eb('short_address.owner', '=', username), eb('map.owner', '=', username)]))
    .execute();
  return rows.map(({ organisation }) => organisation);
}

/**
 * Gives the short addresses of a former user to another, else to the owners of their maps; those of maps that are gone are deleted.
 * @returns how many were deleted
 */
export async function passOnShortAddresses(
  database: Database,
  given: { organisation: string; owner: string; to: string | undefined },
): Promise<number> {
  const { organisation, owner, to } = given;
  const former = sql`organisation = ${organisation} and short_address.owner = ${owner}`;
  if (to === undefined) {
    await sql`update short_address set owner = map.owner from portal_item as map
      where map.id = wid and map.owner <> ${owner} and ${former}`.execute(database);
    const deleted = await sql`delete from short_address where ${former}`.execute(database);
    return Number(deleted.numAffectedRows ?? 0);
  }
  await sql`update short_address set owner = ${to} where ${former}`.execute(database);
  return 0;
}

/** Moves the short addresses of a user's maps to another organisation, with their codes. */
export async function moveShortAddresses(
  database: Database,
  given: { organisation: string; owner: string; to: string },
): Promise<void> {
  const { organisation, owner, to } = given;
  await sql`update short_address set organisation = ${to}, owner = ${owner} from portal_item as map
    where map.id = wid and map.owner = ${owner} and organisation = ${organisation}
      and not exists (select from short_address as other where other.organisation = ${to} and other.wid = short_address.wid)`.execute(
    database,
  );
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
