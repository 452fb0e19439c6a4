// The embedded portal: what its search reads, views of items, checks of maps, data shared by copies.
// ../migrations.ts runs these lists in its own order.

/** Who has opened an item today, so that a user counts once a day; and the results of the map doctor. */
export const itemViewsAndMapChecks = [
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
    layers jsonb not null default '[]'
  )`,
  `create index map_check_attention on map_check (checked_at desc) where attention`,
];

/**
 * Indexes for searching a portal of a million items: the words of titles, and the sort orders that had no
 * index. And the categories of groups.
 */
export const searchAndCategories = [
  // The expression has its own statistics too, so the planner knows how frequent a word is in titles.
  `create index portal_item_title_words on portal_item using gin (ts_filter(search, '{a}'))`,
  `create index portal_item_type_order on portal_item (type, id)`,
  `create index portal_item_owner_order on portal_item (owner, id)`,
  `create index portal_item_size on portal_item (size, id)`,
  `create index portal_item_ratings on portal_item (num_ratings, id)`,
  `create index portal_item_rating on portal_item (avg_rating, id)`,
  `alter table portal_group add column category_schema jsonb`,
  `alter table portal_group add column has_category_schema boolean not null
    generated always as (category_schema is not null) stored`,
  // Categories of an item in the group: paths, like those of the item.
  `alter table portal_item_group add column categories text[] not null default '{}'`,
];

/** The words of one item in 64, by which a search estimates cheaply that very many match. */
export const searchSample = [
  `create index portal_item_sample on portal_item using gin (search) where left(md5(id), 2) < '04'`,
];

const open = `where access = 'public'`;
const sampled = `where left(md5(id), 2) < '04'`;
const place = `box(point(west, south), point(east, north))`;

/**
 * Public items have indexes of their own, so that visitors' searches read nothing else; and the sample of one
 * item in 64 can be queried by type and by place too. Reasons and costs: docs/decisions/0010.
 */
export const publicItems = [
  `create index portal_item_public_search on portal_item using gin (search) ${open}`,
  `create index portal_item_public_title_words on portal_item using gin (ts_filter(search, '{a}')) ${open}`,
  `create index portal_item_public_type on portal_item (type, modified_at, id) ${open}`,
  `create index portal_item_public_modified on portal_item (modified_at, id) ${open}`,
  `create index portal_item_public_extent on portal_item using gist (${place}) ${open}`,
  `create index portal_item_sample_type on portal_item (type) ${sampled}`,
  `create index portal_item_sample_extent on portal_item using gist (${place}) ${sampled}`,
];

/** Words, types and owners; tags, keywords, categories and titles as a whole are not searched by prefix. */
const wordsOf = (vector: string) =>
  `select distinct word from unnest(tsvector_to_array(${vector})) as word where left(word, 2) not in ('t:', 'k:', 'c:', 'i:')`;

/** For existing items. */
export const fillItemWords = `insert into portal_item_word
  select distinct word from portal_item cross join lateral (${wordsOf('search')}) as words`;

/**
 * The words of items, by which a search completes a prefix to the words that begin with it. Maintained by a
 * trigger for every writer. Reasons and costs: docs/decisions/0012.
 */
export const itemWords = [
  // Not unique: two writers of a new word would wait for each other, and two of several words in different
  // order would deadlock.
  `create table portal_item_word (word text collate "C" not null)`,
  fillItemWords,
  `create index portal_item_word_word on portal_item_word (word)`,
  `create function portal_item_keep_words() returns trigger language plpgsql as $$
    begin
      insert into portal_item_word (word) select word from (${wordsOf('new.search')}) as words
        where not exists (select from portal_item_word as kept where kept.word = words.word);
      return null;
    end
  $$`,
  `create trigger portal_item_words_added after insert on portal_item
    for each row execute function portal_item_keep_words()`,
  `create trigger portal_item_words_changed after update of search on portal_item
    for each row when (old.search is distinct from new.search) execute function portal_item_keep_words()`,
];

/**
 * The words of titles in the sample of one item in 64: by them a search estimates how many items have its
 * words in their title.
 */
export const sampleOfTitles = [
  `create index portal_item_sample_title_words on portal_item using gin (ts_filter(search, '{a}'))
        where left(md5(id), 2) < '04'`,
];

/**
 * Items may share one version of their data: a copy stores no bytes of its own. The last item of a version
 * deletes it.
 */
export const copiesShareData = [
  `create table portal_data_version (
    version text not null,
    encoding text not null,
    primary key (version, encoding)
  )`,
  `insert into portal_data_version select version, encoding from portal_item_data`,
  `alter table portal_item_data_part
    drop constraint portal_item_data_part_version_encoding_fkey,
    add foreign key (version, encoding) references portal_data_version on delete cascade`,
  `alter table portal_item_data
    drop constraint portal_item_data_version_encoding_key,
    add foreign key (version, encoding) references portal_data_version`,
  `create index portal_item_data_version on portal_item_data (version, encoding)`,
  // The lock is taken first, in a statement of its own: the next statement sees a concurrent copy.
  `create function portal_data_version_left() returns trigger language plpgsql as $$ begin
    perform from portal_data_version where version = old.version and encoding = old.encoding for update;
    delete from portal_data_version where version = old.version and encoding = old.encoding and not exists (
      select from portal_item_data where version = old.version and encoding = old.encoding);
    return null;
  end $$`,
  `create trigger portal_data_version_left after delete on portal_item_data
    for each row execute function portal_data_version_left()`,
];
