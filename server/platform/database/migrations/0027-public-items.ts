import { type Kysely, sql } from 'kysely';

/**
 * Public items have indexes of their own, so that visitors' searches read nothing else; and the sample of one
 * item in 64 can be queried by type and by place too. Reasons and costs: docs/decisions/0010.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const open = `where access = 'public'`;
const sampled = `where left(md5(id), 2) < '04'`;
const place = `box(point(west, south), point(east, north))`;

const statements = [
  `create index portal_item_public_search on portal_item using gin (search) ${open}`,
  `create index portal_item_public_title_words on portal_item using gin (ts_filter(search, '{a}')) ${open}`,
  `create index portal_item_public_type on portal_item (type, modified_at, id) ${open}`,
  `create index portal_item_public_modified on portal_item (modified_at, id) ${open}`,
  `create index portal_item_public_extent on portal_item using gist (${place}) ${open}`,
  `create index portal_item_sample_type on portal_item (type) ${sampled}`,
  `create index portal_item_sample_extent on portal_item using gist (${place}) ${sampled}`,
];
