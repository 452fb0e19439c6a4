import { type Selectable, sql } from 'kysely';
import { MappingError } from '../../../wire/errors.ts';
import { quotaExceeded } from '../../../wire/quota.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { limits } from '../../limits.ts';
import type { Database } from '../../platform/database/connect.ts';
import { storedJson } from '../../platform/safety/stored-text.ts';

/** A shared map; its document is JSON text. */
export type SharedMapRow = Omit<Selectable<Tables['shared_map']>, 'web_map' | 'hosts' | 'uses'> & {
  web_map: string;
};
export type SharedMapSummaryRow = Omit<SharedMapRow, 'web_map' | 'viewpoint'>;

const summaryColumns = [
  'sid',
  'organisation',
  'title',
  'access',
  'groups',
  'owner',
  'created_at',
  'modified_at',
  'expires_at',
  'revoked_at',
] as const;

/**
 * Adds a shared map, serialised within an organisation so that no two get the last place.
 * @throws MappingError `quota:person-sharedMaps`, `quota:organisation-sharedMaps`, `shared-map:no-room` (409)
 */
export async function insertSharedMap(
  database: Database,
  row: SharedMapRow & { hosts: string[]; uses: string[] },
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const { organisation, owner } = row;
    await sql`select pg_advisory_xact_lock(hashtextextended(${organisation}, 49))`.execute(transaction);
    const size = sql<number>`pg_column_size(web_map)`;
    const { person, all, bytes, ownBytes } = await transaction
      .selectFrom('shared_map')
      .select((eb) => [
        eb.fn.countAll<number>().as('all'),
        eb.fn.countAll<number>().filterWhere('owner', '=', owner).as('person'),
        eb.fn.coalesce(eb.fn.sum<number>(size), sql.lit(0)).as('bytes'),
        eb.fn.coalesce(eb.fn.sum<number>(size).filterWhere('owner', '=', owner), sql.lit(0)).as('ownBytes'),
      ])
      .where('organisation', '=', organisation)
      .where('revoked_at', 'is', null)
      .executeTakeFirstOrThrow();
    const most = await findMost(transaction, organisation);
    if (owner !== '' && person >= most.person)
      throw quotaExceeded('person', 'sharedMaps', { used: person, most: most.person });
    // Visitors, who have no owner, leave room for members.
    const ofVisitors = Math.floor(most.organisation * limits.visitorSharedMapsPart);
    if (owner === '' && person >= ofVisitors)
      throw quotaExceeded('organisation', 'sharedMaps', { used: person, most: ofVisitors });
    if (all >= most.organisation)
      throw quotaExceeded('organisation', 'sharedMaps', { used: all, most: most.organisation });
    const room = limits.organisationSharedMapBytes;
    if (bytes >= room || (owner === '' && ownBytes >= room * limits.visitorSharedMapsPart))
      throw noRoom(room);
    await transaction
      .insertInto('shared_map')
      .values({
        ...row,
        viewpoint: row.viewpoint && storedJson(row.viewpoint),
      })
      .execute();
  });
}

const noRoom = (most: number) =>
  new MappingError(
    'shared-map:no-room',
    `The shared maps of this organisation take their ${most / 1e9} GB. Revoke links that are no longer used, then try again.`,
    { status: 409 },
  );

/** Maximum number of shared maps: the organisation's own quotas on the embedded portal, or the defaults. */
async function findMost(database: Database, organisation: string) {
  const row = await database
    .selectFrom('portal_quota as usual')
    .leftJoin('organisation', (join) => join.on('organisation.name', '=', organisation))
    .leftJoin('portal_quota as own', 'own.org_id', 'organisation.portal_org_id')
    .select((eb) => [
      eb.fn.coalesce('own.person_shared_maps', 'usual.person_shared_maps').as('person'),
      eb.fn.coalesce('own.organisation_shared_maps', 'usual.organisation_shared_maps').as('organisation'),
    ])
    .where('usual.org_id', '=', '')
    .executeTakeFirst();
  return { person: row?.person ?? Infinity, organisation: row?.organisation ?? Infinity };
}

export async function findSharedMap(
  database: Database,
  organisation: string,
  sid: string,
): Promise<SharedMapSummaryRow | undefined> {
  return database
    .selectFrom('shared_map')
    .select(summaryColumns)
    .where('organisation', '=', organisation)
    .where('sid', '=', sid)
    .executeTakeFirst();
}

