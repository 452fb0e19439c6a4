import { type Kysely, sql } from 'kysely';

/**
 * Indexes for searching a portal of a million items: the words of titles, and the sort orders that had no
 * index. And the categories of groups.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
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
