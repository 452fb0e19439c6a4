import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { application } from './migrations/0001-initial/application.ts';
import { gis } from './migrations/0001-initial/gis.ts';
import { items, itemSearch } from './migrations/0001-initial/items.ts';
import { portal } from './migrations/0001-initial/portal.ts';
import { quotas } from './migrations/0001-initial/quotas.ts';

/** What maps and applications use: items by their ids, services by their addresses. */
const itemUses = [
  `create table portal_item_use (
    item_id text not null references portal_item on delete cascade,
    target text not null,
    primary key (item_id, target)
  )`,
  `create index portal_item_use_target on portal_item_use (target)`,
];

/**
 * All migrations in order, by the names that databases record. A migration that has been released is never edited; a
 * change is a new one. For every release, `testing/upgrades` has a database from which a test upgrades.
 */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001_initial': run([...portal, ...items, ...itemSearch, ...application, ...gis, ...quotas]),
  '0002_item_uses': run(itemUses),
};

function run(statements: readonly string[]): Migration {
  return {
    async up(database: Kysely<unknown>) {
      for (const statement of statements) await sql.raw(statement).execute(database);
    },
  };
}
