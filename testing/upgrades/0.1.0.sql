create table if not exists "kysely_migration" ("name" varchar(255) not null primary key, "timestamp" varchar(255) not null);
create table if not exists "kysely_migration_lock" ("id" varchar(255) not null primary key, "is_locked" integer default 0 not null);
insert into "kysely_migration_lock" ("id", "is_locked") values ('migration_lock', '0');
with set_timeout as (
      select set_config('lock_timeout', '3600000', true) as config_val
    )
    select pg_advisory_lock(3853314791062309107)
    from set_timeout;
create table portal_organisation (
    id text primary key,
    url_key text unique check (url_key = lower(url_key)),
    settings jsonb not null default '{}',
    created_at bigint not null
  );
insert into portal_organisation (id, url_key, created_at) values
    ('mapping', null, extract(epoch from now()) * 1000),
    ('unassigned', null, extract(epoch from now()) * 1000);
create table portal_partnership (
    from_org text not null references portal_organisation on delete cascade,
    to_org text not null references portal_organisation on delete cascade,
    offered_by text not null,
    offered_at bigint not null,
    accepted_by text,
    accepted_at bigint,
    primary key (from_org, to_org),
    check (from_org <> to_org)
  );
create index portal_partnership_to_org on portal_partnership (to_org);
create unique index portal_partnership_pair on portal_partnership (least(from_org, to_org), greatest(from_org, to_org));
create table portal_role (
    id text primary key,
    org_id text not null references portal_organisation on delete cascade,
    name text not null,
    description text not null,
    privileges text[] not null default '{}',
    created_at bigint not null,
    modified_at bigint not null
  );
create unique index portal_role_name on portal_role (org_id, lower(name));
create table portal_user (
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
    -- Another one whenever all sign-ins of the account end, those under way included.
    security_stamp uuid not null default gen_random_uuid(),
    created_at bigint not null,
    modified_at bigint not null,
    last_sign_in_at bigint,
    -- Since when a code of an authenticator app is asked for; null: the password is enough.
    second_factor_at bigint,
    -- When the user confirmed the email address; null: nothing is sent to it.
    email_confirmed_at bigint,
    search tsvector not null default '',
    org_id text not null references portal_organisation,
    -- What applications store about the user.
    properties jsonb not null default '{}',
    -- A role of the organisation's own; null: the built-in one of `role`.
    role_id text references portal_role
  );
create unique index portal_user_lower on portal_user (lower(username));
create index portal_user_email on portal_user (lower(email)) where email_confirmed_at is not null;
create index portal_user_search on portal_user using gin (search);
create index portal_user_org on portal_user (org_id, username);
create index portal_user_role_id on portal_user (role_id) where role_id is not null;
create table portal_former_user (username text primary key, deleted_at bigint not null);
create unique index portal_former_user_lower on portal_former_user (lower(username));
create function portal_owner_org() returns trigger language plpgsql as $$ begin
    new.org_id := (select org_id from portal_user where username = new.owner for key share);
    return new;
  end $$;
create table portal_group (
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
    search tsvector not null default '',
    category_schema jsonb,
    has_category_schema boolean not null generated always as (category_schema is not null) stored,
    org_id text not null references portal_organisation,
    json_bytes integer not null default 0
  );
create trigger portal_group_org before insert or update of owner on portal_group
    for each row execute function portal_owner_org();
create function portal_group_weighed() returns trigger language plpgsql as $$ begin
    new.json_bytes := octet_length(json_build_array(new.title, new.snippet, new.description, new.tags)::text);
    return new;
  end $$;
create trigger portal_group_weighed before insert or update of title, snippet, description, tags on portal_group
    for each row execute function portal_group_weighed();
create index portal_group_org on portal_group (org_id);
create index portal_group_owner on portal_group (owner);
create index portal_group_search on portal_group using gin (search);
create table portal_group_member (
    group_id text not null references portal_group on delete cascade,
    username text not null references portal_user on delete cascade,
    member_type text not null check (member_type in ('owner', 'admin', 'member')),
    joined_at bigint not null,
    primary key (group_id, username)
  );
create index portal_group_member_user on portal_group_member (username);
create table portal_invitation (
    id text primary key,
    group_id text not null references portal_group on delete cascade,
    username text not null references portal_user on delete cascade,
    member_type text not null check (member_type in ('admin', 'member')),
    invited_by text not null references portal_user on delete cascade,
    created_at bigint not null,
    expires_at bigint not null,
    -- The organisations that the group administered when it was made: of no others does it make an administrator.
    administers text[] not null default '{}',
    unique (group_id, username)
  );
create index portal_invitation_invited_by on portal_invitation (invited_by);
create index portal_invitation_user on portal_invitation (username);
create table portal_folder (
    id text primary key,
    username text not null references portal_user on delete cascade,
    title text not null,
    created_at bigint not null,
    unique (username, title)
  );
create table portal_app (
    client_id text primary key,
    title text not null,
    redirect_uris text[] not null,
    created_at bigint not null,
    -- An application of one organisation signs in only its users; one of none is the operator's own, for all users.
    org_id text references portal_organisation on delete cascade,
    -- What a member registered has an item, and a secret whose hash is stored.
    item_id text unique,
    app_type text not null default 'browser' check (app_type in ('browser', 'native', 'server', 'multiple')),
    secret_hash text,
    modified_at bigint
  );
create index portal_app_org_id on portal_app (org_id);
create table portal_app_token (
    token_hash text primary key,
    client_id text not null references portal_app on delete cascade,
    expires_at bigint not null
  );
create index portal_app_token_app on portal_app_token (client_id);
create index portal_app_token_expiry on portal_app_token (expires_at);
create table portal_app_consent (
    client_id text not null references portal_app on delete cascade,
    username text not null references portal_user on delete cascade,
    redirect_uri text not null,
    created_at bigint not null,
    primary key (client_id, username, redirect_uri)
  );
create index portal_app_consent_username on portal_app_consent (username);
create table portal_code (
    code_hash text primary key,
    client_id text not null references portal_app on delete cascade,
    username text not null references portal_user on delete cascade,
    redirect_uri text not null,
    challenge text not null,
    challenge_method text not null check (challenge_method in ('S256', 'secret')),
    expiration integer not null,
    expires_at bigint not null,
    session_id text,
    -- As of tokens.
    authenticated_at bigint
  );
create index portal_code_expiry on portal_code (expires_at);
create table portal_token (
    token_hash text primary key,
    kind text not null check (kind in ('access', 'refresh')),
    username text not null references portal_user on delete cascade,
    client_id text,
    session_id text not null,
    -- The application that the session was opened with, whatever the token was exchanged for.
    session_client_id text,
    created_at bigint not null,
    expires_at bigint not null,
    -- Address and last use of a session.
    agent text not null default '',
    started_at bigint,
    used_at bigint,
    -- When the user signed in at an identity provider, whose own session may be old; 0: it does not say; null: here.
    authenticated_at bigint,
    -- The one other server that the token is meant for; null: any.
    audience text,
    -- Refresh tokens that were exchanged stay known, so that a second use is detected.
    replaced_at bigint,
    successor bytea
  );
create index portal_token_session on portal_token (session_id);
create index portal_token_expiry on portal_token (expires_at);
create index portal_token_user on portal_token (username);
create table portal_second_factor (
    username text primary key references portal_user on delete cascade,
    key_id text not null,
    nonce bytea not null,
    sealed bytea not null,
    -- The time step of the last code that was used: each code works once.
    last_step bigint not null default 0
  );
create table portal_recovery_code (
    username text not null references portal_user on delete cascade,
    code_hash text not null,
    primary key (username, code_hash)
  );
create table portal_passkey (
    id text primary key,
    username text not null references portal_user on delete cascade,
    public_key bytea not null,
    counter bigint not null,
    transports text[] not null,
    name text not null,
    -- Whether it is stored in the cloud of its provider, so that several devices have it.
    synced boolean not null,
    created_at bigint not null,
    used_at bigint
  );
create index portal_passkey_user on portal_passkey (username);
create table portal_used_challenge (challenge_hash text primary key, expires_at bigint not null);
create index portal_used_challenge_expiry on portal_used_challenge (expires_at);
create table portal_sign_in_step (
    step_hash text primary key,
    browser_hash text not null,
    username text not null references portal_user on delete cascade,
    client_id text not null references portal_app on delete cascade,
    expires_at bigint not null,
    authenticated_at bigint
  );
create index portal_sign_in_step_expiry on portal_sign_in_step (expires_at);
create index portal_sign_in_step_user on portal_sign_in_step (username);
create table portal_known_network (
    username text not null references portal_user on delete cascade,
    network text not null,
    signed_in_at bigint not null,
    primary key (username, network)
  );
create index portal_known_network_age on portal_known_network (signed_in_at);
create table portal_link (
    token_hash text primary key,
    kind text not null check (kind in ('join', 'password')),
    username text references portal_user on delete cascade,
    role text check (role in ('org_admin', 'org_publisher', 'org_user')),
    group_ids text[] not null default '{}',
    created_by text not null,
    created_at bigint not null,
    expires_at bigint not null,
    used_at bigint,
    org_id text not null references portal_organisation on delete cascade,
    -- As in portal_invitation, of its groups.
    administers text[] not null default '{}',
    check ((kind = 'password') = (username is not null))
  );
create index portal_link_org_id on portal_link (org_id);
create index portal_link_user on portal_link (username);
create table portal_identity_provider (
    org_id text primary key references portal_organisation on delete cascade,
    issuer text not null,
    client_id text,
    key_id text,
    nonce bytea,
    sealed bytea,
    label text not null,
    scope text,
    saml jsonb,
    username_claim text not null,
    role_claim text not null,
    roles jsonb not null,
    default_role text check (default_role in ('org_admin', 'org_publisher', 'org_user')),
    modified_at bigint not null,
    check ((saml is null) = (client_id is not null)),
    check ((client_id is not null) = (scope is not null)),
    check (saml is not null or sealed is not null),
    check (num_nulls(key_id, nonce, sealed) in (0, 3))
  );
create table portal_saml_answer (
    org_id text not null references portal_organisation on delete cascade,
    request_id text not null,
    assertion_id text not null,
    expires_at bigint not null,
    primary key (org_id, request_id),
    unique (org_id, assertion_id)
  );
create index portal_saml_answer_expiry on portal_saml_answer (expires_at);
create table portal_provider_user (
    org_id text not null references portal_organisation on delete cascade,
    issuer text not null,
    subject text not null,
    username text not null references portal_user on delete cascade,
    primary key (org_id, issuer, subject)
  );
create index portal_provider_user_name on portal_provider_user (username);
create table portal_notification (
    id text primary key,
    username text not null references portal_user on delete cascade,
    type text not null,
    data jsonb not null,
    created_at bigint not null
  );
create index portal_notification_user on portal_notification (username, created_at desc, id);
create table mail_message (
    id bigint generated always as identity primary key,
    kind text not null check (kind in ('forgotten', 'password', 'code', 'notice')),
    username text references portal_user on delete cascade,
    recipient text,
    data jsonb not null,
    created_at bigint not null,
    next_at bigint not null,
    expires_at bigint not null,
    tries integer not null default 0,
    problem text not null default '',
    sent_at bigint,
    check ((kind = 'forgotten') = (username is null))
  );
