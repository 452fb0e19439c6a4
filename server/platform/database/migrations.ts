import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { application } from './migrations/0001-release-0-1-0/application.ts';
import { gis } from './migrations/0001-release-0-1-0/gis.ts';
import { contentChanges, items, itemSearch } from './migrations/0001-release-0-1-0/items.ts';
import { portal } from './migrations/0001-release-0-1-0/portal.ts';
import { quotas } from './migrations/0001-release-0-1-0/quotas.ts';
import { replicas } from './migrations/0001-release-0-1-0/replicas.ts';

/** A migration of which databases record what it did; those of tests have no checksum. */
type RecordedMigration = Migration & { checksum?: string };

/**
 * All migrations in order, by the names that databases record. A migration that has been released is never edited; a
 * change is a new one. For every release, `testing/upgrades` has a database from which a test upgrades.
 */
export const migrations: Readonly<Record<string, RecordedMigration>> = {
  '0001_release_0_1_0': run('0001_release_0_1_0', [
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

/**
 * Runs statements, and records their checksum: until a release, its one migration is edited, and a database that an earlier build
 * migrated has another schema under the same name (`migrate.ts`).
 */
function run(name: string, statements: readonly string[]): RecordedMigration {
  const checksum = checksumOf(statements);
  return {
    checksum,
    async up(database: Kysely<unknown>) {
      for (const statement of statements) await sql.raw(statement).execute(database);
      await sql`create table if not exists migration_checksum (
        name text primary key,
        checksum text not null
      )`.execute(database);
      await sql`insert into migration_checksum values (${name}, ${checksum})`.execute(database);
    },
  };
}

/** SHA-256 of statements, hex; comments and line breaks may change. */
export function checksumOf(statements: readonly string[]): string {
  const plain = statements.map((text) =>
    text
      .replaceAll(/--[^\n]*/g, '')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  );
  return createHash('sha256').update(JSON.stringify(plain)).digest('hex');
}
