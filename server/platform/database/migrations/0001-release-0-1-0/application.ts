/** The application: organisations, shared maps, integrations, audit log, usage, the map doctor on other portals. */
export const application = [
  // The newest revision of a configuration is the current one.
  `create table organisation (
    name text primary key,
    revision integer not null,
    created_at timestamptz not null default now(),
    -- The organisation of the embedded portal that it belongs to: an address in a configuration proves nothing.
    portal_org_id text references portal_organisation on delete set null
  )`,
  `create index organisation_portal_org on organisation (portal_org_id)`,
  `create table organisation_revision (
    organisation text not null references organisation on delete cascade,
    revision integer not null,
    config jsonb not null,
    author text not null,
    saved_at timestamptz not null default now(),
    primary key (organisation, revision)
  )`,
  `create table organisation_logo (
    organisation text primary key references organisation on delete cascade,
    content_type text not null,
    bytes bytea not null
  )`,
  `create table installation_fact (
    name text primary key,
    value jsonb not null
  )`,
  // Snapshots of web maps behind a short link.
  `create table shared_map (
    sid text primary key,
    organisation text not null references organisation on delete cascade,
    title text not null,
    web_map jsonb not null,
    viewpoint jsonb,
    access text not null check (access in ('public', 'members', 'groups')),
    -- Ids of the portal's groups, for the access 'groups'.
    groups text[] not null default '{}',
    owner text not null,
    created_at bigint not null,
    modified_at bigint not null,
    expires_at bigint,
    revoked_at bigint,
    -- The hosts in the document, for the policy of the map's page.
    hosts text[] not null default '{}',
    -- Ids of items and addresses of services in the document.
    uses text[] not null default '{}'
  )`,
  `create index shared_map_uses on shared_map using gin (uses)`,
  `create index shared_map_owner on shared_map (organisation, owner, created_at desc)`,
  // Short addresses of web maps, which follow the maps' later saves.
  `create table short_address (
    code text primary key,
    organisation text not null references organisation on delete cascade,
    -- The web map's item on the organisation's portal.
    wid text not null,
    title text not null,
    owner text not null,
    created_at bigint not null,
    unique (organisation, wid)
  )`,
  `create index short_address_owner on short_address (organisation, owner, created_at desc)`,
  // Comments at places of web maps: plain text, in conversations that their first comment gives a place.
  `create table map_comment (
    id uuid primary key,
    organisation text not null references organisation on delete cascade,
    wid text not null,
    thread uuid not null references map_comment on delete cascade,
    place jsonb,
    text text not null,
    -- Empty: a visitor.
    username text not null,
    author text not null,
    created_at bigint not null,
    edited_at bigint,
    resolved_at bigint,
    resolved_by text
  )`,
  `create index map_comment_map on map_comment (organisation, wid, created_at)`,
  `create index map_comment_thread on map_comment (thread)`,
  `create index map_comment_author on map_comment (organisation, username)`,
  `create table map_comment_photo (
    comment uuid not null references map_comment on delete cascade,
    number integer not null,
    content_type text not null,
    bytes bytea not null,
    -- The author on the embedded portal, to whom the photo is charged; null: of another portal, or no longer a member.
    owner text references portal_user on delete set null,
    primary key (comment, number)
  )`,
  // Uncompressed, so that a part of the bytes is read without those before it.
  `alter table map_comment_photo alter column bytes set storage external`,
  `create index map_comment_photo_owner on map_comment_photo (owner) where owner is not null`,
  `create table map_comment_mention (
    comment uuid not null references map_comment on delete cascade,
    organisation text not null,
    username text not null,
    seen_at bigint,
    primary key (comment, username)
  )`,
  `create index map_comment_mention_unread on map_comment_mention (organisation, username) where seen_at is null`,
  `create table map_comment_setting (
    organisation text not null references organisation on delete cascade,
    wid text not null,
    visitors boolean not null,
    primary key (organisation, wid)
  )`,
  // Of a map or scene of the embedded portal; ids of items are unique, also among portals.
  `create function map_comment_map_deleted() returns trigger language plpgsql as $$ begin
    delete from map_comment using organisation
      where map_comment.organisation = organisation.name and map_comment.wid = old.id;
    delete from map_comment_setting using organisation
      where map_comment_setting.organisation = organisation.name and map_comment_setting.wid = old.id;
    return null;
  end $$`,
  `create trigger map_comment_map_deleted after delete on portal_item
    for each row when (old.type in ('Web Map', 'Web Scene')) execute function map_comment_map_deleted()`,
  // What becomes another type of item has no comments, and is not looked up among them when it is deleted.
  `create trigger map_comment_map_changed after update of type on portal_item for each row
    when (old.type in ('Web Map', 'Web Scene') and new.type not in ('Web Map', 'Web Scene'))
    execute function map_comment_map_deleted()`,
  // Credentials are encrypted. Of a check the last result is stored, and of its states one row per change, not per check.
  `create table integration_credential (
    organisation text not null references organisation on delete cascade,
    integration text not null,
    key_id text not null,
    nonce bytea not null,
    sealed bytea not null,
    fields jsonb not null,
    updated_at bigint not null,
    updated_by text not null,
    -- Sealed to the kind and host they are meant for.
    kind text,
    host text,
    dropped_at bigint,
    primary key (organisation, integration)
  )`,
  `create table integration_check (
    organisation text not null references organisation on delete cascade,
    integration text not null,
    checked_at bigint not null,
    state text not null,
    message text not null,
    primary key (organisation, integration)
  )`,
  `create table integration_health_change (
    organisation text not null references organisation on delete cascade,
    integration text not null,
    at bigint not null,
    state text not null,
    message text not null,
    primary key (organisation, integration, at)
  )`,
  `create table audit_entry (
    id bigint generated always as identity primary key,
    -- Null: users and groups belong to the portal, not to one of the organisations that use it.
    organisation text references organisation on delete cascade,
    at bigint not null,
    actor text not null,
    act text not null,
    subject text not null default '',
    detail jsonb not null default '{}',
    org_id text references portal_organisation on delete cascade,
    -- Repeated acts within a minute, such as failed sign-ins, are counted in one entry.
    counted text
  )`,
  `create index audit_entry_organisation on audit_entry (organisation, id desc)`,
  `create index audit_entry_org on audit_entry (org_id, id desc) where organisation is null`,
  // Also for the values to filter by, and for the number of entries of one actor in an hour.
  `create index audit_entry_actor on audit_entry (organisation, actor, id desc) include (at) where organisation is not null`,
  `create index audit_entry_org_actor on audit_entry (org_id, actor, id desc) include (at) where organisation is null`,
  `create index audit_entry_act on audit_entry (organisation, act, id desc) where organisation is not null`,
  `create index audit_entry_org_act on audit_entry (org_id, act, id desc) where organisation is null`,
  // The acts on one account, which its owner sees.
  `create index audit_entry_subject on audit_entry (subject, id desc) where organisation is null and act like 'person.%'`,
  `create index audit_entry_counted on audit_entry (counted, id) where counted is not null`,
  // By content, so that an earlier revision of a config finds its logo.
  `create table organisation_picture (
    organisation text not null references organisation on delete cascade,
    hash text not null,
    content_type text not null,
    bytes bytea not null,
    created_at bigint not null,
    primary key (organisation, hash)
  )`,
  `create table usage_day (
    organisation text not null references organisation on delete cascade,
    day date not null,
    kind text not null,
    count integer not null,
    primary key (organisation, day, kind)
  )`,
  // Visitors as keyed hashes. The key is deleted after its day, and with it every way to identify a user.
  `create table usage_key (day date primary key, key bytea not null)`,
  `create table usage_person (
    organisation text not null references organisation on delete cascade,
    day date not null,
    mark bytea not null,
    primary key (organisation, day, mark)
  )`,
  `create index usage_person_day on usage_person (day)`,
  // Tokens that another portal has issued or accepted, as hashes, with the organisation that asked it.
  `create table accepted_token (
    token_hash text primary key,
    asked_by text not null references organisation on delete cascade,
    until bigint not null
  )`,
  `create index accepted_token_until on accepted_token (until)`,
  `create index accepted_token_asked_by on accepted_token (asked_by, until)`,
  // Those of them whose session was ended here.
  `create table ended_token (
    token_hash text primary key,
    asked_by text not null references organisation on delete cascade,
    until bigint not null
  )`,
  `create index ended_token_until on ended_token (until)`,
  `create index ended_token_asked_by on ended_token (asked_by, until)`,
  `create table counted_try (key text not null, at bigint not null)`,
  `create index counted_try_key on counted_try (key, at)`,
  `create index counted_try_at on counted_try (at)`,
  // The portal is part of the key: an organisation that moves to another one has none of the old results.
  `create table foreign_map_check (
    organisation text not null references organisation on delete cascade,
    portal text not null,
    item_id text not null,
    seen_at bigint not null,
    claimed_until bigint not null default 0,
    checked_at bigint,
    readable boolean not null default false,
    owner text not null default '',
    attention boolean not null default false,
    layers jsonb not null default '[]',
    primary key (organisation, portal, item_id)
  )`,
  `create index foreign_map_check_due on foreign_map_check (checked_at nulls first, claimed_until)`,
  `create index foreign_map_check_seen on foreign_map_check (seen_at)`,
  `create index foreign_map_check_attention on foreign_map_check (organisation, portal, checked_at desc)
    where attention and readable`,
  // Requests of a caller in a minute, counted by all processes together. Unlogged: after a crash of the database counts restart
  // at zero, which is harmless, and until then every count costs less.
  `create unlogged table rate_count (
    key text not null,
    minute bigint not null,
    count integer not null,
    primary key (minute, key)
  )`,
];