create index mail_message_due on mail_message (next_at) where sent_at is null;
create index mail_message_sent on mail_message (sent_at);
create index mail_message_user on mail_message (username, kind, created_at);
create table portal_mail_token (
    token_hash text primary key,
    kind text not null check (kind in ('password', 'code')),
    username text not null references portal_user on delete cascade,
    email text not null,
    expires_at bigint not null
  );
create index portal_mail_token_user on portal_mail_token (username, kind);
create table portal_item (
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
    documentation text not null default '',
    properties jsonb,
    size bigint not null default 0,
    num_views integer not null default 0,
    num_ratings integer not null default 0,
    avg_rating double precision not null default 0,
    protected boolean not null default false,
    thumbnail text,
    created_at bigint not null,
    modified_at bigint not null,
    search tsvector not null default '',
    org_id text not null references portal_organisation,
    comments_enabled boolean not null default true,
    num_comments integer not null default 0,
    json_bytes integer not null default 0
  );
create trigger portal_item_org before insert or update of owner on portal_item
    for each row execute function portal_owner_org();
create function portal_item_weighed() returns trigger language plpgsql as $$ begin
    new.json_bytes := octet_length(json_build_array(new.title, new.snippet, new.description, new.access_information,
      new.license_info, new.documentation, new.tags, new.type_keywords, new.categories, new.properties)::text);
    return new;
  end $$;
create trigger portal_item_weighed before insert or update of title, snippet, description, access_information,
    license_info, documentation, tags, type_keywords, categories, properties on portal_item
    for each row execute function portal_item_weighed();
create function portal_user_moved() returns trigger language plpgsql as $$ begin
    update portal_item set org_id = new.org_id where owner = new.username;
    update portal_group set org_id = new.org_id where owner = new.username;
    return new;
  end $$;
create trigger portal_user_moved after update of org_id on portal_user
    for each row when (old.org_id is distinct from new.org_id) execute function portal_user_moved();
create index portal_item_org on portal_item (org_id, modified_at, id);
create index portal_item_owner on portal_item (owner, folder_id);
create index portal_item_folder on portal_item (folder_id);
create index portal_item_type on portal_item (type, modified_at desc);
create index portal_item_access on portal_item (access, modified_at desc);
create index portal_item_modified on portal_item (modified_at, id);
create index portal_item_created on portal_item (created_at, id);
create index portal_item_views on portal_item (num_views, id);
create index portal_item_title on portal_item (title collate "und-x-icu", id);
create index portal_item_type_order on portal_item (type, id);
create index portal_item_owner_order on portal_item (owner, id);
create index portal_item_size on portal_item (size, id);
create index portal_item_ratings on portal_item (num_ratings, id);
create index portal_item_rating on portal_item (avg_rating, id);
create index portal_item_comments on portal_item (num_comments, id);
create index portal_item_search on portal_item using gin (search);
create index portal_item_extent on portal_item using gist (box(point(west, south), point(east, north)));
create table portal_item_group (
    item_id text not null references portal_item on delete cascade,
    group_id text not null references portal_group on delete cascade,
    favourite boolean not null default false,
    -- Of the item in the group: paths, like those of the item.
    categories text[] not null default '{}',
    primary key (item_id, group_id)
  );
create index portal_item_group_group on portal_item_group (group_id, item_id);
create table portal_data_version (
    version text not null,
    encoding text not null,
    primary key (version, encoding)
  );
create table portal_item_data (
    item_id text not null references portal_item on delete cascade,
    encoding text not null check (encoding in ('identity', 'gzip', 'br')),
    version text not null,
    content_type text not null,
    size bigint not null,
    primary key (item_id, encoding),
    foreign key (version, encoding) references portal_data_version
  );
create index portal_item_data_version on portal_item_data (version, encoding);
create table portal_item_data_part (
    version text not null,
    encoding text not null,
    part integer not null,
    bytes bytea not null,
    primary key (version, encoding, part),
    foreign key (version, encoding) references portal_data_version on delete cascade
  );
alter table portal_item_data_part alter column bytes set storage external;
create function portal_data_version_left() returns trigger language plpgsql as $$ begin
    perform from portal_data_version where version = old.version and encoding = old.encoding for update;
    delete from portal_data_version where version = old.version and encoding = old.encoding and not exists (
      select from portal_item_data where version = old.version and encoding = old.encoding) and not exists (
      select from hosted_tiles where version = old.version and encoding = old.encoding);
    return null;
  end $$;
create trigger portal_data_version_left after delete on portal_item_data
    for each row execute function portal_data_version_left();
create table portal_rating (
    item_id text not null references portal_item on delete cascade,
    username text not null references portal_user on delete cascade,
    rating real not null check (rating >= 0 and rating <= 5),
    created_at bigint not null,
    primary key (item_id, username)
  );
create index portal_rating_username on portal_rating (username);
create table portal_item_comment (
    id text primary key,
    item_id text not null references portal_item on delete cascade,
    username text not null references portal_user on delete cascade,
    parent_id text references portal_item_comment on delete cascade,
    comment text not null,
    created_at bigint not null,
    modified_at bigint not null
  );
create index portal_item_comment_item on portal_item_comment (item_id, created_at, id);
create index portal_item_comment_user on portal_item_comment (username);
create index portal_item_comment_parent on portal_item_comment (parent_id);
create function portal_item_comment_counted() returns trigger language plpgsql as $$ begin
    if tg_op = 'INSERT' then
      update portal_item set num_comments = num_comments + counted.number
        from (select item_id, count(*) as number from added group by item_id) counted where id = counted.item_id;
    else
      update portal_item set num_comments = num_comments - counted.number
        from (select item_id, count(*) as number from gone group by item_id) counted where id = counted.item_id;
    end if;
    return null;
  end $$;
create trigger portal_item_comment_added after insert on portal_item_comment
    referencing new table as added for each statement execute function portal_item_comment_counted();
create trigger portal_item_comment_deleted after delete on portal_item_comment
    referencing old table as gone for each statement execute function portal_item_comment_counted();
create table portal_item_use (
    item_id text not null references portal_item on delete cascade,
    target text not null,
    url text,
    primary key (item_id, target)
  );
create index portal_item_use_target on portal_item_use (target);
create table portal_item_upload (
    item_id text primary key references portal_item on delete cascade,
    -- The file's name.
    name text not null,
    -- Whether the item was added for this upload, so that it is deleted with it.
    is_new boolean not null,
    -- Bytes of all parts.
    size bigint not null default 0,
    -- The job that joins the parts, or that failed to.
    job_id text,
    used_at bigint not null
  );
create index portal_item_upload_used on portal_item_upload (used_at);
create table portal_item_part (
    item_id text not null references portal_item_upload on delete cascade,
    part integer not null,
    piece integer not null,
    bytes bytea not null,
    primary key (item_id, part, piece)
  );
alter table portal_item_part alter column bytes set storage external;
create table portal_item_relation (
    origin_id text not null references portal_item on delete cascade,
    destination_id text not null references portal_item on delete cascade,
    type text not null,
    primary key (origin_id, destination_id, type)
  );
create index portal_item_relation_destination on portal_item_relation (destination_id);
create table portal_file (
    owner_kind text not null check (owner_kind in ('item', 'item-resource', 'group', 'user')),
    owner_id text not null,
    path text not null,
    content_type text not null,
    bytes bytea not null,
    digest bytea not null generated always as (sha256(bytes)) stored,
    private boolean not null default false,
    created_at bigint not null,
    primary key (owner_kind, owner_id, path)
  );
alter table portal_file alter column bytes set storage external;
create table portal_item_view (
    item_id text not null references portal_item on delete cascade,
    viewer text not null,
    day integer not null,
    primary key (item_id, viewer, day)
  );
create index portal_item_view_day on portal_item_view (day);
create table map_check (
    item_id text primary key references portal_item on delete cascade,
    item_modified_at bigint not null,
    claimed_until bigint not null default 0,
    checked_at bigint,
    attention boolean not null default false,
    layers jsonb not null default '[]',
    notified jsonb
  );
create index map_check_attention on map_check (checked_at desc) where attention;
alter table portal_app add foreign key (item_id) references portal_item on delete cascade;
create index portal_item_title_words on portal_item using gin (ts_filter(search, '{a}'));
create index portal_item_sample on portal_item using gin (search) where left(md5(id), 2) < '04';
create index portal_item_sample_title_words on portal_item using gin (ts_filter(search, '{a}')) where left(md5(id), 2) < '04';
create index portal_item_public_search on portal_item using gin (search) where access = 'public';
create index portal_item_public_title_words on portal_item using gin (ts_filter(search, '{a}')) where access = 'public';
create index portal_item_public_type on portal_item (type, modified_at, id) where access = 'public';
create index portal_item_public_modified on portal_item (modified_at, id) where access = 'public';
create index portal_item_public_extent on portal_item using gist (box(point(west, south), point(east, north))) where access = 'public';
create index portal_item_sample_type on portal_item (type) where left(md5(id), 2) < '04';
create index portal_item_sample_extent on portal_item using gist (box(point(west, south), point(east, north))) where left(md5(id), 2) < '04';
create table portal_item_word (word text collate "C" not null);
create index portal_item_word_word on portal_item_word (word);
create function portal_item_keep_words() returns trigger language plpgsql as $$
    declare
      added bigint;
    begin
      insert into portal_item_word (word) select word from (select distinct word from unnest(tsvector_to_array(new.search)) as word where left(word, 2) not in ('t:', 'k:', 'c:', 'i:')) as words
        where not exists (select from portal_item_word as kept where kept.word = words.word);
      get diagnostics added = row_count;
      perform portal_words_added(new.owner, added);
      return null;
    end
  $$;
create function portal_words_added(person text, added bigint) returns void language plpgsql as $$
    declare
      counted text := encode(sha256(convert_to('new words of ' || person, 'UTF8')), 'hex');
      moment bigint := extract(epoch from clock_timestamp()) * 1000;
      hundreds integer := floor(added / 100.0 + random());
    begin
      if hundreds = 0 then return; end if;
      insert into counted_try (key, at) select counted, moment from generate_series(1, hundreds);
      if exists (select from counted_try where key = counted and at > moment - 3600000 offset 2000) then
        raise exception 'new words' using errcode = 'MQ002';
      end if;
    end
  $$;
create trigger portal_item_words_added after insert on portal_item
    for each row execute function portal_item_keep_words();
create trigger portal_item_words_changed after update of search on portal_item
    for each row when (old.search is distinct from new.search) execute function portal_item_keep_words();
create sequence portal_content_change;
create function portal_content_changed() returns trigger language plpgsql as $$ begin
    perform nextval('portal_content_change');
    return null;
  end $$;
create trigger portal_content_changed after insert or update or delete or truncate on portal_item
      for each statement execute function portal_content_changed();
