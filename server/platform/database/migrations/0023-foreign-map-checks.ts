import { type Kysely, sql } from 'kysely';

/** The map doctor's results for web maps of other portals. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
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
];
