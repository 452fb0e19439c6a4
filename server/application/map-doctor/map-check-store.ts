import { sql } from 'kysely';
import { type CheckedLayer, type MapProblem, problemsOf } from '../../../wire/map-check.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import { installationOrgId } from '../../platform/database/migrate.ts';
import type { DueRequest } from './check-round.ts';
import type { NotifiedProblems } from '../../platform/database/tables/application.ts';
import type { PortalItemAccess } from '../../platform/database/tables/portal.ts';
import { visibleItems } from '../../portal/access/item-condition.ts';
import type { Caller } from '../../portal/caller.ts';
import { notify, withdraw } from '../../portal/community/notifications/notification-store.ts';
import { storedJson } from '../../platform/safety/stored-text.ts';

/** A web map to check. */
export interface DueMap {
  id: string;
  /** Its organisation in the embedded portal, as a share is named (`membersOf`). */
  organisation: string;
  access: PortalItemAccess;
  modified_at: number;
}

/**
 * Claims web maps that were never checked, changed since, or were checked before `before`, until `until`. Organisations, and the
 * owners of each, have turns; those of an owner that were never checked come first.
 */
export async function claimDueMaps(
  database: Database,
  { now, before, until, max }: DueRequest,
): Promise<DueMap[]> {
  const due = await sql<DueMap>`
    with of_owners as (
      select item.id, item.access, item.modified_at, item.org_id, done.checked_at,
        row_number() over (partition by item.owner order by done.checked_at nulls first, item.id) as turn
      from portal_item item left join map_check done on done.item_id = item.id
      where item.type = 'Web Map' and coalesce(done.claimed_until, 0) <= ${now}
        and (done.checked_at is null or done.checked_at < ${before} or done.item_modified_at <> item.modified_at)
    ), due as (
      select id, 'portal ' || org_id as organisation, access, modified_at,
        row_number() over (partition by org_id order by turn, checked_at nulls first, id) as turn
      from of_owners order by turn, checked_at nulls first, id
      limit ${max}
    ), claimed as (
      insert into map_check (item_id, item_modified_at, claimed_until)
      select id, modified_at, ${until} from due
      on conflict (item_id) do update set claimed_until = excluded.claimed_until
        where map_check.claimed_until <= ${now}
      returning item_id
    )
    select due.id, due.organisation, due.access, due.modified_at from due join claimed on claimed.item_id = due.id
    order by due.turn`.execute(database);
  return due.rows;
}

/**
 * Stores the result for a map. Its owner is notified of a problem that two checks in a row have found, because a host that is down
 * for an hour is no reason to write to everyone who uses it; once, until the map has no problems and the notification is withdrawn,
 * or gets another kind of them. A new owner is notified in place of the old one.
 * @param found.lasting the problems of which owners are notified
 */
export async function saveMapCheck(
  database: Database,
  map: DueMap,
  found: {
    layers: readonly CheckedLayer[];
    attention: boolean;
    lasting: readonly MapProblem[];
    checkedAt: number;
  },
): Promise<void> {
  await inTransaction(database, async (transaction) => {
    const last = await transaction
      .selectFrom('map_check')
      .select(['layers', 'notified'])
      .where('item_id', '=', map.id)
      .forUpdate()
      .executeTakeFirst();
    // The map has been deleted meanwhile.
    if (!last) return;
    await transaction
      .updateTable('map_check')
      .set({
        item_modified_at: map.modified_at,
        claimed_until: 0,
        checked_at: found.checkedAt,
        attention: found.attention,
        layers: storedJson(found.layers),
      })
      .where('item_id', '=', map.id)
      .execute();
    const { lasting, checkedAt } = found;
    const known = problemsOf(last.layers, map.access === 'public');
    const confirmed = lasting.filter((problem) => known.includes(problem));
    const { notified } = last;
    if (confirmed.length > 0)
      await notifyOwner(transaction, map.id, { problems: confirmed, notified, checkedAt });
    else if (lasting.length === 0 && notified) await withdrawNotice(transaction, map.id, notified.owner);
  });
}

/** The result for a map that could not be checked. */
const unchecked: readonly CheckedLayer[] = [{ title: '', state: 'unchecked' }];