create trigger portal_content_changed after insert or update or delete or truncate on portal_item_group
      for each statement execute function portal_content_changed();
create trigger portal_content_changed after insert or update or delete or truncate on portal_group
      for each statement execute function portal_content_changed();
create trigger portal_content_changed after insert or update or delete or truncate on portal_group_member
      for each statement execute function portal_content_changed();
create function portal_content_state(out node double precision, out changes bigint, out snapshot text)
    language plpgsql volatile as $$ begin
      node := date_part('epoch', pg_postmaster_start_time());
      changes := (select last_value from portal_content_change);
      snapshot := pg_current_snapshot();
    end $$;
create table organisation (
    name text primary key,
    revision integer not null,
    created_at timestamptz not null default now(),
    -- The organisation of the embedded portal that it belongs to: an address in a configuration proves nothing.
    portal_org_id text references portal_organisation on delete set null
  );
create index organisation_portal_org on organisation (portal_org_id);
create table organisation_revision (
    organisation text not null references organisation on delete cascade,
    revision integer not null,
    config jsonb not null,
    author text not null,
    saved_at timestamptz not null default now(),
    primary key (organisation, revision)
  );
create table organisation_logo (
    organisation text primary key references organisation on delete cascade,
    content_type text not null,
    bytes bytea not null
  );
create table installation_fact (
    name text primary key,
    value jsonb not null
  );
create table shared_map (
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
  );
create index shared_map_uses on shared_map using gin (uses);
create index shared_map_owner on shared_map (organisation, owner, created_at desc);
create table short_address (
    code text primary key,
    organisation text not null references organisation on delete cascade,
    -- The web map's item on the organisation's portal.
    wid text not null,
    title text not null,
    owner text not null,
    created_at bigint not null,
    unique (organisation, wid)
  );
create index short_address_owner on short_address (organisation, owner, created_at desc);
create table map_comment (
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
  );
create index map_comment_map on map_comment (organisation, wid, created_at);
create index map_comment_thread on map_comment (thread);
create index map_comment_author on map_comment (organisation, username);
create table map_comment_photo (
    comment uuid not null references map_comment on delete cascade,
    number integer not null,
    content_type text not null,
    bytes bytea not null,
    -- The author on the embedded portal, to whom the photo is charged; null: of another portal, or no longer a member.
    owner text references portal_user on delete set null,
    primary key (comment, number)
  );
alter table map_comment_photo alter column bytes set storage external;
create index map_comment_photo_owner on map_comment_photo (owner) where owner is not null;
create table map_comment_mention (
    comment uuid not null references map_comment on delete cascade,
    organisation text not null,
    username text not null,
    seen_at bigint,
    primary key (comment, username)
  );
create index map_comment_mention_unread on map_comment_mention (organisation, username) where seen_at is null;
create table map_comment_setting (
    organisation text not null references organisation on delete cascade,
    wid text not null,
    visitors boolean not null,
    primary key (organisation, wid)
  );
create function map_comment_map_deleted() returns trigger language plpgsql as $$ begin
    delete from map_comment using organisation
      where map_comment.organisation = organisation.name and map_comment.wid = old.id;
    delete from map_comment_setting using organisation
      where map_comment_setting.organisation = organisation.name and map_comment_setting.wid = old.id;
    return null;
  end $$;
create trigger map_comment_map_deleted after delete on portal_item
    for each row when (old.type in ('Web Map', 'Web Scene')) execute function map_comment_map_deleted();
create trigger map_comment_map_changed after update of type on portal_item for each row
    when (old.type in ('Web Map', 'Web Scene') and new.type not in ('Web Map', 'Web Scene'))
    execute function map_comment_map_deleted();
create table integration_credential (
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
  );
create table integration_check (
    organisation text not null references organisation on delete cascade,
    integration text not null,
    checked_at bigint not null,
    state text not null,
    message text not null,
    primary key (organisation, integration)
  );
create table integration_health_change (
    organisation text not null references organisation on delete cascade,
    integration text not null,
    at bigint not null,
    state text not null,
    message text not null,
    primary key (organisation, integration, at)
  );
create table audit_entry (
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
  );
create index audit_entry_organisation on audit_entry (organisation, id desc);
create index audit_entry_org on audit_entry (org_id, id desc) where organisation is null;
create index audit_entry_actor on audit_entry (organisation, actor, id desc) include (at) where organisation is not null;
create index audit_entry_org_actor on audit_entry (org_id, actor, id desc) include (at) where organisation is null;
create index audit_entry_act on audit_entry (organisation, act, id desc) where organisation is not null;
create index audit_entry_org_act on audit_entry (org_id, act, id desc) where organisation is null;
create index audit_entry_subject on audit_entry (subject, id desc) where organisation is null and act like 'person.%';
create index audit_entry_counted on audit_entry (counted, id) where counted is not null;
create table organisation_picture (
    organisation text not null references organisation on delete cascade,
    hash text not null,
    content_type text not null,
    bytes bytea not null,
    created_at bigint not null,
    primary key (organisation, hash)
  );
create table usage_day (
    organisation text not null references organisation on delete cascade,
    day date not null,
    kind text not null,
    count integer not null,
    primary key (organisation, day, kind)
  );
create table usage_key (day date primary key, key bytea not null);
create table usage_person (
    organisation text not null references organisation on delete cascade,
    day date not null,
    mark bytea not null,
    primary key (organisation, day, mark)
  );
create index usage_person_day on usage_person (day);
create table accepted_token (
    token_hash text primary key,
    asked_by text not null references organisation on delete cascade,
    until bigint not null
  );
create index accepted_token_until on accepted_token (until);
create index accepted_token_asked_by on accepted_token (asked_by, until);
create table ended_token (
    token_hash text primary key,
    asked_by text not null references organisation on delete cascade,
    until bigint not null
  );
create index ended_token_until on ended_token (until);
create index ended_token_asked_by on ended_token (asked_by, until);
create table counted_try (key text not null, at bigint not null);
create index counted_try_key on counted_try (key, at);
create index counted_try_at on counted_try (at);
create table foreign_map_check (
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
  );
create index foreign_map_check_due on foreign_map_check (checked_at nulls first, claimed_until);
create index foreign_map_check_seen on foreign_map_check (seen_at);
create index foreign_map_check_attention on foreign_map_check (organisation, portal, checked_at desc)
    where attention and readable;
create unlogged table rate_count (
    key text not null,
    minute bigint not null,
    count integer not null,
    primary key (minute, key)
  );
create schema if not exists hosted;
do $$ begin
    if not exists (select from pg_amproc join pg_opfamily on pg_opfamily.oid = amprocfamily
        where opfname = 'box_ops' and opfmethod = (select oid from pg_am where amname = 'gist') and amprocnum = 11) then
      alter operator family pg_catalog.box_ops using gist add function 11 (box, box) gist_point_sortsupport(internal);
    end if;
  exception when insufficient_privilege then null; end $$;
create table hosted_service (
    id integer generated always as identity primary key,
    name text not null,
    item_id text,
    description text not null default '',
    copyright text not null default '',
    capabilities text not null default 'Query',
    created_at bigint not null,
    modified_at bigint not null,
    org_id text not null default 'mapping' references portal_organisation,
    -- Also served at the address without an organisation's name.
    at_root boolean not null default false,
    -- Its layers show features of other services.
    is_view boolean not null default false,
    -- For layers that are added to it.
    layer_defaults jsonb,
    -- It has the tiles of hosted_tiles instead of layers.
    is_tiles boolean not null default false
  );
create unique index hosted_service_name on hosted_service (org_id, lower(name));
create unique index hosted_service_root_name on hosted_service (lower(name)) where at_root;
create index hosted_service_item on hosted_service (item_id);
create table hosted_tiles (
    service_id integer primary key references hosted_service on delete cascade,
    version text not null,
    encoding text not null default 'identity' check (encoding = 'identity'),
    bytes bigint not null,
    part_bytes integer not null,
    -- What is needed to read and describe the tiles.
    definition jsonb not null,
    foreign key (version, encoding) references portal_data_version
  );
create index hosted_tiles_version on hosted_tiles (version, encoding);
create trigger portal_data_version_left after delete on hosted_tiles
    for each row execute function portal_data_version_left();
create table hosted_layer (
    service_id integer not null references hosted_service on delete cascade,
    layer_id integer not null check (layer_id >= 0),
    name text not null,
    table_name text not null unique,
    geometry_type text check (geometry_type in
      ('esriGeometryPoint', 'esriGeometryMultipoint', 'esriGeometryPolyline', 'esriGeometryPolygon')),
    wkid integer not null,
    has_z boolean not null default false,
    has_m boolean not null default false,
    definition jsonb not null,
    next_objectid bigint not null default 1,
    next_attachment_id bigint not null default 1,
    feature_count bigint not null default 0,
    extent_xmin double precision,
    extent_ymin double precision,
    extent_xmax double precision,
    extent_ymax double precision,
    edited_at bigint not null,
    -- Disk usage of its table and its history, indexes included, and of its attachments.
    stored_bytes bigint not null default 0,
    attachment_bytes bigint not null default 0,
    -- The layer whose features a view shows: table_name is then the name of a database view.
    source_service_id integer,
    source_layer_id integer,
    primary key (service_id, layer_id),
    foreign key (source_service_id, source_layer_id) references hosted_layer (service_id, layer_id)
  );
create index hosted_layer_source on hosted_layer (source_service_id) where source_service_id is not null;
create table hosted_attachment (
    service_id integer not null,
    layer_id integer not null,
    attachment_id bigint not null,
    globalid uuid not null,
    parent_objectid bigint not null,
    name text not null,
    content_type text not null,
    size bigint not null,
    keywords text not null default '',
    bytes bytea not null,
    created_at bigint not null,
    -- The edit times of the layer at which it was added and last changed.
    added_gen bigint not null default 0,
    edited_gen bigint not null default 0,
    primary key (service_id, layer_id, attachment_id),
    foreign key (service_id, layer_id) references hosted_layer on delete cascade,
    -- Of an attachment of a feature: lists contain them.
    constraint hosted_attachment_keywords check (parent_objectid < 0 or length(keywords) <= 1000)
  );
alter table hosted_attachment alter column bytes set storage external;
create index hosted_attachment_parent on hosted_attachment (service_id, layer_id, parent_objectid);
create index hosted_attachment_waiting on hosted_attachment (created_at) where parent_objectid = -1;
create index hosted_attachment_part on hosted_attachment (globalid) where parent_objectid = -2;
create function hosted_layer_stored() returns trigger language plpgsql as $$ begin
    new.stored_bytes := coalesce(pg_total_relation_size(to_regclass('hosted.' || quote_ident(new.table_name))), 0)
      + coalesce(pg_total_relation_size(to_regclass('hosted.' || quote_ident(new.table_name || '_history'))), 0);
    return new;
  end $$;
create trigger hosted_layer_stored before insert or update on hosted_layer
    for each row execute function hosted_layer_stored();
