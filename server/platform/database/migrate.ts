import { Migrator } from 'kysely/migration';
import { MappingError } from '../../../wire/errors.ts';
import type { Database } from './connect.ts';
import { explainFailure } from './explain-failure.ts';
import { migrations } from './migrations.ts';

/**
 * The installation's own portal organisation, created by the first migration that knows organisations. It
 * owns what belonged to the installation before, and has the root addresses `/portal` and `/server`.
 */
export const installationOrgId = 'mapping';

/**
 * Migrates the database to this version. Safe when several processes start together: the migrator holds a
 * lock.
 * @throws MappingError `database:migration-failed`, `database:unreachable`
 */
export async function migrate(database: Database): Promise<void> {
  const migrator = new Migrator({
    db: database,
    provider: { getMigrations: async () => migrations },
    // Slices number their migrations independently: one may arrive after a later number and depends on none
    // of them.
    allowUnorderedMigrations: true,
  });
  const { error, results } = await migrator.migrateToLatest();
  if (error === undefined) return;
  if (explainFailure(error)?.id === 'database:unreachable') {
    // Its message names the address and no password.
    const why = error instanceof AggregateError ? String(error.errors[0]?.message) : (error as Error).message;
    throw new MappingError(
      'database:unreachable',
      `PostgreSQL cannot be reached (${why}). Start it, or set DATABASE_URL to where it is.`,
      { status: 503, cause: error },
    );
  }
  const failed = results?.find((result) => result.status === 'Error')?.migrationName ?? 'unknown';
  throw new MappingError(
    'database:migration-failed',
    `The database could not be migrated to this version (step ${failed}).`,
    {
      cause: error,
    },
  );
}
