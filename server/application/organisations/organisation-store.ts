import { sql } from 'kysely';
import { type AppConfigInput } from '../../../wire/app-config.ts';
import { limits } from '../../limits.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import { installationOrgId } from '../../platform/database/migrate.ts';
import { storedJson } from '../../platform/safety/stored-text.ts';

/** Each organisation with its current config. */
function inForce(database: Database) {
  return database
    .selectFrom('organisation')
    .innerJoin('organisation_revision', (join) =>
      join
        .onRef('organisation_revision.organisation', '=', 'organisation.name')
        .onRef('organisation_revision.revision', '=', 'organisation.revision'),
    );
}

/** The current config as it was saved, with its revision; undefined for an unknown organisation. */
export async function findConfig(database: Database, name: string) {
  return inForce(database)
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

/** Identifies the current config: cheap to read, so that caches can check often. */
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

/**
 * Saves a config as the next revision. A new organisation is created, and belongs to the portal organisation at its path;
 * saving another address later changes that too, if its author may (`saveBinding`). Returns the revision.
 */
export async function saveConfig(
  database: Database,
  name: string,
  config: AppConfigInput,
  author: string,
): Promise<number> {
  return inTransaction(database, async (transaction) => {
    const { revision } = await transaction
      .insertInto('organisation')
      .values({ name, revision: 1, portal_org_id: portalOrgAtPath(name, config.portal?.url) })
      .onConflict((conflict) =>
        conflict.column('name').doUpdateSet({ revision: sql`organisation.revision + 1` }),
      )
      .returning('revision')
      .executeTakeFirstOrThrow();
    await transaction
      .insertInto('organisation_revision')
      .values({ organisation: name, revision, config: storedJson(config), author })
      .execute();
    await transaction
      .deleteFrom('organisation_revision')
      .where('organisation', '=', name)
      .where('revision', '<=', revision - limits.configRevisions)
      .execute();
    return revision;
  });
}

/** A saved revision, unchanged; undefined for an unknown number. */
export async function findSavedRevision(database: Database, name: string, revision: number) {
  return database
    .selectFrom('organisation_revision')
    .select(['revision', 'config', 'author', 'saved_at'])
    .where('organisation', '=', name)
    .where('revision', '=', revision)
    .executeTakeFirst();
}

/** Saved revisions without their configs, which are large, newest first, below `before` when given. */
export async function listSavedRevisions(
  database: Database,
  name: string,
  page: { before: number | undefined; max: number },
) {
  return database
    .selectFrom('organisation_revision')
    .select(['revision', 'author', 'saved_at'])
    .where('organisation', '=', name)
    .$if(page.before !== undefined, (query) => query.where('revision', '<', page.before ?? 0))
    .orderBy('revision', 'desc')
    .limit(page.max)
    .execute();
}

/** Locks this organisation's config against other saves until the transaction ends. */
export async function lockOrganisation(transaction: Database, name: string) {
  return transaction
    .selectFrom('organisation')
    .select(['revision', 'created_at'])
    .where('name', '=', name)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** A picture of an organisation by hash; see `organisation_picture`. */
export async function findPicture(database: Database, organisation: string, hash: string) {
  return database
    .selectFrom('organisation_picture')
    .select(['content_type', 'bytes'])
    .where('organisation', '=', organisation)
    .where('hash', '=', hash)
    .executeTakeFirst();
}

/**
 * Stores a picture, or makes it the newest again. Of those that no saved config names, which belong to drafts, only the newest stay.
 */
export async function savePicture(
  database: Database,
  picture: {
    organisation: string;
    hash: string;
    content_type: string;
    bytes: Uint8Array;
    created_at: number;
  },
): Promise<void> {
  const { organisation, created_at } = picture;
  await database
    .insertInto('organisation_picture')
    .values(picture)
    .onConflict((conflict) => conflict.columns(['organisation', 'hash']).doUpdateSet({ created_at }))
    .execute();
  await sql`
    delete from organisation_picture where organisation = ${organisation} and hash in (
      select hash from organisation_picture where organisation = ${organisation} and not exists (
        select from organisation_revision as saved where saved.organisation = ${organisation}
          and saved.config -> 'portal' ->> 'customLogo' = '/api/' || ${organisation}::text || '/pictures/' || hash)
      order by created_at desc, hash offset ${limits.unsavedPictures})`.execute(database);
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
  return inForce(database)
    .select(['organisation.name', 'organisation.revision', 'organisation_revision.config'])
    .orderBy('organisation.name')
    .execute();
}

/**
 * The portal organisation at a path of this server; at `/portal` the one of the same name, or else the installation's own.
 * Null for an absolute address, which may be that of another server.
 */
function portalOrgAtPath(name: string, url: string | undefined) {
  const [isPath, key] = /^\/portal(?:\/([a-z0-9][a-z0-9-]*))?\/?$/.exec(url ?? '') ?? [];
  if (isPath === undefined) return null;
  const otherwise = key === undefined ? installationOrgId : null;
  return sql<string | null>`coalesce(
    (select id from portal_organisation where url_key = ${key ?? name}),
    (select id from portal_organisation where id = ${otherwise}::text))`;
}

/**
 * Organisations whose current config names one of these groups as its administrators. A config may name any group: it counts
 * only for organisations that belong to the portal organisation of the group, and a favourites group administers nothing.
 */
export async function listAdministered(
  database: Database,
  groupIds: readonly string[],
): Promise<{ organisation: string; groupId: string }[]> {
  if (groupIds.length === 0) return [];
  return inForce(database)
    .innerJoin('portal_group', (join) =>
      join
        .on('portal_group.id', '=', adminGroup)
        .onRef('portal_group.org_id', '=', 'organisation.portal_org_id'),
    )
    .select(['organisation.name as organisation', 'portal_group.id as groupId'])
    .where('portal_group.id', 'in', [...groupIds])
    .where('portal_group.is_fav', '=', false)
    .execute();
}

const adminGroup = sql<string>`organisation_revision.config -> 'portal' ->> 'adminGroupId'`;