create function hosted_attachment_stored_insert() returns trigger language plpgsql as $$ begin
      update hosted_layer layer set attachment_bytes = attachment_bytes + changed.bytes
        from (
          select service_id, layer_id, sum(bytes)::bigint as bytes from (select service_id, layer_id, size + octet_length(keywords) + octet_length(name) + 300 as bytes from added) each
          group by service_id, layer_id having sum(bytes) <> 0
        ) changed
        where layer.service_id = changed.service_id and layer.layer_id = changed.layer_id;
      return null;
    end $$;
create trigger hosted_attachment_stored_insert after insert on hosted_attachment
      referencing new table as added for each statement execute function hosted_attachment_stored_insert();
create function hosted_attachment_stored_delete() returns trigger language plpgsql as $$ begin
      update hosted_layer layer set attachment_bytes = attachment_bytes + changed.bytes
        from (
          select service_id, layer_id, sum(bytes)::bigint as bytes from (select service_id, layer_id, -(size + octet_length(keywords) + octet_length(name) + 300) as bytes from gone) each
          group by service_id, layer_id having sum(bytes) <> 0
        ) changed
        where layer.service_id = changed.service_id and layer.layer_id = changed.layer_id;
      return null;
    end $$;
create trigger hosted_attachment_stored_delete after delete on hosted_attachment
      referencing old table as gone for each statement execute function hosted_attachment_stored_delete();
create function hosted_attachment_stored_update() returns trigger language plpgsql as $$ begin
      update hosted_layer layer set attachment_bytes = attachment_bytes + changed.bytes
        from (
          select service_id, layer_id, sum(bytes)::bigint as bytes from (select service_id, layer_id, size + octet_length(keywords) + octet_length(name) + 300 as bytes from added
      union all select service_id, layer_id, -(size + octet_length(keywords) + octet_length(name) + 300) from gone) each
          group by service_id, layer_id having sum(bytes) <> 0
        ) changed
        where layer.service_id = changed.service_id and layer.layer_id = changed.layer_id;
      return null;
    end $$;
create trigger hosted_attachment_stored_update after update on hosted_attachment
      referencing old table as gone new table as added for each statement execute function hosted_attachment_stored_update();
create table gazetteer (
    id integer generated always as identity primary key,
    name text not null unique,
    version text not null,
    attribution text not null default '',
    place_count bigint not null default 0,
    loaded_at bigint not null
  );
create table place (
    id bigint generated by default as identity primary key,
    gazetteer_id integer not null,
    source_id text collate "C" not null,
    kind text not null,
    category text,
    name text not null,
    other_names text[] not null,
    street text,
    street_key text collate "C",
    house_number text,
    number_key text collate "C",
    neighbourhood text,
    city text,
    region text,
    postal text,
    country_code text,
    longitude double precision not null,
    latitude double precision not null,
    extent_west double precision,
    extent_south double precision,
    extent_east double precision,
    extent_north double precision,
    spot point not null,
    population bigint,
    importance real not null,
    search_text text not null
  );
create index place_source on place (gazetteer_id, source_id);
create index place_number on place (street_key, number_key) where kind = 'address';
create index place_spot on place using gist (spot) where kind in ('address', 'poi');
create index place_area_spot on place using gist (spot) where kind in ('neighbourhood', 'city');
create table place_word (
    word text collate "C" not null,
    place_id bigint not null,
    gazetteer_id integer not null,
    rank smallint not null,
    cell integer not null
  );
create index place_word_rank on place_word (rank, word) include (place_id);
create index place_word_cell on place_word (cell, word) include (place_id);
create table street_point (
    place_id bigint not null,
    gazetteer_id integer not null,
    spot point not null
  );
create index street_point_spot on street_point using gist (spot);
create table publish_job (
    id text primary key,
    item_id text not null,
    source_id text not null,
    username text not null,
    status text not null check (status in ('processing', 'completed', 'failed')),
    progress jsonb not null,
    message text not null default '',
    faults jsonb not null default '[]',
    cancelled boolean not null default false,
    created_at bigint not null,
    updated_at bigint not null
  );
create index publish_job_item on publish_job (item_id);
create index publish_job_source on publish_job (source_id);
create or replace function hosted.place_code(place box, unit double precision) returns bigint
language plpgsql immutable strict parallel safe as $$
declare
  x bigint := least(greatest(floor(((place[0])[0] + (place[1])[0]) / 2 / unit) + 33554432, 0), 67108863);
  y bigint := least(greatest(floor(((place[0])[1] + (place[1])[1]) / 2 / unit) + 33554432, 0), 67108863);
begin
  x := (x | (x << 16)) & 281470681808895;
  y := (y | (y << 16)) & 281470681808895;
  x := (x | (x << 8)) & 71777214294589695;
  y := (y | (y << 8)) & 71777214294589695;
  x := (x | (x << 4)) & 1085102592571150095;
  y := (y | (y << 4)) & 1085102592571150095;
  x := (x | (x << 2)) & 3689348814741910323;
  y := (y | (y << 2)) & 3689348814741910323;
  x := (x | (x << 1)) & 6148914691236517205;
  y := (y | (y << 1)) & 6148914691236517205;
  return x | (y << 1);
end $$;
create table hosted_replica (
    id uuid primary key,
    service_id integer not null references hosted_service on delete cascade,
    -- The username of the member whose copy it is.
    owner text not null,
    name text not null,
    definition jsonb not null,
    -- The generation of each layer that the copy has, as its client last named it.
    generations jsonb not null,
    -- Edits of the last upload with their results, so that one that is sent again is not applied again.
    uploaded jsonb,
    -- What the last synchronization returns, for clients that load it from its address.
    returned jsonb,
    created_at bigint not null,
    synced_at bigint,
    used_at bigint not null,
    closed_at bigint
  );
create index hosted_replica_service on hosted_replica (service_id, owner);
create index hosted_replica_owner on hosted_replica (owner);
create function hosted_replica_owner_deleted() returns trigger language plpgsql as $$ begin
    delete from hosted_replica where owner = old.username;
    return null;
  end $$;
create trigger hosted_replica_owner_deleted after delete on portal_user
    for each row execute function hosted_replica_owner_deleted();
create table hosted_attachment_deletion (
    service_id integer not null,
    layer_id integer not null,
    globalid uuid not null,
    parent_objectid bigint not null,
    deleted_gen bigint not null,
    foreign key (service_id, layer_id) references hosted_layer on delete cascade
  );
create index hosted_attachment_deletion_gen on hosted_attachment_deletion (service_id, layer_id, deleted_gen);
create index hosted_attachment_edited on hosted_attachment (service_id, layer_id, edited_gen) where edited_gen > 0;
create function hosted_attachment_generation() returns bigint language sql volatile as $$
    select coalesce(nullif(current_setting('mapping.moment', true), '')::bigint,
      (extract(epoch from clock_timestamp()) * 1000)::bigint) $$;
create function hosted_attachment_edited() returns trigger language plpgsql as $$ begin
    new.edited_gen := hosted_attachment_generation();
    if tg_op = 'INSERT' then new.added_gen := new.edited_gen; end if;
    return new;
  end $$;
create trigger hosted_attachment_edited
    before insert or update of name, content_type, keywords, bytes on hosted_attachment
    for each row execute function hosted_attachment_edited();
create function hosted_attachment_deleted() returns trigger language plpgsql as $$ begin
    insert into hosted_attachment_deletion
      select gone.service_id, gone.layer_id, gone.globalid, gone.parent_objectid,
        hosted_attachment_generation()
      from gone join hosted_layer layer on layer.service_id = gone.service_id and layer.layer_id = gone.layer_id
      where gone.parent_objectid >= 0 and jsonb_typeof(layer.definition->'archive') = 'object';
    return null;
  end $$;
create trigger hosted_attachment_deleted after delete on hosted_attachment
    referencing old table as gone for each statement execute function hosted_attachment_deleted();
create function hosted_attachment_deletion_stored() returns trigger language plpgsql as $$ begin
    update hosted_layer layer set attachment_bytes = attachment_bytes + counted.bytes
      from (
        select service_id, layer_id, count(*) * case tg_op when 'INSERT' then 100 else -100 end as bytes
        from changed group by service_id, layer_id
      ) counted
      where layer.service_id = counted.service_id and layer.layer_id = counted.layer_id;
    return null;
  end $$;
create trigger hosted_attachment_deletion_stored_insert after insert on hosted_attachment_deletion
      referencing new table as changed
      for each statement execute function hosted_attachment_deletion_stored();
create trigger hosted_attachment_deletion_stored_delete after delete on hosted_attachment_deletion
      referencing old table as changed
      for each statement execute function hosted_attachment_deletion_stored();
create table hosted_job_result (
    job text primary key,
    service_id integer not null references hosted_service on delete cascade,
    -- The username of the member who started it.
    owner text not null,
    -- The layers whose features or changes it contains: it is for callers who may see the history of those.
    layer_ids integer[] not null,
    -- Whether it is also only for callers who may take the service offline.
    needs_sync boolean not null,
    created_at bigint not null,
    -- Null while it is being written.
    finished_at bigint,
    -- Bytes of all pieces.
    size bigint not null default 0
  );
create index hosted_job_result_service on hosted_job_result (service_id, owner);
create index hosted_job_result_owner on hosted_job_result (owner);
create table hosted_job_piece (
    job text not null references hosted_job_result on delete cascade,
    piece integer not null,
    bytes bytea not null,
    primary key (job, piece)
  );
alter table hosted_job_piece alter column bytes set storage external;
create function hosted_job_piece_stored() returns trigger language plpgsql as $$ begin
    update hosted_job_result set size = size + octet_length(new.bytes) where job = new.job;
    return null;
  end $$;
create trigger hosted_job_piece_stored after insert on hosted_job_piece
    for each row execute function hosted_job_piece_stored();
create function hosted_job_owner_deleted() returns trigger language plpgsql as $$ begin
    delete from hosted_job_result where owner = old.username;
    return null;
  end $$;
create trigger hosted_job_owner_deleted after delete on portal_user
    for each row execute function hosted_job_owner_deleted();
create table portal_quota (
    org_id text primary key,
    person_bytes bigint, person_items bigint, person_features bigint, person_shared_maps bigint, person_upload_seconds bigint,
    organisation_bytes bigint, organisation_items bigint, organisation_features bigint, organisation_shared_maps bigint,
    organisation_upload_seconds bigint
  );
create table portal_charge (
    item_id text primary key,
    owner text not null,
    org_id text not null,
    bytes bigint not null,
    features bigint not null
  );
create index portal_charge_owner on portal_charge (owner, bytes desc);
create index portal_charge_org on portal_charge (org_id, bytes desc);
create unlogged table portal_charge_due (
    item_id text not null,
    transaction xid8 not null,
    is_checked boolean not null,
    primary key (transaction, item_id)
  );
create table portal_usage (
    scope text not null check (scope in ('person', 'organisation')),
    key text not null,
    bytes bigint not null default 0,
    items bigint not null default 0,
    features bigint not null default 0,
    primary key (scope, key)
  ) with (fillfactor = 50);