/** Stores that a map could not be checked. Nothing is known about its layers: a notification of its owner stays. */
export async function saveUnchecked(database: Database, map: DueMap, checkedAt: number): Promise<void> {
  await database
    .updateTable('map_check')
    .set({
      item_modified_at: map.modified_at,
      claimed_until: 0,
      checked_at: checkedAt,
      attention: false,
      layers: storedJson(unchecked),
    })
    .where('item_id', '=', map.id)
    .execute();
}

const type = 'map_problems';

async function notifyOwner(
  transaction: Database,
  itemId: string,
  found: { problems: readonly MapProblem[]; notified: NotifiedProblems | null; checkedAt: number },
): Promise<void> {
  const { problems, notified, checkedAt } = found;
  const { owner, title } = await transaction
    .selectFrom('portal_item')
    .select(['owner', 'title'])
    .where('id', '=', itemId)
    .executeTakeFirstOrThrow();
  if (notified?.owner === owner && problems.every((problem) => notified.problems.includes(problem))) return;
  if (notified) await withdraw(transaction, notified.owner, { type, itemId });
  await notify(transaction, [owner], { type, data: { itemId, itemTitle: title, problems } }, checkedAt);
  await transaction
    .updateTable('map_check')
    .set({ notified: storedJson({ owner, problems }) })
    .where('item_id', '=', itemId)
    .execute();
}

async function withdrawNotice(transaction: Database, itemId: string, owner: string): Promise<void> {
  await withdraw(transaction, owner, { type, itemId });
  await transaction.updateTable('map_check').set({ notified: null }).where('item_id', '=', itemId).execute();
}

/** A hosted service at the address of an organisation, or at the root. */
export interface HostedAddress {
  urlKey: string | undefined;
  name: string;
}

/** Whether the owner of a map sees the item of a hosted service, which belongs to their organisation. */
export async function ownerSeesService(
  database: Database,
  mapId: string,
  { urlKey, name }: HostedAddress,
): Promise<boolean> {
  const isThere =
    urlKey === undefined
      ? sql<boolean>`(service.at_root or service.org_id = ${installationOrgId})`
      : sql<boolean>`service.org_id = (select id from portal_organisation where url_key = ${urlKey})`;
  const found = await database
    .selectFrom('hosted_service as service')
    .innerJoin('portal_item as item', 'item.id', 'service.item_id')
    .innerJoin('portal_item as map', 'map.org_id', 'item.org_id')
    .select('service.id')
    .where(isThere)
    .where('map.id', '=', mapId)
    .where((eb) => eb(eb.fn<string>('lower', ['service.name']), '=', name.toLowerCase()))
    .where((eb) => eb.or([eb('item.access', '<>', 'private'), eb('item.owner', '=', eb.ref('map.owner'))]))
    .executeTakeFirst();
  return found !== undefined;
}

export interface FoundCheck {
  id: string;
  owner: string;
  org_id: string;
  access: PortalItemAccess;
  checked_at: number;
  attention: boolean;
  layers: CheckedLayer[];
}

/** Checks of maps visible to the caller: of those named, or the latest of the organisation with problems. */
export async function findMapChecks(
  database: Database,
  caller: Caller,
  selection: ({ ids: readonly string[] } | { attention: true }) & { orgId: string },
  max: number,
): Promise<FoundCheck[]> {
  let found = database
    .selectFrom('portal_item')
    .innerJoin('map_check', 'map_check.item_id', 'portal_item.id')
    .select(['portal_item.id', 'portal_item.owner', 'portal_item.org_id', 'portal_item.access'])
    .select(['map_check.checked_at', 'map_check.attention', 'map_check.layers'])
    .where('map_check.checked_at', 'is not', null)
    .where((eb) => visibleItems(eb as never, caller) as never);
  if ('ids' in selection) {
    if (selection.ids.length === 0) return [];
    found = found.where('portal_item.id', 'in', [...selection.ids]);
  } else {
    found = found.where('map_check.attention', '=', true).where('portal_item.org_id', '=', selection.orgId);
  }
  const rows = await found.orderBy('map_check.checked_at', 'desc').limit(max).execute();
  return rows.map((row) => ({ ...row, checked_at: row.checked_at ?? 0 }));
}
