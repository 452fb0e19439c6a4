import { type Kysely, sql } from 'kysely';

/** Organisations and the revisions of their config; the newest revision is in force. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('organisation')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .execute();
  await database.schema
    .createTable('organisation_revision')
    .addColumn('organisation', 'text', (column) =>
      column.notNull().references('organisation.name').onDelete('cascade'),
    )
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('config', 'jsonb', (column) => column.notNull())
    .addColumn('author', 'text', (column) => column.notNull())
    .addColumn('saved_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addPrimaryKeyConstraint('organisation_revision_pk', ['organisation', 'revision'])
    .execute();
}