create table portal_upload_time (
    username text not null,
    day date not null,
    org_id text not null,
    seconds double precision not null,
    primary key (username, day)
  );
create index portal_upload_time_org on portal_upload_time (org_id, day);
create table portal_upload_reservation (
    id text primary key,
    username text not null,
    org_id text not null,
    seconds double precision not null,
    ends_at bigint not null
  );
create index portal_upload_reservation_org on portal_upload_reservation (org_id);
create view portal_item_amount as
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
    ) hosted on true;
create view portal_member_amount as
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
    from portal_user owner;
create function portal_amount(item text) returns portal_item_amount language sql as $$
    select * from portal_item_amount where item_id = item
    union all
    select * from portal_member_amount where item like ':%' and owner = substr(item, 2) and bytes > 0
  $$;
create function portal_use(person text, org text, more_items bigint, more_bytes bigint, more_features bigint,
    is_checked boolean)
  returns void language plpgsql as $$
  declare
    total portal_usage;
    most record;
    beyond bigint := coalesce(nullif(current_setting('mapping.beyond_quota', true), '')::bigint, 0);
  begin
    if more_items = 0 and more_bytes = 0 and more_features = 0 then return; end if;
    if more_bytes > beyond then beyond := 0; end if;
    select coalesce(own.person_bytes, usual.person_bytes) as person_bytes, coalesce(own.person_items, usual.person_items) as person_items, coalesce(own.person_features, usual.person_features) as person_features, coalesce(own.organisation_bytes, usual.organisation_bytes) as organisation_bytes, coalesce(own.organisation_items, usual.organisation_items) as organisation_items, coalesce(own.organisation_features, usual.organisation_features) as organisation_features
      into most
      from (select) nothing
      left join portal_quota usual on usual.org_id = ''
      left join portal_quota own on own.org_id = org;
    
    insert into portal_usage as u (scope, key, bytes, items, features)
      values ('person', person, more_bytes, more_items, more_features)
      on conflict (scope, key) do update set bytes = u.bytes + excluded.bytes, items = u.items + excluded.items,
        features = u.features + excluded.features
      returning * into total;
    
    if is_checked and more_bytes > 0 and total.bytes > most.person_bytes + beyond then
      raise exception 'quota' using errcode = 'MQ001', detail = json_build_object(
        'scope', 'person', 'what', 'bytes', 'most', most.person_bytes,
        'used', total.bytes - more_bytes, 'more', more_bytes)::text;
    end if;
    if is_checked and more_items > 0 and total.items > most.person_items then
      raise exception 'quota' using errcode = 'MQ001', detail = json_build_object(
        'scope', 'person', 'what', 'items', 'most', most.person_items,
        'used', total.items - more_items, 'more', more_items)::text;
    end if;
    if is_checked and more_features > 0 and total.features > most.person_features then
      raise exception 'quota' using errcode = 'MQ001', detail = json_build_object(
        'scope', 'person', 'what', 'features', 'most', most.person_features,
        'used', total.features - more_features, 'more', more_features)::text;
    end if;
    
    insert into portal_usage as u (scope, key, bytes, items, features)
      values ('organisation', org, more_bytes, more_items, more_features)
      on conflict (scope, key) do update set bytes = u.bytes + excluded.bytes, items = u.items + excluded.items,
        features = u.features + excluded.features
      returning * into total;
    
    if is_checked and more_bytes > 0 and total.bytes > most.organisation_bytes + beyond then
      raise exception 'quota' using errcode = 'MQ001', detail = json_build_object(
        'scope', 'organisation', 'what', 'bytes', 'most', most.organisation_bytes,
        'used', total.bytes - more_bytes, 'more', more_bytes)::text;
    end if;
    if is_checked and more_items > 0 and total.items > most.organisation_items then
      raise exception 'quota' using errcode = 'MQ001', detail = json_build_object(
        'scope', 'organisation', 'what', 'items', 'most', most.organisation_items,
        'used', total.items - more_items, 'more', more_items)::text;
    end if;
    if is_checked and more_features > 0 and total.features > most.organisation_features then
      raise exception 'quota' using errcode = 'MQ001', detail = json_build_object(
        'scope', 'organisation', 'what', 'features', 'most', most.organisation_features,
        'used', total.features - more_features, 'more', more_features)::text;
    end if;
  end $$;
create function portal_recount(item text, is_checked boolean) returns void language plpgsql as $$
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
  end $$;
create function portal_payers(item text) returns setof text language sql stable as $$
    select org_id from portal_charge where item_id = item
    union
    select owner.org_id from portal_item join portal_user owner on owner.username = portal_item.owner
      where portal_item.id = item
    union
    select org_id from portal_user where item like ':%' and username = substr(item, 2)
  $$;
create function portal_charge_counted() returns trigger language plpgsql as $$
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
  end $$;
create constraint trigger portal_charge_counted after insert on portal_charge_due deferrable initially deferred
    for each row execute function portal_charge_counted();
create function portal_charge_later(item text) returns void language plpgsql as $$ begin
    insert into portal_charge_due as due
      values (item, pg_current_xact_id(), coalesce(current_setting('mapping.unchecked', true), '') <> 'on')
      on conflict (item_id, transaction) do update set is_checked = true
        where excluded.is_checked and not due.is_checked;
  end $$;
create function portal_item_charged() returns trigger language plpgsql as $$ begin
    perform portal_charge_later(coalesce(new.id, old.id));
    return null;
  end $$;
create function portal_file_charged() returns trigger language plpgsql as $$
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
  end $$;
create function portal_item_part_charged() returns trigger language plpgsql as $$ begin
    perform portal_charge_later(coalesce(new.item_id, old.item_id));
    return null;
  end $$;
create function hosted_layer_charged() returns trigger language plpgsql as $$
  declare item text := (select item_id from hosted_service where id = coalesce(new.service_id, old.service_id));
  begin
    if item is not null then perform portal_charge_later(item); end if;
    return null;
  end $$;
create function hosted_service_charged() returns trigger language plpgsql as $$ begin
    if tg_op <> 'INSERT' and old.item_id is not null then perform portal_charge_later(old.item_id); end if;
    if tg_op <> 'DELETE' and new.item_id is not null then perform portal_charge_later(new.item_id); end if;
    return null;
  end $$;
create function portal_user_charged() returns trigger language plpgsql as $$ begin
    perform portal_charge_later(id) from portal_item where owner = new.username;
    perform portal_charge_later(':' || new.username);
    return null;
  end $$;
create function portal_copy_charged() returns trigger language plpgsql as $$ begin
    perform portal_charge_later(':' || coalesce(new.owner, old.owner));
    return null;
  end $$;
create function portal_group_charged() returns trigger language plpgsql as $$ begin
    if tg_op <> 'INSERT' then perform portal_charge_later(':' || old.owner); end if;
    if tg_op <> 'DELETE' then perform portal_charge_later(':' || new.owner); end if;
    return null;
  end $$;
create trigger portal_user_charged_update_of_org_id after update of org_id on portal_user for each row when (true) execute function portal_user_charged();
create trigger portal_item_charged_insert_or_delete after insert or delete on portal_item for each row when (true) execute function portal_item_charged();
create trigger portal_item_charged_update after update on portal_item for each row when ((old.owner, old.size, old.json_bytes) is distinct from (new.owner, new.size, new.json_bytes)) execute function portal_item_charged();
create trigger portal_file_charged_insert_or_update_or_delete after insert or update or delete on portal_file for each row when (true) execute function portal_file_charged();
create trigger hosted_layer_charged_insert_or_delete after insert or delete on hosted_layer for each row when (true) execute function hosted_layer_charged();
create trigger hosted_layer_charged_update after update on hosted_layer for each row when ((old.feature_count, old.stored_bytes, old.attachment_bytes, pg_column_size(old.definition))
      is distinct from (new.feature_count, new.stored_bytes, new.attachment_bytes, pg_column_size(new.definition))) execute function hosted_layer_charged();
create trigger hosted_tiles_charged_insert_or_delete after insert or delete on hosted_tiles for each row when (true) execute function hosted_layer_charged();
create trigger hosted_service_charged_delete_or_update_of_item_id_description_copyright_layer_defaults after delete or update of item_id, description, copyright, layer_defaults on hosted_service for each row when (true) execute function hosted_service_charged();
create trigger portal_item_upload_charged_delete_or_update_of_size after delete or update of size on portal_item_upload for each row when (true) execute function portal_item_part_charged();
create trigger map_comment_photo_charged_insert after insert on map_comment_photo for each row when (new.owner is not null) execute function portal_copy_charged();
create trigger map_comment_photo_charged_delete_or_update_of_owner after delete or update of owner on map_comment_photo for each row when (old.owner is not null) execute function portal_copy_charged();
create trigger hosted_replica_charged_insert_or_delete_or_update_of_definition_generations_uploaded_returned after insert or delete or update of definition, generations, uploaded, returned on hosted_replica for each row when (true) execute function portal_copy_charged();
create trigger portal_group_charged_insert after insert on portal_group for each row when (not new.is_fav) execute function portal_group_charged();
create trigger portal_group_charged_delete after delete on portal_group for each row when (not old.is_fav) execute function portal_group_charged();
create trigger portal_group_charged_update after update on portal_group for each row when (not new.is_fav and (old.owner, old.json_bytes, old.category_schema)
      is distinct from (new.owner, new.json_bytes, new.category_schema)) execute function portal_group_charged();
create trigger hosted_job_result_charged_delete_or_update_of_size after delete or update of size on hosted_job_result for each row when (true) execute function portal_copy_charged();
create table if not exists migration_checksum (
        name text primary key,
        checksum text not null
      );
