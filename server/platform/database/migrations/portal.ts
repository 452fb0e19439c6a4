// The embedded portal: people, groups, items, sign-in.
// ../migrations.ts runs these lists in its own order.

/** The embedded portal: users, groups, folders, items and their files, registered applications and tokens. */
export const portal = [
  `create table portal_user (
    username text primary key,
    full_name text not null,
    email text not null default '',
    description text not null default '',
    role text not null check (role in ('org_admin', 'org_publisher', 'org_user')),
    access text not null default 'org' check (access in ('private', 'org', 'public')),
    culture text not null default 'en',
    region text not null default 'WO',
    units text not null default 'metric' check (units in ('metric', 'english')),
    tags text[] not null default '{}',
    thumbnail text,
    fav_group_id text,
    disabled boolean not null default false,
    password_hash text,
    created_at bigint not null,
    modified_at bigint not null,
    last_sign_in_at bigint,
    search tsvector not null default ''
  )`,
  // Usernames must differ in more than letter case.
  `create unique index portal_user_lower on portal_user (lower(username))`,
  `create index portal_user_search on portal_user using gin (search)`,
  `create table portal_group (
    id text primary key,
    title text not null,
    owner text not null references portal_user,
    access text not null check (access in ('private', 'org', 'public')),
    snippet text not null default '',
    description text not null default '',
    tags text[] not null default '{}',
    thumbnail text,
    sort_field text not null default 'title',
    sort_order text not null default 'asc' check (sort_order in ('asc', 'desc')),
    is_invitation_only boolean not null default true,
    is_view_only boolean not null default false,
    is_fav boolean not null default false,
    protected boolean not null default false,
    created_at bigint not null,
    modified_at bigint not null,
    search tsvector not null default ''
  )`,
  `create index portal_group_owner on portal_group (owner)`,
  `create index portal_group_search on portal_group using gin (search)`,
  `create table portal_group_member (
    group_id text not null references portal_group on delete cascade,
    username text not null references portal_user on delete cascade,
    member_type text not null check (member_type in ('owner', 'admin', 'member')),
    joined_at bigint not null,
    primary key (group_id, username)
  )`,
  `create index portal_group_member_user on portal_group_member (username)`,
  `create table portal_invitation (
    id text primary key,
    group_id text not null references portal_group on delete cascade,
    username text not null references portal_user on delete cascade,
    member_type text not null check (member_type in ('admin', 'member')),
    invited_by text not null references portal_user on delete cascade,
    created_at bigint not null,
    expires_at bigint not null,
    unique (group_id, username)
  )`,
  `create index portal_invitation_user on portal_invitation (username)`,
  `create table portal_folder (
    id text primary key,
    username text not null references portal_user on delete cascade,
    title text not null,
    created_at bigint not null,
    unique (username, title)
  )`,
  `create table portal_item (
    id text primary key,
    owner text not null references portal_user,
    folder_id text references portal_folder,
    type text not null,
    title text not null,
    snippet text not null default '',
    description text not null default '',
    tags text[] not null default '{}',
    type_keywords text[] not null default '{}',
    categories text[] not null default '{}',
    west double precision,
    south double precision,
    east double precision,
    north double precision,
    spatial_reference text,
    url text,
    name text,
    access text not null default 'private' check (access in ('private', 'org', 'public')),
    culture text not null default 'en',
    access_information text not null default '',
    license_info text not null default '',
    properties jsonb,
    size bigint not null default 0,
    num_views integer not null default 0,
    num_ratings integer not null default 0,
    avg_rating double precision not null default 0,
    protected boolean not null default false,
    thumbnail text,
    created_at bigint not null,
    modified_at bigint not null,
    search tsvector not null default ''
  )`,
  `create index portal_item_owner on portal_item (owner, folder_id)`,
  `create index portal_item_folder on portal_item (folder_id)`,
  `create index portal_item_type on portal_item (type, modified_at desc)`,
  `create index portal_item_access on portal_item (access, modified_at desc)`,
  // One index per sort order: a page of a million items is read in order, never sorted.
  `create index portal_item_modified on portal_item (modified_at, id)`,
  `create index portal_item_created on portal_item (created_at, id)`,
  `create index portal_item_views on portal_item (num_views, id)`,
  `create index portal_item_title on portal_item (title collate "und-x-icu", id)`,
  `create index portal_item_search on portal_item using gin (search)`,
  `create index portal_item_extent on portal_item using gist (box(point(west, south), point(east, north)))`,
  // A favourite is a user's mark on an item they see; it grants nothing, so every access rule ignores it.
  `create table portal_item_group (
    item_id text not null references portal_item on delete cascade,
    group_id text not null references portal_group on delete cascade,
    favourite boolean not null default false,
    primary key (item_id, group_id)
  )`,
  `create index portal_item_group_group on portal_item_group (group_id, item_id)`,
  // Each write is a new version, so that a reader never gets a mix of old and new bytes.
  `create table portal_item_data (
    item_id text not null references portal_item on delete cascade,
    encoding text not null check (encoding in ('identity', 'gzip', 'br')),
    version text not null,
    content_type text not null,
    size bigint not null,
    primary key (item_id, encoding),
    unique (version, encoding)
  )`,
  `create table portal_item_data_part (
    version text not null,
    encoding text not null,
    part integer not null,
    bytes bytea not null,
    primary key (version, encoding, part),
    foreign key (version, encoding) references portal_item_data (version, encoding) on delete cascade
  )`,
  // Compressed data is not compressed again by the storage.
  `alter table portal_item_data_part alter column bytes set storage external`,
  `create table portal_rating (
    item_id text not null references portal_item on delete cascade,
    username text not null references portal_user on delete cascade,
    rating real not null check (rating >= 0 and rating <= 5),
    created_at bigint not null,
    primary key (item_id, username)
  )`,
  `create table portal_item_relation (
    origin_id text not null references portal_item on delete cascade,
    destination_id text not null references portal_item on delete cascade,
    type text not null,
    primary key (origin_id, destination_id, type)
  )`,
  `create index portal_item_relation_destination on portal_item_relation (destination_id)`,
  `create table portal_file (
    owner_kind text not null check (owner_kind in ('item', 'item-resource', 'group', 'user')),
    owner_id text not null,
    path text not null,
    content_type text not null,
    bytes bytea not null,
    private boolean not null default false,
    created_at bigint not null,
    primary key (owner_kind, owner_id, path)
  )`,
  `create table portal_app (
    client_id text primary key,
    title text not null,
    redirect_uris text[] not null,
    created_at bigint not null
  )`,
  `create table portal_code (
    code_hash text primary key,
    client_id text not null references portal_app on delete cascade,
    username text not null references portal_user on delete cascade,
    redirect_uri text not null,
    challenge text not null,
    challenge_method text not null check (challenge_method in ('S256', 'plain')),
    expiration integer not null,
    expires_at bigint not null,
    session_id text
  )`,
  `create index portal_code_expiry on portal_code (expires_at)`,
  `create table portal_token (
    token_hash text primary key,
    kind text not null check (kind in ('access', 'refresh')),
    username text not null references portal_user on delete cascade,
    client_id text,
    session_id text not null,
    created_at bigint not null,
    expires_at bigint not null
  )`,
  `create index portal_token_session on portal_token (session_id)`,
  `create index portal_token_expiry on portal_token (expires_at)`,
];

/** Address and last use of a session, and acts that concern every organisation of the embedded portal. */
export const peopleAndSessions = [
  // With defaults, so that a process of the previous version can still write tokens.
  `alter table portal_token
    add column agent text not null default '',
    add column started_at bigint,
    add column used_at bigint`,
  // Users and groups belong to the portal, not to one of the organisations that use it.
  `alter table audit_entry alter column organisation drop not null`,
  `create index audit_entry_portal on audit_entry (id desc) where organisation is null`,
  `create index portal_link_user on portal_link (username)`,
];

/** Names of deleted users: a new account of that name would own what the first one shared and signed. */
export const formerPeople = [
  `create table portal_former_user (username text primary key, deleted_at bigint not null)`,
  `create unique index portal_former_user_lower on portal_former_user (lower(username))`,
];

/**
 * Credentials are sealed to the kind and host they are meant for (null: sealed by an earlier version, and
 * sealed again at server start). Refresh tokens that were exchanged stay known, so that a second use is
 * detected, and a token may be meant for one other server only.
 */
export const tokensAndSecrets = [
  `alter table integration_credential add column kind text, add column host text, add column dropped_at bigint`,
  `alter table portal_token add column audience text, add column replaced_at bigint, add column successor bytea`,
];
