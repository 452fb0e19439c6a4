import { type Kysely, sql } from 'kysely';

/** Who has opened an item today, so that a user counts once a day; and the results of the map doctor. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
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
