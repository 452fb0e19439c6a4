import { type Kysely, sql } from 'kysely';

/**
 * Makes every organisation of this product that uses the embedded portal a portal organisation of its own,
 * with its own users, groups, items, services and audit log. docs/decisions/0014 has the reasons and what a
 * migration decides.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of tables) await sql.raw(statement).execute(database);
  await assignPeople(database);
  for (const statement of columns) await sql.raw(statement).execute(database);
}

/**
 * The installation's own portal organisation: it has the address `/portal` without an organisation's name.
 */
const ownId = 'mapping';

const tables = [
  `create table portal_organisation (
    id text primary key,
    url_key text unique check (url_key = lower(url_key)),
    settings jsonb not null default '{}',
    created_at bigint not null
  )`,
  // Users whose organisation only the operator knows wait in the second: they cannot sign in until they are
  // assigned.
  `insert into portal_organisation (id, url_key, created_at) values
    ('${ownId}', null, extract(epoch from now()) * 1000),
    ('unassigned', null, extract(epoch from now()) * 1000)`,
  `alter table portal_user add column org_id text references portal_organisation`,
];

/**
 * One organisation on the embedded portal: all users are its members. Several: a user in the administrators'
 * group of exactly one belongs to that one; for others the organisation is not guessed.
 */
async function assignPeople(database: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ name: string; group_id: string }>`
    select organisation.name, coalesce(config -> 'portal' ->> 'adminGroupId', '') as group_id
    from organisation join organisation_revision
      on organisation_revision.organisation = organisation.name
      and organisation_revision.revision = organisation.revision
    where config -> 'portal' ->> 'url' ~ '^/portal/?$'
      -- An absolute address may be that of an ArcGIS Enterprise portal: the group tells whose it is.
      or config -> 'portal' ->> 'url' ~ '^https?://[^/]+/portal/?$'
        and exists (select from portal_group where id = config -> 'portal' ->> 'adminGroupId')
    order by organisation.created_at, organisation.name`.execute(database);
  const [first, ...others] = rows;
  if (!first || others.length === 0) {
    if (first)
      await sql`update portal_organisation set url_key = ${first.name} where id = ${ownId}`.execute(database);
    await sql`update portal_user set org_id = ${ownId}`.execute(database);
    return;
  }
  for (const { name } of rows) {
    await sql`insert into portal_organisation (id, url_key, created_at)
      values (substr(md5(random()::text || clock_timestamp()::text), 1, 16), ${name}, extract(epoch from now()) * 1000)
    `.execute(database);
  }
  await sql`
    update portal_user set org_id = coalesce((
      select min(portal_organisation.id) from portal_group_member
      join (values ${sql.join(rows.map(({ name, group_id }) => sql`(${name}, ${group_id})`))}) administered (name, group_id)
        on administered.group_id = portal_group_member.group_id
      join portal_organisation on portal_organisation.url_key = administered.name
      where portal_group_member.username = portal_user.username
      having count(distinct portal_organisation.id) = 1
    ), 'unassigned')`.execute(database);
}

/** An item and a group belong to their owner's organisation: the database enforces it for every writer. */
const follows = (table: string) => [
  `alter table ${table} add column org_id text references portal_organisation`,
  `update ${table} set org_id = (select org_id from portal_user where username = ${table}.owner)`,
  `alter table ${table} alter column org_id set not null`,
  `create trigger ${table}_org before insert or update of owner on ${table}
    for each row execute function portal_owner_org()`,
];

const columns = [
  `alter table portal_user alter column org_id set not null`,
  `create index portal_user_org on portal_user (org_id, username)`,
  `create function portal_owner_org() returns trigger language plpgsql as $$ begin
    new.org_id := (select org_id from portal_user where username = new.owner);
    return new;
  end $$`,
  ...follows('portal_item'),
  ...follows('portal_group'),
  `create index portal_item_org on portal_item (org_id, modified_at, id)`,
  `create index portal_group_org on portal_group (org_id)`,
  // A user who moves to another organisation takes along what they own.
  `create function portal_user_moved() returns trigger language plpgsql as $$ begin
    update portal_item set org_id = new.org_id where owner = new.username;
    update portal_group set org_id = new.org_id where owner = new.username;
    return new;
  end $$`,
  `create trigger portal_user_moved after update of org_id on portal_user
    for each row when (old.org_id is distinct from new.org_id) execute function portal_user_moved()`,
  `alter table portal_link add column org_id text references portal_organisation on delete cascade`,
  `update portal_link set org_id = coalesce(
    (select org_id from portal_user where username = portal_link.created_by), 'unassigned')`,
  `alter table portal_link alter column org_id set not null`,
  // An application of one organisation signs in only its users; one of none is the operator's own, for all
  // users.
  `alter table portal_app add column org_id text references portal_organisation on delete cascade`,
  `alter table audit_entry add column org_id text references portal_organisation on delete cascade`,
  `update audit_entry set org_id = coalesce(
    (select org_id from portal_user where username = audit_entry.actor),
    (select org_id from portal_user where username = audit_entry.subject),
    -- Of people who are gone, and of the operator: where there is one organisation they are its own.
    (select '${ownId}' where not exists (select from portal_user where org_id <> '${ownId}')))
    where organisation is null`,
  `drop index audit_entry_portal`,
  `create index audit_entry_org on audit_entry (org_id, id desc) where organisation is null`,
  // Service names are unique in an organisation; older services keep their old address too.
  `alter table hosted_service add column org_id text references portal_organisation`,
  `alter table hosted_service add column at_root boolean not null default false`,
  `update hosted_service set at_root = true, org_id = coalesce(
    (select org_id from portal_item where portal_item.id = hosted_service.item_id), '${ownId}')`,
  `alter table hosted_service alter column org_id set not null`,
  `alter table hosted_service alter column org_id set default '${ownId}'`,
  `drop index hosted_service_name`,
  `create unique index hosted_service_name on hosted_service (org_id, lower(name))`,
  `create unique index hosted_service_root_name on hosted_service (lower(name)) where at_root`,
  `create table portal_partnership (
    from_org text not null references portal_organisation on delete cascade,
    to_org text not null references portal_organisation on delete cascade,
    offered_by text not null,
    offered_at bigint not null,
    accepted_by text,
    accepted_at bigint,
    primary key (from_org, to_org),
    check (from_org <> to_org)
  )`,
  `create unique index portal_partnership_pair on portal_partnership (least(from_org, to_org), greatest(from_org, to_org))`,
];