/** The document of a shared map, which may be megabytes; undefined when it has been revoked. */
export async function findSharedDocument(
  database: Database,
  sid: string,
): Promise<Pick<SharedMapRow, 'web_map' | 'viewpoint'> | undefined> {
  return database
    .selectFrom('shared_map')
    .select(['viewpoint', sql<string>`cast(web_map as text)`.as('web_map')])
    .where('sid', '=', sid)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
}

/** The hosts of a shared map, if anyone may open it now. */
export async function findPublicHosts(
  database: Database,
  organisation: string,
  sid: string,
  now: number,
): Promise<string[]> {
  const row = await database
    .selectFrom('shared_map')
    .select('hosts')
    .where('organisation', '=', organisation)
    .where('sid', '=', sid)
    .where('access', '=', 'public')
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .executeTakeFirst();
  return row?.hosts ?? [];
}

/** Newest first; of one owner, or of all when `owner` is undefined; with `using` those that can be opened and use one of them. */
export async function listSharedMaps(
  database: Database,
  organisation: string,
  page: { owner: string | undefined; start: number; num: number; using?: string[]; now?: number },
): Promise<{ total: number; rows: SharedMapSummaryRow[] }> {
  const mine = database
    .selectFrom('shared_map')
    .where('organisation', '=', organisation)
    .$if(page.owner !== undefined, (query) => query.where('owner', '=', page.owner ?? ''))
    .$if(page.using !== undefined, (query) =>
      query
        .where('revoked_at', 'is', null)
        .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', page.now ?? 0)]))
        .where(sql<boolean>`uses && ${page.using ?? []}::text[]`),
    );
  const [{ total }, rows] = await Promise.all([
    mine.select((expression) => expression.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    mine
      .select(summaryColumns)
      .orderBy('created_at', 'desc')
      .orderBy('sid')
      .offset(page.start - 1)
      .limit(page.num)
      .execute(),
  ]);
  return { total, rows };
}

export async function updateSharedMap(
  database: Database,
  sid: string,
  change: Partial<Pick<SharedMapRow, 'title' | 'access' | 'groups' | 'expires_at' | 'modified_at'>>,
): Promise<SharedMapSummaryRow> {
  return database
    .updateTable('shared_map')
    .set(change)
    .where('sid', '=', sid)
    .returning(summaryColumns)
    .executeTakeFirstOrThrow();
}

/** Revokes a shared map, and deletes its document. */
export async function emptySharedMap(database: Database, sid: string, now: number): Promise<void> {
  await database.updateTable('shared_map').set(emptied(now)).where('sid', '=', sid).execute();
}

function emptied(now: number) {
  return { revoked_at: now, modified_at: now, web_map: '{}', viewpoint: null, hosts: [], uses: [] };
}

/** The organisations in which a user of this name has shared maps. */
export async function listOrganisationsSharedIn(database: Database, owner: string): Promise<string[]> {
  const rows = await database
    .selectFrom('shared_map')
    .select('organisation')
    .distinct()
    .where('owner', '=', owner)
    .where('revoked_at', 'is', null)
    .execute();
  return rows.map(({ organisation }) => organisation);
}

/**
 * The shared maps that count for a quota: those of a portal organisation that are not revoked, or only those of one user. Each
 * organisation has the quotas to itself, so where several belong to the portal organisation, the one with the most counts.
 */
export async function countSharedMaps(
  database: Database,
  { orgId, owner }: { orgId: string; owner?: string },
): Promise<number> {
  const row = await database
    .selectFrom('shared_map')
    .innerJoin('organisation', 'organisation.name', 'shared_map.organisation')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('portal_org_id', '=', orgId)
    .where('revoked_at', 'is', null)
    .$if(owner !== undefined, (query) => query.where('owner', '=', owner ?? ''))
    .groupBy('shared_map.organisation')
    .orderBy('count', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.count ?? 0;
}

/** Moves the shared maps of a user to another organisation. @returns their number */
export async function moveSharedMaps(
  database: Database,
  given: { organisation: string; owner: string; to: string; now: number },
): Promise<number> {
  const { organisation, owner, to, now } = given;
  const { numUpdatedRows } = await database
    .updateTable('shared_map')
    .set({ organisation: to, modified_at: now })
    .where('organisation', '=', organisation)
    .where('owner', '=', owner)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Gives the shared maps of a user to another, or revokes them when there is none. @returns their number */
export async function passOn(
  database: Database,
  given: { organisation: string; owner: string; to: string | undefined; now: number },
): Promise<number> {
  const { organisation, owner, to, now } = given;
  const { numUpdatedRows } = await database
    .updateTable('shared_map')
    .set(to === undefined ? emptied(now) : { owner: to, modified_at: now })
    .where('organisation', '=', organisation)
    .where('owner', '=', owner)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
