import { type Kysely, sql } from 'kysely';

/**
 * Items may share one version of their data: a copy stores no bytes of its own. The last item of a version
 * deletes it.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
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
