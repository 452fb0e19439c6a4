const amounts = ['bytes', 'items', 'features'] as const;

const checkOf = (scope: 'person' | 'organisation', what: (typeof amounts)[number]) => `
    if is_checked and more_${what} > 0 and total.${what} > most.${scope}_${what}${what === 'bytes' ? ' + beyond' : ''} then
      raise exception 'quota' using errcode = 'MQ001', detail = json_build_object(
        'scope', '${scope}', 'what', '${what}', 'most', most.${scope}_${what},
        'used', total.${what} - more_${what}, 'more', more_${what})::text;
    end if;`;

const useOf = (scope: 'person' | 'organisation', key: string) => `
    insert into portal_usage as u (scope, key, bytes, items, features)
      values ('${scope}', ${key}, more_bytes, more_items, more_features)
      on conflict (scope, key) do update set bytes = u.bytes + excluded.bytes, items = u.items + excluded.items,
        features = u.features + excluded.features
      returning * into total;
    ${amounts.map((what) => checkOf(scope, what)).join('')}`;

/**
 * Each item is charged to its owner and to the owner's organisation when a transaction commits, however it
 * wrote, and once, however many rows of it changed; a transaction that exceeds a quota fails as a whole. The
 * rows of all its organisations are locked first, in one order, so that only one of two concurrent requests gets the last room,
 * without deadlocks. What belongs to no item is charged to a user under a colon and the username: their offline copies of any services, the
 * results of their jobs, the texts and pictures of their groups, their own picture, and the photos of their comments. Changes of which a transaction says that they must not be
 * refused are charged without a check (`exemptFromQuotas`); those of one that may exceed the bytes of a quota a little (`allowBeyondQuota`)
 * are checked against that.
 */
