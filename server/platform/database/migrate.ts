import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { MappingError } from '../../../wire/errors.ts';
import type { Database } from './connect.ts';
import { explainFailure } from './explain-failure.ts';
import { migrations } from './migrations.ts';

/** The installation's own portal organisation, at the root addresses `/portal` and `/server`. */
export const installationOrgId = 'mapping';

/**
 * Migrates the database to this version. Safe when several processes start together: the migrator holds a
 * lock. A database whose schema this version does not know stays as it is.
 * @throws MappingError `database:development-schema`, `database:newer-schema`, `database:migration-failed`,
 * `database:unreachable`
 */
export async function migrate(database: Database, all = migrations): Promise<void> {
  const migrator = new Migrator({ db: database, provider: { getMigrations: async () => ({ ...all }) } });
  try {
    const applied = await readApplied(database);
    refuseUnknown(applied, all);
    refuseOther(applied, await readChecksums(database), all);
  } catch (error) {
    throw explain(error, 'reading the schema');
  }
  const { error, results } = await migrator.migrateToLatest();
  if (error === undefined) return;
  throw explain(error, results?.find((result) => result.status === 'Error')?.migrationName ?? 'unknown');
}

/** Names of the migrations that a database records; empty for a new database. */
async function readApplied(database: Database): Promise<string[]> {
  const { rows: found } = await sql<{ present: boolean }>`
    select to_regclass('kysely_migration') is not null as present`.execute(database);
  if (!found[0]?.present) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
    database,
  );
  return rows.map(({ name }) => name);
}

/** What the migrations of a database did, by name. */
async function readChecksums(database: Database): Promise<ReadonlyMap<string, string>> {
  const { rows: found } = await sql<{ present: boolean }>`
    select to_regclass('migration_checksum') is not null as present`.execute(database);
  if (!found[0]?.present) return new Map();
  const { rows } = await sql<{ name: string; checksum: string }>`
    select name, checksum from migration_checksum`.execute(database);
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
}

/** A development build gave the same name to another schema: without this, its statements would fail later, one by one. */
function refuseOther(
  applied: readonly string[],
  checksums: ReadonlyMap<string, string>,
  all: typeof migrations,
): void {
  const other = applied.find((name) => {
    const expected = all[name]?.checksum;
    return expected !== undefined && checksums.get(name) !== expected;
  });
  if (other === undefined) return;
  throw new MappingError(
    'database:development-schema',
    `This database was created by a development build whose schema (step ${other}) is not that of this version, and can’t be upgraded. To keep its content, start the build that created it. Otherwise start with an empty database (DATABASE_URL) or another data directory (DATA_DIR), and load your content again. Nothing has been changed.`,
  );
}

/** First migrations of development versions before 0.1.0, whose later ones were merged into one. */
const developmentMigrations: readonly string[] = ['0001-organisations', '0001_initial'];

function refuseUnknown(applied: readonly string[], all: typeof migrations): void {
  if (applied.some((name) => developmentMigrations.includes(name)))
    throw new MappingError(
      'database:development-schema',
      'This database was created by a development version from before 0.1.0 and can’t be upgraded. Start with an empty database (DATABASE_URL) or another data directory (DATA_DIR), and load your content again. Nothing has been changed.',
    );
  const unknown = applied.find((name) => !Object.hasOwn(all, name));
  if (unknown !== undefined)
    throw new MappingError(
      'database:newer-schema',
      `This database was upgraded by a newer version (step ${unknown}). Start that version, or restore a backup from before the upgrade. Nothing has been changed.`,
    );
}

function explain(error: unknown, step: string): MappingError {
  if (error instanceof MappingError) return error;
  if (explainFailure(error)?.id === 'database:unreachable') {
    // Its message names the address and no password.
    const why = error instanceof AggregateError ? String(error.errors[0]?.message) : (error as Error).message;
    return new MappingError(
      'database:unreachable',
      `PostgreSQL cannot be reached (${why}). Start it, or set DATABASE_URL to where it is.`,
      { status: 503, cause: error },
    );
  }
  return new MappingError(
    'database:migration-failed',
    `The database could not be migrated to this version (step ${step}).`,
    { cause: error },
  );
}
