/** Items of the embedded portal with their data and files, and what their search reads. */
export const items = [
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
  )`,
  `create trigger portal_item_org before insert or update of owner on portal_item
    for each row execute function portal_owner_org()`,
  // Weighed when it is written, because a page of a list is weighed before it is read: the length of jsonb is known only as text.
  `create function portal_item_weighed() returns trigger language plpgsql as $$ begin
    new.json_bytes := octet_length(json_build_array(new.title, new.snippet, new.description, new.access_information,
      new.license_info, new.documentation, new.tags, new.type_keywords, new.categories, new.properties)::text);
    return new;
  end $$`,
  `create trigger portal_item_weighed before insert or update of title, snippet, description, access_information,
    license_info, documentation, tags, type_keywords, categories, properties on portal_item
    for each row execute function portal_item_weighed()`,
  // A user who moves to another organisation takes along what they own.
  `create function portal_user_moved() returns trigger language plpgsql as $$ begin
    update portal_item set org_id = new.org_id where owner = new.username;
    update portal_group set org_id = new.org_id where owner = new.username;
    return new;
  end $$`,
  `create trigger portal_user_moved after update of org_id on portal_user
    for each row when (old.org_id is distinct from new.org_id) execute function portal_user_moved()`,
  `create index portal_item_org on portal_item (org_id, modified_at, id)`,
  `create index portal_item_owner on portal_item (owner, folder_id)`,
  `create index portal_item_folder on portal_item (folder_id)`,
  `create index portal_item_type on portal_item (type, modified_at desc)`,
  `create index portal_item_access on portal_item (access, modified_at desc)`,
  // One index per sort order: a page of a million items is read in order, never sorted.
  `create index portal_item_modified on portal_item (modified_at, id)`,
  `create index portal_item_created on portal_item (created_at, id)`,
  `create index portal_item_views on portal_item (num_views, id)`,
  `create index portal_item_title on portal_item (title collate "und-x-icu", id)`,
  `create index portal_item_type_order on portal_item (type, id)`,
  `create index portal_item_owner_order on portal_item (owner, id)`,
  `create index portal_item_size on portal_item (size, id)`,
  `create index portal_item_ratings on portal_item (num_ratings, id)`,
  `create index portal_item_rating on portal_item (avg_rating, id)`,
  `create index portal_item_comments on portal_item (num_comments, id)`,
  `create index portal_item_search on portal_item using gin (search)`,
  `create index portal_item_extent on portal_item using gist (box(point(west, south), point(east, north)))`,
  // A favourite does not give access to the item, so access rules ignore it.
  `create table portal_item_group (
    item_id text not null references portal_item on delete cascade,
    group_id text not null references portal_group on delete cascade,
    favourite boolean not null default false,
    -- Of the item in the group: paths, like those of the item.
    categories text[] not null default '{}',
    primary key (item_id, group_id)
  )`,
  `create index portal_item_group_group on portal_item_group (group_id, item_id)`,
  // Each write is a new version, so that a reader never gets a mix of old and new bytes. Items may share one version: a copy
  // stores no bytes of its own, nor do tiles that are published from a file. The last of them deletes the version.
  `create table portal_data_version (
    version text not null,
    encoding text not null,
    primary key (version, encoding)
  )`,
  `create table portal_item_data (
    item_id text not null references portal_item on delete cascade,
    encoding text not null check (encoding in ('identity', 'gzip', 'br')),
    version text not null,
    content_type text not null,
    size bigint not null,
    primary key (item_id, encoding),
    foreign key (version, encoding) references portal_data_version
  )`,
  `create index portal_item_data_version on portal_item_data (version, encoding)`,
  `create table portal_item_data_part (
    version text not null,
    encoding text not null,
    part integer not null,
    bytes bytea not null,
    primary key (version, encoding, part),
    foreign key (version, encoding) references portal_data_version on delete cascade
  )`,
  // Compressed data is not compressed again by the storage.
  `alter table portal_item_data_part alter column bytes set storage external`,
  // The lock is taken first, in a statement of its own: the next statement sees a concurrent copy.
  `create function portal_data_version_left() returns trigger language plpgsql as $$ begin
    perform from portal_data_version where version = old.version and encoding = old.encoding for update;
    delete from portal_data_version where version = old.version and encoding = old.encoding and not exists (
      select from portal_item_data where version = old.version and encoding = old.encoding) and not exists (
      select from hosted_tiles where version = old.version and encoding = old.encoding);
    return null;
  end $$`,
  `create trigger portal_data_version_left after delete on portal_item_data
    for each row execute function portal_data_version_left()`,
  `create table portal_rating (
    item_id text not null references portal_item on delete cascade,
    username text not null references portal_user on delete cascade,
    rating real not null check (rating >= 0 and rating <= 5),
    created_at bigint not null,
    primary key (item_id, username)
  )`,
  `create index portal_rating_username on portal_rating (username)`,
  `create table portal_item_comment (
    id text primary key,
    item_id text not null references portal_item on delete cascade,
    username text not null references portal_user on delete cascade,
    parent_id text references portal_item_comment on delete cascade,
    comment text not null,
    created_at bigint not null,
    modified_at bigint not null
  )`,
  `create index portal_item_comment_item on portal_item_comment (item_id, created_at, id)`,
  `create index portal_item_comment_user on portal_item_comment (username)`,
  `create index portal_item_comment_parent on portal_item_comment (parent_id)`,
  // Comments are also deleted with their author and with the comment they reply to. Counted once a statement: each change of
  // a row within one transaction takes longer than the one before.
  `create function portal_item_comment_counted() returns trigger language plpgsql as $$ begin
    if tg_op = 'INSERT' then
      update portal_item set num_comments = num_comments + counted.number
        from (select item_id, count(*) as number from added group by item_id) counted where id = counted.item_id;
    else
      update portal_item set num_comments = num_comments - counted.number
        from (select item_id, count(*) as number from gone group by item_id) counted where id = counted.item_id;
    end if;
    return null;
  end $$`,
  `create trigger portal_item_comment_added after insert on portal_item_comment
    referencing new table as added for each statement execute function portal_item_comment_counted()`,
  `create trigger portal_item_comment_deleted after delete on portal_item_comment
    referencing old table as gone for each statement execute function portal_item_comment_counted()`,
  // What maps and applications use: items by their ids, services by their addresses.
  `create table portal_item_use (
    item_id text not null references portal_item on delete cascade,
    target text not null,
    url text,
    primary key (item_id, target)
  )`,
  `create index portal_item_use_target on portal_item_use (target)`,
  // Files of items that arrive in parts (docs/uploads.md#in-parts). Parts count for the owner of the item until they are joined.
  `create table portal_item_upload (
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
  )`,
  `create index portal_item_upload_used on portal_item_upload (used_at)`,
  `create table portal_item_part (
    item_id text not null references portal_item_upload on delete cascade,
    part integer not null,
    piece integer not null,
    bytes bytea not null,
    primary key (item_id, part, piece)
  )`,
  // They are compressed files mostly.
  `alter table portal_item_part alter column bytes set storage external`,
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
    digest bytea not null generated always as (sha256(bytes)) stored,
    private boolean not null default false,
    created_at bigint not null,
    primary key (owner_kind, owner_id, path)
  )`,
  // Uncompressed, so that a part of the bytes is read without those before it.
  `alter table portal_file alter column bytes set storage external`,
  // `viewer` is a hash that is useless after its day; rows of earlier days are deleted.
  `create table portal_item_view (
    item_id text not null references portal_item on delete cascade,
    viewer text not null,
    day integer not null,
    primary key (item_id, viewer, day)
  )`,
  `create index portal_item_view_day on portal_item_view (day)`,
  // A row is inserted when a check starts, so that only one of several processes checks a map.
  `create table map_check (
    item_id text primary key references portal_item on delete cascade,
    item_modified_at bigint not null,
    claimed_until bigint not null default 0,
    checked_at bigint,
    attention boolean not null default false,
    layers jsonb not null default '[]',
    notified jsonb
  )`,
  `create index map_check_attention on map_check (checked_at desc) where attention`,
  `alter table portal_app add foreign key (item_id) references portal_item on delete cascade`,
];

