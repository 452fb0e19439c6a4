import { sql } from 'kysely';
import type { Database } from '../platform/database/connect.ts';
import { installationOrgId } from '../platform/database/migrate.ts';
import {
  removeLayersOfOrganisation,
  removeServicesOfOrganisation,
} from '../gis/storage/delete-service-store.ts';
import { endTokensOfApps } from '../portal/identity/apps/app-token-store.ts';

/** Content of a portal organisation, listed for the operator before it is deleted. */
export interface PortalHoldings {
  people: number;
  groups: number;
  items: number;
  services: number;
  layers: number;
  bytes: number;
  sessions: number;
  partnerships: number;
}

export async function countHoldings(database: Database, orgId: string): Promise<PortalHoldings> {
  // As in `removeServicesOfOrganisation`.
  const isOwn = sql`(org_id = ${orgId} or item_id in (select id from portal_item where org_id = ${orgId}))`;
  const { rows } = await sql<Record<keyof PortalHoldings, string>>`select
    (select count(*) from portal_user where org_id = ${orgId}) as people,
    (select count(*) from portal_group where org_id = ${orgId} and not is_fav) as groups,
    (select count(*) from portal_item where org_id = ${orgId}) as items,
    (select count(*) from hosted_service where ${isOwn}) as services,
    (select count(*) from hosted_layer join hosted_service on hosted_service.id = service_id
      where ${isOwn}) as layers,
    (select coalesce(sum(bytes), 0) from portal_charge where org_id = ${orgId}) as bytes,
    (select count(distinct session_id) from portal_token join portal_user using (username)
      where org_id = ${orgId}) as sessions,
    (select count(*) from portal_partnership where ${orgId} in (from_org, to_org)) as partnerships`.execute(
    database,
  );
  const counted = Object.entries(rows[0] ?? {}).map(([what, count]) => [what, Number(count)]);
  return Object.fromEntries(counted) as PortalHoldings;
}

/**
 * Services at the organisation's address whose items belong to another one, of users who were moved. They
 * would disappear with the address.
 */
export async function servicesOfOthers(database: Database, orgId: string): Promise<string[]> {
  const rows = await database
    .selectFrom('hosted_service')
    .innerJoin('portal_item', 'portal_item.id', 'hosted_service.item_id')
    .where('hosted_service.org_id', '=', orgId)
    .where('portal_item.org_id', '<>', orgId)
    .select('hosted_service.name')
    .orderBy('hosted_service.name')
    .execute();
  return rows.map(({ name }) => name);
}

/**
 * Signs out all users and blocks sign-ins, so that nothing is created while the organisation is being
 * deleted.
 */
export async function closePortalOrganisation(database: Database, orgId: string): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const people = transaction.selectFrom('portal_user').select('username').where('org_id', '=', orgId);
    await transaction
      .updateTable('portal_user')
      .set({ disabled: true })
      .where('org_id', '=', orgId)
      .execute();
    await transaction.deleteFrom('portal_token').where('username', 'in', people).execute();
    await transaction
      .updateTable('publish_job')
      .set({ cancelled: true })
      .where('username', 'in', people)
      .execute();
  });
}

/**
 * Deletes a portal organisation with its users and everything that belongs to it. Their usernames remain
 * reserved. The installation's own portal organisation is emptied but kept, because it has the root address.
 */
export async function deletePortalOrganisation(
  database: Database,
  orgId: string,
  now: number,
): Promise<void> {
  await removeLayersOfOrganisation(database, orgId);
  await database.transaction().execute(async (transaction) => {
    // Concurrent writers of this organisation wait here, and then find it deleted.
    await sql`select from portal_organisation where id = ${orgId} for update`.execute(transaction);
    // Users before applications, as sign-ins lock them.
    await sql`select from portal_user where org_id = ${orgId} order by username for update`.execute(
      transaction,
    );
    await removeServicesOfOrganisation(transaction, orgId);
    // Also of users of other organisations: sessions have no foreign key to applications.
    const apps = transaction
      .selectFrom('portal_app')
      .leftJoin('portal_item', 'portal_item.id', 'portal_app.item_id')
      .select('client_id')
      .where((eb) => eb.or([eb('portal_app.org_id', '=', orgId), eb('portal_item.org_id', '=', orgId)]));
    await endTokensOfApps(transaction, await apps.execute());
    for (const statement of statements(orgId, now)) await statement.execute(transaction);
  });
}

function statements(orgId: string, now: number) {
  const own = (table: string) => sql`delete from ${sql.id(table)} where org_id = ${orgId}`;
  const people = sql`(select username from portal_user where org_id = ${orgId})`;
  return [
    // Items and groups before their files, as requests that store one.
    sql`select from portal_item where org_id = ${orgId} order by id for update`,
    sql`select from portal_group where org_id = ${orgId} order by id for update`,
    // Files have no foreign key.
    sql`delete from portal_file where
      owner_kind in ('item', 'item-resource') and owner_id in (select id from portal_item where org_id = ${orgId})
      or owner_kind = 'group' and owner_id in (select id from portal_group where org_id = ${orgId})
      or owner_kind = 'user' and owner_id in ${people}`,
    sql`delete from publish_job where username in ${people}`,
    sql`delete from hosted_replica where owner in ${people}`,
    sql`delete from hosted_job_result where owner in ${people}`,
    // They belong to comments of an organisation, which may be another one.
    sql`update map_comment_photo set owner = null where owner in ${people}`,
    // Users of other organisations were notified of its users, groups and items.
    sql`delete from portal_notification where data ->> 'username' in ${people}
      or data ->> 'fromUsername' in ${people}
      or data ->> 'groupId' in (select id from portal_group where org_id = ${orgId})
      or data ->> 'itemId' in (select id from portal_item where org_id = ${orgId})`,
    own('portal_item'),
    own('portal_group'),
    own('portal_link'),
    own('portal_app'),
    own('portal_identity_provider'),
    own('portal_saml_answer'),
    own('audit_entry'),
    sql`delete from portal_partnership where ${orgId} in (from_org, to_org)`,
    // The database itself subtracts the charges of the items and copies; only then the counters are deleted.
    sql`set constraints all immediate`,
    sql`delete from portal_usage where scope = 'person' and key in ${people}
      or scope = 'organisation' and key = ${orgId}`,
    own('portal_upload_time'),
    own('portal_quota'),
    sql`insert into portal_former_user (username, deleted_at)
      select username, ${now} from portal_user where org_id = ${orgId} on conflict do nothing`,
    own('portal_user'),
    own('portal_role'),
    orgId === installationOrgId
      ? sql`update portal_organisation set url_key = null, settings = '{}' where id = ${orgId}`
      : sql`delete from portal_organisation where id = ${orgId}`,
  ];
}