insert into migration_checksum values ('0001_release_0_1_0', 'e2da7a7fb4a7d95c21aa0994c71d27580a8efb245264737cd0593cf1d0c0f48b');
insert into "kysely_migration" ("name", "timestamp") values ('0001_release_0_1_0', '2026-11-30T21:32:59.128Z');
set session_replication_role = replica;
delete from "public"."audit_entry";
insert into "public"."audit_entry" ("id", "organisation", "at", "actor", "act", "subject", "detail", "org_id", "counted") overriding system value select "id", "organisation", "at", "actor", "act", "subject", "detail", "org_id", "counted" from jsonb_populate_record(null::"public"."audit_entry", '{"at": 1796074381574, "id": 1, "act": "person.created", "actor": "operator", "detail": {"role": "org_admin"}, "org_id": "d0579b53d195a71f8216d64f42f5a604", "counted": null, "subject": "ada", "organisation": null}');
insert into "public"."audit_entry" ("id", "organisation", "at", "actor", "act", "subject", "detail", "org_id", "counted") overriding system value select "id", "organisation", "at", "actor", "act", "subject", "detail", "org_id", "counted" from jsonb_populate_record(null::"public"."audit_entry", '{"at": 1796074381738, "id": 2, "act": "organisation.created", "actor": "operator", "detail": {}, "org_id": null, "counted": null, "subject": "1", "organisation": "city"}');
insert into "public"."audit_entry" ("id", "organisation", "at", "actor", "act", "subject", "detail", "org_id", "counted") overriding system value select "id", "organisation", "at", "actor", "act", "subject", "detail", "org_id", "counted" from jsonb_populate_record(null::"public"."audit_entry", '{"at": 1796074388393, "id": 3, "act": "person.signed-in", "actor": "ada", "detail": {"times": 2, "address": "127.0.0.1"}, "org_id": "d0579b53d195a71f8216d64f42f5a604", "counted": "17c2828a5d31c03d11b82f12df6f5e08859e4442d1578fe82278a4909e0ec883", "subject": "ada", "organisation": null}');
insert into "public"."audit_entry" ("id", "organisation", "at", "actor", "act", "subject", "detail", "org_id", "counted") overriding system value select "id", "organisation", "at", "actor", "act", "subject", "detail", "org_id", "counted" from jsonb_populate_record(null::"public"."audit_entry", '{"at": 1796074388408, "id": 4, "act": "person.new-browser", "actor": "ada", "detail": {"agent": "node", "address": "127.0.0.1"}, "org_id": "d0579b53d195a71f8216d64f42f5a604", "counted": null, "subject": "ada", "organisation": null}');
insert into "public"."audit_entry" ("id", "organisation", "at", "actor", "act", "subject", "detail", "org_id", "counted") overriding system value select "id", "organisation", "at", "actor", "act", "subject", "detail", "org_id", "counted" from jsonb_populate_record(null::"public"."audit_entry", '{"at": 1796074389803, "id": 5, "act": "person.password-changed", "actor": "ada", "detail": {}, "org_id": "d0579b53d195a71f8216d64f42f5a604", "counted": null, "subject": "ada", "organisation": null}');
insert into "public"."audit_entry" ("id", "organisation", "at", "actor", "act", "subject", "detail", "org_id", "counted") overriding system value select "id", "organisation", "at", "actor", "act", "subject", "detail", "org_id", "counted" from jsonb_populate_record(null::"public"."audit_entry", '{"at": 1796074390426, "id": 6, "act": "item.shared", "actor": "ada", "detail": {"item": "cb4680e8e6d69fe814a134fe656a4735", "title": "Trees of the city", "access": "public"}, "org_id": "d0579b53d195a71f8216d64f42f5a604", "counted": null, "subject": "ada", "organisation": null}');
insert into "public"."audit_entry" ("id", "organisation", "at", "actor", "act", "subject", "detail", "org_id", "counted") overriding system value select "id", "organisation", "at", "actor", "act", "subject", "detail", "org_id", "counted" from jsonb_populate_record(null::"public"."audit_entry", '{"at": 1796074390472, "id": 7, "act": "group.created", "actor": "ada", "detail": {"title": "Gardeners"}, "org_id": "d0579b53d195a71f8216d64f42f5a604", "counted": null, "subject": "13f6d516d3bae65b54739a4efd125aad", "organisation": null}');
delete from "public"."hosted_attachment";
insert into "public"."hosted_attachment" ("service_id", "layer_id", "attachment_id", "globalid", "parent_objectid", "name", "content_type", "size", "keywords", "bytes", "created_at", "added_gen", "edited_gen") overriding system value select "service_id", "layer_id", "attachment_id", "globalid", "parent_objectid", "name", "content_type", "size", "keywords", "bytes", "created_at", "added_gen", "edited_gen" from jsonb_populate_record(null::"public"."hosted_attachment",  E'{"name": "note.txt", "size": 27, "bytes": "\\\\x41206e6f74652061626f7574207468652066697273742074726565", "globalid": "d3dc3750-8d1d-42f1-8b68-b0fca39dcd9c", "keywords": "", "layer_id": 0, "added_gen": 1796074390716, "created_at": 1796074390698, "edited_gen": 1796074390716, "service_id": 1, "content_type": "text/plain; charset=utf-8", "attachment_id": 1, "parent_objectid": 1}');
delete from "public"."hosted_layer";
insert into "public"."hosted_layer" ("service_id", "layer_id", "name", "table_name", "geometry_type", "wkid", "has_z", "has_m", "definition", "next_objectid", "next_attachment_id", "feature_count", "extent_xmin", "extent_ymin", "extent_xmax", "extent_ymax", "edited_at", "stored_bytes", "attachment_bytes", "source_service_id", "source_layer_id") overriding system value select "service_id", "layer_id", "name", "table_name", "geometry_type", "wkid", "has_z", "has_m", "definition", "next_objectid", "next_attachment_id", "feature_count", "extent_xmin", "extent_ymin", "extent_xmax", "extent_ymax", "edited_at", "stored_bytes", "attachment_bytes", "source_service_id", "source_layer_id" from jsonb_populate_record(null::"public"."hosted_layer", '{"name": "Trees", "wkid": 4326, "has_m": false, "has_z": false, "layer_id": 0, "edited_at": 1796074390696, "definition": {"types": [], "fields": [{"name": "OBJECTID", "type": "esriFieldTypeOID", "alias": "OBJECTID", "column": "objectid", "domain": null, "editable": false, "nullable": false, "defaultValue": null}, {"name": "GlobalID", "type": "esriFieldTypeGlobalID", "alias": "GlobalID", "column": "globalid", "domain": null, "length": 38, "editable": false, "nullable": false, "defaultValue": null}, {"name": "name", "type": "esriFieldTypeString", "alias": "name", "column": "f0_name", "domain": null, "length": 50, "editable": true, "nullable": true, "defaultValue": null}, {"name": "height", "type": "esriFieldTypeInteger", "alias": "height", "column": "f1_height", "domain": {"name": "heights", "type": "range", "range": [0, 90]}, "editable": true, "nullable": true, "defaultValue": null}, {"name": "planted", "type": "esriFieldTypeDate", "alias": "planted", "column": "f2_planted", "domain": null, "editable": true, "nullable": true, "defaultValue": null}, {"name": "CreationDate", "type": "esriFieldTypeDate", "alias": "CreationDate", "column": "f3_creationdate", "domain": null, "editable": false, "nullable": true, "defaultValue": null}, {"name": "Creator", "type": "esriFieldTypeString", "alias": "Creator", "column": "f4_creator", "domain": null, "length": 128, "editable": false, "nullable": true, "defaultValue": null}, {"name": "EditDate", "type": "esriFieldTypeDate", "alias": "EditDate", "column": "f5_editdate", "domain": null, "editable": false, "nullable": true, "defaultValue": null}, {"name": "Editor", "type": "esriFieldTypeString", "alias": "Editor", "column": "f6_editor", "domain": null, "length": 128, "editable": false, "nullable": true, "defaultValue": null}], "indexes": [], "maxScale": 0, "minScale": 0, "subtypes": [], "timeInfo": null, "copyright": "", "templates": [], "description": "", "drawingInfo": null, "typeIdField": null, "displayField": "name", "subtypeField": null, "relationships": [], "editorTracking": {"editorField": "Editor", "creatorField": "Creator", "editDateField": "EditDate", "creationDateField": "CreationDate"}, "hasAttachments": true, "defaultVisibility": true, "defaultSubtypeCode": null}, "service_id": 1, "table_name": "s1_l0", "extent_xmax": 4.430000000000001, "extent_xmin": 4.41, "extent_ymax": 51.9, "extent_ymin": 51.9, "stored_bytes": 73728, "feature_count": 3, "geometry_type": "esriGeometryPoint", "next_objectid": 4, "source_layer_id": null, "attachment_bytes": 335, "source_service_id": null, "next_attachment_id": 2}');
delete from "public"."hosted_service";
insert into "public"."hosted_service" ("id", "name", "item_id", "description", "copyright", "capabilities", "created_at", "modified_at", "org_id", "at_root", "is_view", "layer_defaults", "is_tiles") overriding system value select "id", "name", "item_id", "description", "copyright", "capabilities", "created_at", "modified_at", "org_id", "at_root", "is_view", "layer_defaults", "is_tiles" from jsonb_populate_record(null::"public"."hosted_service", '{"id": 1, "name": "Trees", "org_id": "d0579b53d195a71f8216d64f42f5a604", "at_root": false, "is_view": false, "item_id": "bb3d769a67aab6435b3b5435030c56e5", "is_tiles": false, "copyright": "", "created_at": 1796074390529, "description": "", "modified_at": 1796074390529, "capabilities": "Create,Delete,Query,Update,Editing", "layer_defaults": {"wkid": 4326, "ownership": null, "editorTracking": true}}');
delete from "public"."organisation";
insert into "public"."organisation" ("name", "revision", "created_at", "portal_org_id") overriding system value select "name", "revision", "created_at", "portal_org_id" from jsonb_populate_record(null::"public"."organisation", '{"name": "city", "revision": 1, "created_at": "2026-11-30T21:33:01.652961+00:00", "portal_org_id": "d0579b53d195a71f8216d64f42f5a604"}');
delete from "public"."organisation_revision";
insert into "public"."organisation_revision" ("organisation", "revision", "config", "author", "saved_at") overriding system value select "organisation", "revision", "config", "author", "saved_at" from jsonb_populate_record(null::"public"."organisation_revision", '{"author": "operator", "config": {"title": "city", "portal": {"url": "/portal/city", "appId": "mapping-city", "adminGroupId": "10123d2ee112b4a653db40c215af28b9"}}, "revision": 1, "saved_at": "2026-11-30T21:33:01.652961+00:00", "organisation": "city"}');
delete from "public"."portal_app";
insert into "public"."portal_app" ("client_id", "title", "redirect_uris", "created_at", "org_id", "item_id", "app_type", "secret_hash", "modified_at") overriding system value select "client_id", "title", "redirect_uris", "created_at", "org_id", "item_id", "app_type", "secret_hash", "modified_at" from jsonb_populate_record(null::"public"."portal_app", '{"title": "Mapping", "org_id": "d0579b53d195a71f8216d64f42f5a604", "item_id": null, "app_type": "browser", "client_id": "mapping-city", "created_at": 1796074381647, "modified_at": null, "secret_hash": null, "redirect_uris": ["http://127.0.0.1:31505/city/signed-in"]}');
delete from "public"."portal_charge";
insert into "public"."portal_charge" ("item_id", "owner", "org_id", "bytes", "features") overriding system value select "item_id", "owner", "org_id", "bytes", "features" from jsonb_populate_record(null::"public"."portal_charge", '{"bytes": 63, "owner": "ada", "org_id": "d0579b53d195a71f8216d64f42f5a604", "item_id": ":ada", "features": 0}');
insert into "public"."portal_charge" ("item_id", "owner", "org_id", "bytes", "features") overriding system value select "item_id", "owner", "org_id", "bytes", "features" from jsonb_populate_record(null::"public"."portal_charge", '{"bytes": 75153, "owner": "ada", "org_id": "d0579b53d195a71f8216d64f42f5a604", "item_id": "bb3d769a67aab6435b3b5435030c56e5", "features": 3}');
insert into "public"."portal_charge" ("item_id", "owner", "org_id", "bytes", "features") overriding system value select "item_id", "owner", "org_id", "bytes", "features" from jsonb_populate_record(null::"public"."portal_charge", '{"bytes": 130, "owner": "ada", "org_id": "d0579b53d195a71f8216d64f42f5a604", "item_id": "cb4680e8e6d69fe814a134fe656a4735", "features": 0}');
delete from "public"."portal_data_version";
insert into "public"."portal_data_version" ("version", "encoding") overriding system value select "version", "encoding" from jsonb_populate_record(null::"public"."portal_data_version", '{"version": "cf23c4694eacb26794de635a87853b73", "encoding": "identity"}');
delete from "public"."portal_group";
insert into "public"."portal_group" ("id", "title", "owner", "access", "snippet", "description", "tags", "thumbnail", "sort_field", "sort_order", "is_invitation_only", "is_view_only", "is_fav", "protected", "created_at", "modified_at", "search", "category_schema", "org_id", "json_bytes") overriding system value select "id", "title", "owner", "access", "snippet", "description", "tags", "thumbnail", "sort_field", "sort_order", "is_invitation_only", "is_view_only", "is_fav", "protected", "created_at", "modified_at", "search", "category_schema", "org_id", "json_bytes" from jsonb_populate_record(null::"public"."portal_group", '{"id": "10123d2ee112b4a653db40c215af28b9", "tags": [], "owner": "ada", "title": "Administrators of city", "access": "private", "is_fav": false, "org_id": "d0579b53d195a71f8216d64f42f5a604", "search": "''administr'':4A ''administrators'':1A ''citi'':6A ''city'':3A ''i:administrators of city'' ''o:ada'' ''of'':2A", "snippet": "", "protected": false, "thumbnail": null, "created_at": 1796074381581, "json_bytes": 38, "sort_field": "modified", "sort_order": "desc", "description": "", "modified_at": 1796074381581, "is_view_only": false, "category_schema": null, "is_invitation_only": true, "has_category_schema": false}');
insert into "public"."portal_group" ("id", "title", "owner", "access", "snippet", "description", "tags", "thumbnail", "sort_field", "sort_order", "is_invitation_only", "is_view_only", "is_fav", "protected", "created_at", "modified_at", "search", "category_schema", "org_id", "json_bytes") overriding system value select "id", "title", "owner", "access", "snippet", "description", "tags", "thumbnail", "sort_field", "sort_order", "is_invitation_only", "is_view_only", "is_fav", "protected", "created_at", "modified_at", "search", "category_schema", "org_id", "json_bytes" from jsonb_populate_record(null::"public"."portal_group", '{"id": "13f6d516d3bae65b54739a4efd125aad", "tags": [], "owner": "ada", "title": "Gardeners", "access": "org", "is_fav": false, "org_id": "d0579b53d195a71f8216d64f42f5a604", "search": "''garden'':2A ''gardeners'':1A ''i:gardeners'' ''o:ada''", "snippet": "", "protected": false, "thumbnail": null, "created_at": 1796074390447, "json_bytes": 25, "sort_field": "modified", "sort_order": "desc", "description": "", "modified_at": 1796074390447, "is_view_only": false, "category_schema": null, "is_invitation_only": true, "has_category_schema": false}');
insert into "public"."portal_group" ("id", "title", "owner", "access", "snippet", "description", "tags", "thumbnail", "sort_field", "sort_order", "is_invitation_only", "is_view_only", "is_fav", "protected", "created_at", "modified_at", "search", "category_schema", "org_id", "json_bytes") overriding system value select "id", "title", "owner", "access", "snippet", "description", "tags", "thumbnail", "sort_field", "sort_order", "is_invitation_only", "is_view_only", "is_fav", "protected", "created_at", "modified_at", "search", "category_schema", "org_id", "json_bytes" from jsonb_populate_record(null::"public"."portal_group", '{"id": "cbab613173a145a91022f3e1bc479574", "tags": [], "owner": "ada", "title": "ada''s favorites", "access": "private", "is_fav": true, "org_id": "d0579b53d195a71f8216d64f42f5a604", "search": "''ada'':1A,4A ''favorit'':6A ''favorites'':3A ''i:ada s favorites'' ''o:ada'' ''s'':2A", "snippet": "", "protected": false, "thumbnail": null, "created_at": 1796074381527, "json_bytes": 31, "sort_field": "modified", "sort_order": "desc", "description": "", "modified_at": 1796074381527, "is_view_only": true, "category_schema": null, "is_invitation_only": true, "has_category_schema": false}');
delete from "public"."portal_group_member";
insert into "public"."portal_group_member" ("group_id", "username", "member_type", "joined_at") overriding system value select "group_id", "username", "member_type", "joined_at" from jsonb_populate_record(null::"public"."portal_group_member", '{"group_id": "10123d2ee112b4a653db40c215af28b9", "username": "ada", "joined_at": 1796074381581, "member_type": "owner"}');
insert into "public"."portal_group_member" ("group_id", "username", "member_type", "joined_at") overriding system value select "group_id", "username", "member_type", "joined_at" from jsonb_populate_record(null::"public"."portal_group_member", '{"group_id": "13f6d516d3bae65b54739a4efd125aad", "username": "ada", "joined_at": 1796074390447, "member_type": "owner"}');
insert into "public"."portal_group_member" ("group_id", "username", "member_type", "joined_at") overriding system value select "group_id", "username", "member_type", "joined_at" from jsonb_populate_record(null::"public"."portal_group_member", '{"group_id": "cbab613173a145a91022f3e1bc479574", "username": "ada", "joined_at": 1796074381527, "member_type": "owner"}');
delete from "public"."portal_item";
insert into "public"."portal_item" ("id", "owner", "folder_id", "type", "title", "snippet", "description", "tags", "type_keywords", "categories", "west", "south", "east", "north", "spatial_reference", "url", "name", "access", "culture", "access_information", "license_info", "documentation", "properties", "size", "num_views", "num_ratings", "avg_rating", "protected", "thumbnail", "created_at", "modified_at", "search", "org_id", "comments_enabled", "num_comments", "json_bytes") overriding system value select "id", "owner", "folder_id", "type", "title", "snippet", "description", "tags", "type_keywords", "categories", "west", "south", "east", "north", "spatial_reference", "url", "name", "access", "culture", "access_information", "license_info", "documentation", "properties", "size", "num_views", "num_ratings", "avg_rating", "protected", "thumbnail", "created_at", "modified_at", "search", "org_id", "comments_enabled", "num_comments", "json_bytes" from jsonb_populate_record(null::"public"."portal_item", '{"id": "bb3d769a67aab6435b3b5435030c56e5", "url": "http://127.0.0.1:31505/server/city/rest/services/Trees/FeatureServer", "east": null, "name": "Trees", "size": 0, "tags": [], "type": "Feature Service", "west": null, "north": null, "owner": "ada", "south": null, "title": "Trees", "access": "private", "org_id": "d0579b53d195a71f8216d64f42f5a604", "search": "''i:trees'' ''k:arcgis server'' ''k:data'' ''k:feature access'' ''k:feature service'' ''k:hosted service'' ''k:service'' ''k:singlelayer'' ''o:ada'' ''tree'':2A ''trees'':1A ''y:feature'' ''y:service''", "culture": "en-us", "snippet": "", "folder_id": null, "num_views": 0, "protected": false, "thumbnail": null, "avg_rating": 0, "categories": [], "created_at": 1796074390582, "json_bytes": 145, "properties": null, "description": "", "modified_at": 1796074390582, "num_ratings": 0, "license_info": "", "num_comments": 0, "documentation": "", "type_keywords": ["ArcGIS Server", "Data", "Feature Access", "Feature Service", "Hosted Service", "Singlelayer", "Service"], "comments_enabled": true, "spatial_reference": null, "access_information": ""}');
insert into "public"."portal_item" ("id", "owner", "folder_id", "type", "title", "snippet", "description", "tags", "type_keywords", "categories", "west", "south", "east", "north", "spatial_reference", "url", "name", "access", "culture", "access_information", "license_info", "documentation", "properties", "size", "num_views", "num_ratings", "avg_rating", "protected", "thumbnail", "created_at", "modified_at", "search", "org_id", "comments_enabled", "num_comments", "json_bytes") overriding system value select "id", "owner", "folder_id", "type", "title", "snippet", "description", "tags", "type_keywords", "categories", "west", "south", "east", "north", "spatial_reference", "url", "name", "access", "culture", "access_information", "license_info", "documentation", "properties", "size", "num_views", "num_ratings", "avg_rating", "protected", "thumbnail", "created_at", "modified_at", "search", "org_id", "comments_enabled", "num_comments", "json_bytes" from jsonb_populate_record(null::"public"."portal_item", '{"id": "cb4680e8e6d69fe814a134fe656a4735", "url": null, "east": null, "name": null, "size": 71, "tags": [], "type": "Web Map", "west": null, "north": null, "owner": "ada", "south": null, "title": "Trees of the city", "access": "public", "org_id": "d0579b53d195a71f8216d64f42f5a604", "search": "''citi'':8A ''city'':4A ''i:trees of the city'' ''o:ada'' ''of'':2A ''the'':3A ''tree'':5A ''trees'':1A ''y:map'' ''y:web''", "culture": "en-us", "snippet": "", "folder_id": null, "num_views": 0, "protected": false, "thumbnail": null, "avg_rating": 0, "categories": [], "created_at": 1796074390318, "json_bytes": 59, "properties": null, "description": "", "modified_at": 1796074390318, "num_ratings": 0, "license_info": "", "num_comments": 0, "documentation": "", "type_keywords": [], "comments_enabled": true, "spatial_reference": null, "access_information": ""}');
delete from "public"."portal_item_data";
insert into "public"."portal_item_data" ("item_id", "encoding", "version", "content_type", "size") overriding system value select "item_id", "encoding", "version", "content_type", "size" from jsonb_populate_record(null::"public"."portal_item_data", '{"size": 71, "item_id": "cb4680e8e6d69fe814a134fe656a4735", "version": "cf23c4694eacb26794de635a87853b73", "encoding": "identity", "content_type": "application/json"}');
delete from "public"."portal_item_data_part";
insert into "public"."portal_item_data_part" ("version", "encoding", "part", "bytes") overriding system value select "version", "encoding", "part", "bytes" from jsonb_populate_record(null::"public"."portal_item_data_part",  E'{"part": 0, "bytes": "\\\\x7b226f7065726174696f6e616c4c6179657273223a5b5d2c2276657273696f6e223a22322e3333222c22626173654d6170223a7b227469746c65223a2253747265657473227d7d", "version": "cf23c4694eacb26794de635a87853b73", "encoding": "identity"}');
delete from "public"."portal_item_word";
insert into "public"."portal_item_word" ("word") overriding system value select "word" from jsonb_populate_record(null::"public"."portal_item_word", '{"word": "citi"}');
insert into "public"."portal_item_word" ("word") overriding system value select "word" from jsonb_populate_record(null::"public"."portal_item_word", '{"word": "city"}');
insert into "public"."portal_item_word" ("word") overriding system value select "word" from jsonb_populate_record(null::"public"."portal_item_word", '{"word": "o:ada"}');
insert into "public"."portal_item_word" ("word") overriding system value select "word" from jsonb_populate_record(null::"public"."portal_item_word", '{"word": "of"}');
insert into "public"."portal_item_word" ("word") overriding system value select "word" from jsonb_populate_record(null::"public"."portal_item_word", '{"word": "the"}');
insert into "public"."portal_item_word" ("word") overriding system value select "word" from jsonb_populate_record(null::"public"."portal_item_word", '{"word": "tree"}');
insert into "public"."portal_item_word" ("word") overriding system value select "word" from jsonb_populate_record(null::"public"."portal_item_word", '{"word": "trees"}');
insert into "public"."portal_item_word" ("word") overriding system value select "word" from jsonb_populate_record(null::"public"."portal_item_word", '{"word": "y:feature"}');
insert into "public"."portal_item_word" ("word") overriding system value select "word" from jsonb_populate_record(null::"public"."portal_item_word", '{"word": "y:map"}');
insert into "public"."portal_item_word" ("word") overriding system value select "word" from jsonb_populate_record(null::"public"."portal_item_word", '{"word": "y:service"}');
insert into "public"."portal_item_word" ("word") overriding system value select "word" from jsonb_populate_record(null::"public"."portal_item_word", '{"word": "y:web"}');
delete from "public"."portal_known_network";
insert into "public"."portal_known_network" ("username", "network", "signed_in_at") overriding system value select "username", "network", "signed_in_at" from jsonb_populate_record(null::"public"."portal_known_network", '{"network": "83a505796d43ab574626786806d0b1f943279dab82c709ea778cf83e07e514d3", "username": "ada", "signed_in_at": 1796074388387}');
delete from "public"."portal_notification";
insert into "public"."portal_notification" ("id", "username", "type", "data", "created_at") overriding system value select "id", "username", "type", "data", "created_at" from jsonb_populate_record(null::"public"."portal_notification", '{"id": "335e029023ee130e532faacf203b0b39", "data": {"act": "person.new-browser", "agent": "node", "address": "127.0.0.1", "message": "Your account was signed in to with a browser that it had not used before.", "subject": "New sign-in"}, "type": "account_security", "username": "ada", "created_at": 1796074388408}');
insert into "public"."portal_notification" ("id", "username", "type", "data", "created_at") overriding system value select "id", "username", "type", "data", "created_at" from jsonb_populate_record(null::"public"."portal_notification", '{"id": "581941428bcaf50f75c0f244ad0976e1", "data": {"act": "person.password-changed", "message": "Your password was changed.", "subject": "Password changed"}, "type": "account_security", "username": "ada", "created_at": 1796074389803}');
delete from "public"."portal_organisation";
insert into "public"."portal_organisation" ("id", "url_key", "settings", "created_at") overriding system value select "id", "url_key", "settings", "created_at" from jsonb_populate_record(null::"public"."portal_organisation", '{"id": "d0579b53d195a71f8216d64f42f5a604", "url_key": "city", "settings": {}, "created_at": 1796074380707}');
insert into "public"."portal_organisation" ("id", "url_key", "settings", "created_at") overriding system value select "id", "url_key", "settings", "created_at" from jsonb_populate_record(null::"public"."portal_organisation", '{"id": "mapping", "url_key": null, "settings": {}, "created_at": 1796074378716}');
insert into "public"."portal_organisation" ("id", "url_key", "settings", "created_at") overriding system value select "id", "url_key", "settings", "created_at" from jsonb_populate_record(null::"public"."portal_organisation", '{"id": "unassigned", "url_key": null, "settings": {}, "created_at": 1796074378716}');
delete from "public"."portal_quota";
insert into "public"."portal_quota" ("org_id", "person_bytes", "person_items", "person_features", "person_shared_maps", "person_upload_seconds", "organisation_bytes", "organisation_items", "organisation_features", "organisation_shared_maps", "organisation_upload_seconds") overriding system value select "org_id", "person_bytes", "person_items", "person_features", "person_shared_maps", "person_upload_seconds", "organisation_bytes", "organisation_items", "organisation_features", "organisation_shared_maps", "organisation_upload_seconds" from jsonb_populate_record(null::"public"."portal_quota", '{"org_id": "", "person_bytes": 5000000000, "person_items": 10000, "person_features": 10000000, "organisation_bytes": 200000000000, "organisation_items": 2000000, "person_shared_maps": 1000, "organisation_features": 500000000, "person_upload_seconds": 14400, "organisation_shared_maps": 100000, "organisation_upload_seconds": 86400}');
delete from "public"."portal_usage";
insert into "public"."portal_usage" ("scope", "key", "bytes", "items", "features") overriding system value select "scope", "key", "bytes", "items", "features" from jsonb_populate_record(null::"public"."portal_usage", '{"key": "d0579b53d195a71f8216d64f42f5a604", "bytes": 75346, "items": 2, "scope": "organisation", "features": 3}');
insert into "public"."portal_usage" ("scope", "key", "bytes", "items", "features") overriding system value select "scope", "key", "bytes", "items", "features" from jsonb_populate_record(null::"public"."portal_usage", '{"key": "ada", "bytes": 75346, "items": 2, "scope": "person", "features": 3}');
delete from "public"."portal_user";
insert into "public"."portal_user" ("username", "full_name", "email", "description", "role", "access", "culture", "region", "units", "tags", "thumbnail", "fav_group_id", "disabled", "password_hash", "security_stamp", "created_at", "modified_at", "last_sign_in_at", "second_factor_at", "email_confirmed_at", "search", "org_id", "properties", "role_id") overriding system value select "username", "full_name", "email", "description", "role", "access", "culture", "region", "units", "tags", "thumbnail", "fav_group_id", "disabled", "password_hash", "security_stamp", "created_at", "modified_at", "last_sign_in_at", "second_factor_at", "email_confirmed_at", "search", "org_id", "properties", "role_id" from jsonb_populate_record(null::"public"."portal_user", '{"role": "org_admin", "tags": [], "email": "", "units": "metric", "access": "org", "org_id": "d0579b53d195a71f8216d64f42f5a604", "region": "WO", "search": "''ada'':1A,2A,3A,4A ''o:ada''", "culture": "en-US", "role_id": null, "disabled": false, "username": "ada", "full_name": "ada", "thumbnail": null, "created_at": 1796074381527, "properties": {}, "description": "", "modified_at": 1796074381527, "fav_group_id": "cbab613173a145a91022f3e1bc479574", "password_hash": "scrypt$32768$8$3$qHL4InZrx+P+suDbSZC1Ew==$nbNV9tHlKhwvzFnCsIYA+c7AO23C/ERSTNUdtBzCVj8=", "security_stamp": "623e232e-fb28-41da-b9a7-263181c19a8b", "last_sign_in_at": 1796074390261, "second_factor_at": null, "email_confirmed_at": null}');
create table "hosted"."s1_l0" (objectid bigint not null, globalid uuid not null, box box, shape bytea, f0_name text collate "und-x-icu", f1_height integer, f2_planted timestamp(3) without time zone, f3_creationdate timestamp(3) without time zone, f4_creator text collate "und-x-icu", f5_editdate timestamp(3) without time zone, f6_editor text collate "und-x-icu");
alter table "hosted"."s1_l0" alter "shape" set storage main;
insert into "hosted"."s1_l0" ("objectid", "globalid", "box", "shape", "f0_name", "f1_height", "f2_planted", "f3_creationdate", "f4_creator", "f5_editdate", "f6_editor") overriding system value select "objectid", "globalid", "box", "shape", "f0_name", "f1_height", "f2_planted", "f3_creationdate", "f4_creator", "f5_editdate", "f6_editor" from jsonb_populate_record(null::"hosted"."s1_l0",  E'{"box": "(4.41,51.9),(4.41,51.9)", "shape": "\\\\x0101000000a4703d0ad7a311403333333333f34940", "f0_name": "Tree 1", "globalid": "b5ddf75f-17f9-4f90-86a9-2cbd99e5e8f8", "objectid": 1, "f1_height": 10, "f6_editor": "ada", "f2_planted": "2023-11-14T22:13:20", "f4_creator": "ada", "f5_editdate": "2026-11-30T21:33:10.621", "f3_creationdate": "2026-11-30T21:33:10.621"}');
insert into "hosted"."s1_l0" ("objectid", "globalid", "box", "shape", "f0_name", "f1_height", "f2_planted", "f3_creationdate", "f4_creator", "f5_editdate", "f6_editor") overriding system value select "objectid", "globalid", "box", "shape", "f0_name", "f1_height", "f2_planted", "f3_creationdate", "f4_creator", "f5_editdate", "f6_editor" from jsonb_populate_record(null::"hosted"."s1_l0",  E'{"box": "(4.42,51.9),(4.42,51.9)", "shape": "\\\\x0101000000ae47e17a14ae11403333333333f34940", "f0_name": "Tree 2", "globalid": "d9d3c587-1fa8-4872-b818-6b4808fe7574", "objectid": 2, "f1_height": 20, "f6_editor": "ada", "f2_planted": "2023-11-14T22:13:20", "f4_creator": "ada", "f5_editdate": "2026-11-30T21:33:10.621", "f3_creationdate": "2026-11-30T21:33:10.621"}');
insert into "hosted"."s1_l0" ("objectid", "globalid", "box", "shape", "f0_name", "f1_height", "f2_planted", "f3_creationdate", "f4_creator", "f5_editdate", "f6_editor") overriding system value select "objectid", "globalid", "box", "shape", "f0_name", "f1_height", "f2_planted", "f3_creationdate", "f4_creator", "f5_editdate", "f6_editor" from jsonb_populate_record(null::"hosted"."s1_l0",  E'{"box": "(4.430000000000001,51.9),(4.430000000000001,51.9)", "shape": "\\\\x0101000000b91e85eb51b811403333333333f34940", "f0_name": "Tree 3", "globalid": "b143d461-f84b-4047-b3f4-c28c1dae0f48", "objectid": 3, "f1_height": 30, "f6_editor": "ada", "f2_planted": "2023-11-14T22:13:20", "f4_creator": "ada", "f5_editdate": "2026-11-30T21:33:10.621", "f3_creationdate": "2026-11-30T21:33:10.621"}');
CREATE INDEX s1_l0_box_idx ON hosted.s1_l0 USING gist (box);
CREATE INDEX s1_l0_place ON hosted.s1_l0 USING btree (hosted.place_code(box, '5.364418029785156e-06'::double precision));
CREATE UNIQUE INDEX s1_l0_globalid_idx ON hosted.s1_l0 USING btree (globalid);
alter table "hosted"."s1_l0" add constraint s1_l0_pkey PRIMARY KEY (objectid);
set session_replication_role = origin;
select setval('"public"."audit_entry_id_seq"', 7, true);
select setval('"public"."gazetteer_id_seq"', 1, false);
select setval('"public"."hosted_service_id_seq"', 1, true);
select setval('"public"."mail_message_id_seq"', 1, false);
select setval('"public"."place_id_seq"', 1, false);
select setval('"public"."portal_content_change"', 10, true);