const open = `where access = 'public'`;
const sampled = `where left(md5(id), 2) < '04'`;
const place = `box(point(west, south), point(east, north))`;

/** Words, types and owners; tags, keywords, categories and titles as a whole are not searched by prefix. */
const wordsOf = (vector: string) =>
  `select distinct word from unnest(tsvector_to_array(${vector})) as word where left(word, 2) not in ('t:', 'k:', 'c:', 'i:')`;

/** Of the items of one owner, as `limits.newWordsPerHour` says; another number needs a migration. */
const newWordsPerHour = 200_000;

/** The words of all items, for tables that are filled without triggers. */
export const fillItemWords = `insert into portal_item_word
  select distinct word from portal_item cross join lateral (${wordsOf('search')}) as words`;

/**
 * What the search of a portal of a million items reads: the words of titles, a sample of one item in 64, by which a search
 * estimates cheaply how many items match, and indexes of the public items, so that visitors' searches read nothing else.
 * Reasons and costs: docs/decisions/0010.
 */
export const itemSearch = [
  // The expression has its own statistics too, so the planner knows how frequent a word is in titles.
  `create index portal_item_title_words on portal_item using gin (ts_filter(search, '{a}'))`,
  `create index portal_item_sample on portal_item using gin (search) ${sampled}`,
  `create index portal_item_sample_title_words on portal_item using gin (ts_filter(search, '{a}')) ${sampled}`,
  `create index portal_item_public_search on portal_item using gin (search) ${open}`,
  `create index portal_item_public_title_words on portal_item using gin (ts_filter(search, '{a}')) ${open}`,
  `create index portal_item_public_type on portal_item (type, modified_at, id) ${open}`,
  `create index portal_item_public_modified on portal_item (modified_at, id) ${open}`,
  `create index portal_item_public_extent on portal_item using gist (${place}) ${open}`,
  `create index portal_item_sample_type on portal_item (type) ${sampled}`,
  `create index portal_item_sample_extent on portal_item using gist (${place}) ${sampled}`,
  // The words of items, by which a search completes a prefix to the words that begin with it (docs/decisions/0012).
  // Not unique: two writers of a new word would wait for each other, and two of several words in different
  // order would deadlock.
  `create table portal_item_word (word text collate "C" not null)`,
  `create index portal_item_word_word on portal_item_word (word)`,
  `create function portal_item_keep_words() returns trigger language plpgsql as $$
    declare
      added bigint;
    begin
      insert into portal_item_word (word) select word from (${wordsOf('new.search')}) as words
        where not exists (select from portal_item_word as kept where kept.word = words.word);
      get diagnostics added = row_count;
      perform portal_words_added(new.owner, added);
      return null;
    end
  $$`,
  // Words stay when no item has them any more, and no quota counts them. So that a member cannot fill the disk with invented ones, those
  // that were new are counted for the items of an owner. Rows are only added, so that no transaction waits for another's, and one per hundred words on
  // average, so that they are few.
  `create function portal_words_added(person text, added bigint) returns void language plpgsql as $$
    declare
      counted text := encode(sha256(convert_to('new words of ' || person, 'UTF8')), 'hex');
      moment bigint := extract(epoch from clock_timestamp()) * 1000;
      hundreds integer := floor(added / 100.0 + random());
    begin
      if hundreds = 0 then return; end if;
      insert into counted_try (key, at) select counted, moment from generate_series(1, hundreds);
      if exists (select from counted_try where key = counted and at > moment - 3600000 offset ${newWordsPerHour / 100}) then
        raise exception 'new words' using errcode = 'MQ002';
      end if;
    end
  $$`,
  `create trigger portal_item_words_added after insert on portal_item
    for each row execute function portal_item_keep_words()`,
  `create trigger portal_item_words_changed after update of search on portal_item
    for each row when (old.search is distinct from new.search) execute function portal_item_keep_words()`,
];

/** The tables on which the answer of a search depends. */
const searched = ['portal_item', 'portal_item_group', 'portal_group', 'portal_group_member'];

/**
 * Whether anything has been written that a search could show: a sequence that every writing statement raises, and the transactions
 * that have raised it and not ended. Reasons: docs/decisions/0035.
 */
export const contentChanges = [
  `create sequence portal_content_change`,
  `create function portal_content_changed() returns trigger language plpgsql as $$ begin
    perform nextval('portal_content_change');
    return null;
  end $$`,
  ...searched.map(
    (table) => `create trigger portal_content_changed after insert or update or delete or truncate on ${table}
      for each statement execute function portal_content_changed()`,
  ),
  // Volatile, so that the snapshot is newer than the number: what has raised the number is in it, finished or unfinished.
  `create function portal_content_state(out node double precision, out changes bigint, out snapshot text)
    language plpgsql volatile as $$ begin
      node := date_part('epoch', pg_postmaster_start_time());
      changes := (select last_value from portal_content_change);
      snapshot := pg_current_snapshot();
    end $$`,
];
