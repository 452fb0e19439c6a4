import { sql } from 'kysely';
import { type AppConfigInput } from '../../wire/app-config.ts';
import type { Database } from '../database/connect.ts';

/** The config in force as it was saved, with its revision; undefined when there is no such organisation. */
export async function findConfig(database: Database, name: string) {
  return database
    .selectFrom('organisation')
    .innerJoin('organisation_revision', (join) =>
      join
        .onRef('organisation_revision.organisation', '=', 'organisation.name')
        .onRef('organisation_revision.revision', '=', 'organisation.revision'),
    )
    .select([
      'organisation_revision.config',
      'organisation_revision.revision',
      'organisation_revision.author',
      'organisation_revision.saved_at',
      'organisation.created_at',
    ])
    .where('organisation.name', '=', name)
    .executeTakeFirst();
}

/** What changes when the config in force does: cheap to ask, so that caches can ask often. */
export async function findRevision(
  database: Database,
  name: string,
): Promise<{ revision: number; created_at: Date } | undefined> {
  return database
    .selectFrom('organisation')
    .select(['revision', 'created_at'])
    .where('name', '=', name)
    .executeTakeFirst();
}

/** Saves a config as the next revision, making the organisation when it is new. Returns the revision. */
export async function saveConfig(
  database: Database,
  name: string,
  config: AppConfigInput,
  author: string,
): Promise<number> {
  return database.transaction().execute(async (transaction) => {
    const { revision } = await transaction
      .insertInto('organisation')
      .values({ name, revision: 1 })
      .onConflict((conflict) =>
        conflict.column('name').doUpdateSet({ revision: sql`organisation.revision + 1` }),
      )
      .returning('revision')
      .executeTakeFirstOrThrow();
    await transaction
      .insertInto('organisation_revision')
      .values({ organisation: name, revision, config: JSON.stringify(config), author })
      .execute();
    return revision;
  });
}

export async function findLogo(database: Database, name: string) {
  return database
    .selectFrom('organisation_logo')
    .select(['content_type', 'bytes'])
    .where('organisation', '=', name)
    .executeTakeFirst();
}

export async function saveLogo(
  database: Database,
  name: string,
  contentType: string,
  bytes: Uint8Array,
): Promise<void> {
  const logo = { content_type: contentType, bytes };
  await database
    .insertInto('organisation_logo')
    .values({ organisation: name, ...logo })
    .onConflict((conflict) => conflict.column('organisation').doUpdateSet(logo))
    .execute();
}

export async function listOrganisations(database: Database) {
  return database
    .selectFrom('organisation')
    .innerJoin('organisation_revision', (join) =>
      join
        .onRef('organisation_revision.organisation', '=', 'organisation.name')
        .onRef('organisation_revision.revision', '=', 'organisation.revision'),
    )
    .select(['organisation.name', 'organisation.revision', 'organisation_revision.config'])
    .orderBy('organisation.name')
    .execute();
}