export const quotas = [
  // The row of the empty name holds the program's quotas; a null means that.
  `create table portal_quota (
    org_id text primary key,
    person_bytes bigint, person_items bigint, person_features bigint, person_shared_maps bigint, person_upload_seconds bigint,
    organisation_bytes bigint, organisation_items bigint, organisation_features bigint, organisation_shared_maps bigint,
    organisation_upload_seconds bigint
  )`,
  `create table portal_charge (
    item_id text primary key,
    owner text not null,
    org_id text not null,
    bytes bigint not null,
    features bigint not null
  )`,
  `create index portal_charge_owner on portal_charge (owner, bytes desc)`,
  `create index portal_charge_org on portal_charge (org_id, bytes desc)`,
  // The items that a running transaction has changed: rows are deleted before it commits.
  `create unlogged table portal_charge_due (
    item_id text not null,
    transaction xid8 not null,
    is_checked boolean not null,
    primary key (transaction, item_id)
  )`,
  `create table portal_usage (
    scope text not null check (scope in ('person', 'organisation')),
    key text not null,
    bytes bigint not null default 0,
    items bigint not null default 0,
    features bigint not null default 0,
    primary key (scope, key)
  ) with (fillfactor = 50)`,
  `create table portal_upload_time (
    username text not null,
    day date not null,
    org_id text not null,
    seconds double precision not null,
    primary key (username, day)
  )`,
  `create index portal_upload_time_org on portal_upload_time (org_id, day)`,
  // Files being read reserve the seconds they may take, so that concurrent ones do not exceed a quota together.
  `create table portal_upload_reservation (
    id text primary key,
    username text not null,
    org_id text not null,
    seconds double precision not null,
    ends_at bigint not null
  )`,
  `create index portal_upload_reservation_org on portal_upload_reservation (org_id)`,
  `create view portal_item_amount as
    select item.id as item_id, item.owner, owner.org_id,
      item.json_bytes
        + (case when exists (select from portal_item_data where item_id = item.id) then item.size else 0 end)
        + coalesce((select sum(octet_length(bytes)) from portal_file
          where owner_kind in ('item', 'item-resource') and owner_id = item.id), 0)
        + coalesce(hosted.bytes, 0)
        + coalesce((select sum(octet_length(service.description) + octet_length(copyright)
            + coalesce(pg_column_size(layer_defaults), 0))
          from hosted_service service where service.item_id = item.id), 0)
        + coalesce((select sum(bytes + pg_column_size(definition)) from hosted_tiles join hosted_service on hosted_service.id = hosted_tiles.service_id
          where hosted_service.item_id = item.id), 0)
        + coalesce((select size from portal_item_upload where item_id = item.id), 0) as bytes,
      coalesce(hosted.features, 0) as features
    from portal_item item
    join portal_user owner on owner.username = item.owner
    left join lateral (
      select sum(stored_bytes + attachment_bytes + pg_column_size(definition)) as bytes, sum(feature_count) as features
      from hosted_layer join hosted_service on hosted_service.id = hosted_layer.service_id
      where hosted_service.item_id = item.id
    ) hosted on true`,

  `create view portal_member_amount as
    select ':' || owner.username as item_id, owner.username as owner, owner.org_id,
      coalesce((select sum(pg_column_size(definition) + pg_column_size(generations)
          + coalesce(pg_column_size(uploaded), 0) + coalesce(pg_column_size(returned), 0))
          from hosted_replica where hosted_replica.owner = owner.username), 0)
        + coalesce((select sum(size) from hosted_job_result where hosted_job_result.owner = owner.username), 0)
        + coalesce((select sum(json_bytes + coalesce(pg_column_size(category_schema), 0)) from portal_group
          where portal_group.owner = owner.username and not is_fav), 0)
        + coalesce((select sum(octet_length(bytes)) from portal_file join portal_group on portal_group.id = owner_id
          where owner_kind = 'group' and portal_group.owner = owner.username), 0)
        + coalesce((select sum(octet_length(bytes)) from portal_file
          where owner_kind = 'user' and owner_id = owner.username), 0)
        + coalesce((select sum(octet_length(bytes)) from map_comment_photo
          where map_comment_photo.owner = owner.username), 0) as bytes,
      0::numeric as features
    from portal_user owner`,
  `create function portal_amount(item text) returns portal_item_amount language sql as $$
    select * from portal_item_amount where item_id = item
    union all
    select * from portal_member_amount where item like ':%' and owner = substr(item, 2) and bytes > 0
  $$`,

  `create function portal_use(person text, org text, more_items bigint, more_bytes bigint, more_features bigint,
    is_checked boolean)
  returns void language plpgsql as $$
  declare
    total portal_usage;
    most record;
    beyond bigint := coalesce(nullif(current_setting('mapping.beyond_quota', true), '')::bigint, 0);
  begin
    if more_items = 0 and more_bytes = 0 and more_features = 0 then return; end if;
    if more_bytes > beyond then beyond := 0; end if;
    select ${(['person', 'organisation'] as const)
      .flatMap((scope) => amounts.map((what) => `${scope}_${what}`))
      .map((column) => `coalesce(own.${column}, usual.${column}) as ${column}`)
      .join(', ')}
      into most
      from (select) nothing
      left join portal_quota usual on usual.org_id = ''
      left join portal_quota own on own.org_id = org;
    ${useOf('person', 'person')}
    ${useOf('organisation', 'org')}
  end $$`,

  `create function portal_recount(item text, is_checked boolean) returns void language plpgsql as $$
  declare
    was portal_charge;
    amount portal_item_amount;
    number integer := case when item like ':%' then 0 else 1 end;
  begin
    select * into was from portal_charge where item_id = item;
    select * into amount from portal_amount(item);
    if amount.item_id is null then
      delete from portal_charge where item_id = item;
      if was.item_id is not null then
        perform portal_use(was.owner, was.org_id, -number, -was.bytes, -was.features, is_checked);
      end if;
      return;
    end if;
    insert into portal_charge values (item, amount.owner, amount.org_id, amount.bytes, amount.features)
      on conflict (item_id) do update set owner = excluded.owner, org_id = excluded.org_id, bytes = excluded.bytes,
        features = excluded.features;
    if was.owner = amount.owner and was.org_id = amount.org_id then
      perform portal_use(amount.owner, amount.org_id, 0, (amount.bytes - was.bytes)::bigint, (amount.features - was.features)::bigint,
        is_checked);
    else
      if was.item_id is not null then
        perform portal_use(was.owner, was.org_id, -number, -was.bytes, -was.features, is_checked);
      end if;
      perform portal_use(amount.owner, amount.org_id, number, amount.bytes::bigint, amount.features::bigint,
        is_checked);
    end if;
  end $$`,

  // The organisations that pay for an item, and have paid.
  `create function portal_payers(item text) returns setof text language sql stable as $$
    select org_id from portal_charge where item_id = item
    union
    select owner.org_id from portal_item join portal_user owner on owner.username = portal_item.owner
      where portal_item.id = item
    union
    select org_id from portal_user where item like ':%' and username = substr(item, 2)
  $$`,
  // The first row of a transaction counts the items of all of them.
  `create function portal_charge_counted() returns trigger language plpgsql as $$
  declare
    orgs text[];
    item text;
    checked boolean;
  begin
    if not exists (select from portal_charge_due where transaction = new.transaction and item_id = new.item_id) then
      return null;
    end if;
    select array_agg(distinct org) into orgs
      from portal_charge_due, portal_payers(item_id) as org where transaction = new.transaction;
    insert into portal_usage (scope, key) select 'organisation', org from unnest(orgs) as org order by org
      on conflict do nothing;
    perform from portal_usage where scope = 'organisation' and key = any(orgs) order by key for update;
    -- From here on no other transaction changes these numbers.
    for item, checked in delete from portal_charge_due where transaction = new.transaction returning item_id, is_checked loop
      perform portal_recount(item, checked);
    end loop;
    return null;
  end $$`,
  `create constraint trigger portal_charge_counted after insert on portal_charge_due deferrable initially deferred
    for each row execute function portal_charge_counted()`,
  `create function portal_charge_later(item text) returns void language plpgsql as $$ begin
    insert into portal_charge_due as due
      values (item, pg_current_xact_id(), coalesce(current_setting('mapping.unchecked', true), '') <> 'on')
      on conflict (item_id, transaction) do update set is_checked = true
        where excluded.is_checked and not due.is_checked;
  end $$`,
  `create function portal_item_charged() returns trigger language plpgsql as $$ begin
    perform portal_charge_later(coalesce(new.id, old.id));
    return null;
  end $$`,
  `create function portal_file_charged() returns trigger language plpgsql as $$
  declare
    kind text := coalesce(new.owner_kind, old.owner_kind);
    whose text := coalesce(new.owner_id, old.owner_id);
  begin
    if kind in ('item', 'item-resource') then
      perform portal_charge_later(whose);
    elsif kind = 'user' then
      perform portal_charge_later(':' || whose);
    else
      -- The picture of a new group is stored before the group, and charged with it.
      perform portal_charge_later(':' || portal_group.owner) from portal_group where portal_group.id = whose;
    end if;
    return null;
  end $$`,
  // Parts of an upload.
  `create function portal_item_part_charged() returns trigger language plpgsql as $$ begin
    perform portal_charge_later(coalesce(new.item_id, old.item_id));
    return null;
  end $$`,
  `create function hosted_layer_charged() returns trigger language plpgsql as $$
  declare item text := (select item_id from hosted_service where id = coalesce(new.service_id, old.service_id));
  begin
    if item is not null then perform portal_charge_later(item); end if;
    return null;
  end $$`,
  `create function hosted_service_charged() returns trigger language plpgsql as $$ begin
    if tg_op <> 'INSERT' and old.item_id is not null then perform portal_charge_later(old.item_id); end if;
    if tg_op <> 'DELETE' and new.item_id is not null then perform portal_charge_later(new.item_id); end if;
    return null;
  end $$`,
  `create function portal_user_charged() returns trigger language plpgsql as $$ begin
    perform portal_charge_later(id) from portal_item where owner = new.username;
    perform portal_charge_later(':' || new.username);
    return null;
  end $$`,
  `create function portal_copy_charged() returns trigger language plpgsql as $$ begin
    perform portal_charge_later(':' || coalesce(new.owner, old.owner));
    return null;
  end $$`,

  `create function portal_group_charged() returns trigger language plpgsql as $$ begin
    if tg_op <> 'INSERT' then perform portal_charge_later(':' || old.owner); end if;
    if tg_op <> 'DELETE' then perform portal_charge_later(':' || new.owner); end if;
    return null;
  end $$`,

  charged('portal_user', 'update of org_id', 'true', 'portal_user_charged'),
  charged('portal_item', 'insert or delete', 'true', 'portal_item_charged'),
  charged(
    'portal_item',
    'update',
    '(old.owner, old.size, old.json_bytes) is distinct from (new.owner, new.size, new.json_bytes)',
    'portal_item_charged',
  ),
  charged('portal_file', 'insert or update or delete', 'true', 'portal_file_charged'),
  charged('hosted_layer', 'insert or delete', 'true', 'hosted_layer_charged'),
  charged(
    'hosted_layer',
    'update',
    // Of a definition its size, which is known without reading it.
    `(old.feature_count, old.stored_bytes, old.attachment_bytes, pg_column_size(old.definition))
      is distinct from (new.feature_count, new.stored_bytes, new.attachment_bytes, pg_column_size(new.definition))`,
    'hosted_layer_charged',
  ),
  charged('hosted_tiles', 'insert or delete', 'true', 'hosted_layer_charged'),
  charged(
    'hosted_service',
    'delete or update of item_id, description, copyright, layer_defaults',
    'true',
    'hosted_service_charged',
  ),
  charged('portal_item_upload', 'delete or update of size', 'true', 'portal_item_part_charged'),
  charged('map_comment_photo', 'insert', 'new.owner is not null', 'portal_copy_charged'),
  charged('map_comment_photo', 'delete or update of owner', 'old.owner is not null', 'portal_copy_charged'),
  charged(
    'hosted_replica',
    'insert or delete or update of definition, generations, uploaded, returned',
    'true',
    'portal_copy_charged',
  ),
  // Everyone has one group of favourites, which is not charged.
  charged('portal_group', 'insert', 'not new.is_fav', 'portal_group_charged'),
  charged('portal_group', 'delete', 'not old.is_fav', 'portal_group_charged'),
  charged(
    'portal_group',
    'update',
    `not new.is_fav and (old.owner, old.json_bytes, old.category_schema)
      is distinct from (new.owner, new.json_bytes, new.category_schema)`,
    'portal_group_charged',
  ),
  charged('hosted_job_result', 'delete or update of size', 'true', 'portal_copy_charged'),
];

function charged(table: string, event: string, condition: string, work: string): string {
  const name = `${table}_charged_${event.replaceAll(/\W+/g, '_')}`;
  return `create trigger ${name} after ${event} on ${table} for each row when (${condition}) execute function ${work}()`;
}
