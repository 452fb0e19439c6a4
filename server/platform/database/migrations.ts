import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { application } from './migrations/0001-release-0-1-0/application.ts';
import { gis } from './migrations/0001-release-0-1-0/gis.ts';
import { contentChanges, items, itemSearch } from './migrations/0001-release-0-1-0/items.ts';
import { portal } from './migrations/0001-release-0-1-0/portal.ts';
import { quotas } from './migrations/0001-release-0-1-0/quotas.ts';
import { replicas } from './migrations/0001-release-0-1-0/replicas.ts';

/**
 * All migrations in order, by the names that databases record. A migration that has been released is never edited; a
 * change is a new one. For every release, `testing/upgrades` has a database from which a test upgrades.
 */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001_release_0_1_0': run([
    ...portal,
    ...items,
    ...itemSearch,
    ...contentChanges,
    ...application,
    ...gis,
    ...replicas,
    ...quotas,
  ]),
};

function run(statements: readonly string[]): Migration {
  return {
    async up(database: Kysely<unknown>) {
      for (const statement of statements) await sql.raw(statement).execute(database);
    },
  };
}
