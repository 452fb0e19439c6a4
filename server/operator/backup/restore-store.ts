import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { MappingError } from '../../../wire/errors.ts';
import { limits } from '../../limits.ts';
import { type Database, poolOf } from '../../platform/database/connect.ts';
import { inBoundedTransactions, refuseTooFewLocks } from '../../platform/database/locks-store.ts';
import { migrations } from '../../platform/database/migrations.ts';
import { type Manifest, manifestSchema } from './backup-store.ts';
import { readLayers, removeLayerTables, restoreLayer, type StoredLayer } from './hosted-layers-store.ts';
import { ident, listTables, quoted, readColumns, readSequences, readShapes } from './schema-store.ts';

type StoredTable = Manifest['tables'][number];

/** The fact that a restore has begun. Its last transaction replaces it by those of the backup. */
const begun = 'restore_begun';

/**
 * Fills an empty, migrated database from a backup. The tables of layers come first, in transactions with a bounded number of locks;
 * then everything else, in one transaction, which makes them visible. What fails before leaves nothing; what a killed restore leaves,
 * the next one removes.
 * @throws MappingError `backup:unreadable`, `backup:other-version`, `backup:not-empty`, `database:too-few-locks`
 */
export async function restore(database: Database, folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder);
  const known = Object.keys(migrations);
  if (manifest.migrations.join() !== known.join()) {
    throw new MappingError(
      'backup:other-version',
      'The backup was made by another version of the product. Restore it with that version, then update.',
    );
  }
  const client = await poolOf(database).connect();
  try {
    // Only one restores at a time: the next one finds the installation filled.
    await client.query(`select pg_advisory_lock(hashtextextended('restore', 0))`);
    await refuseTooFewLocks(client, { what: 'A restore', needed: restoreLocks, part: 1 });
    await refuseFilled(client);
    await removeUnfinished(database, client);
    await refuseTables(client);
    const layers = await inTransactionOf(client, 'rollback', () =>
      readStoredLayers(client, folder, manifest),
    );
    await client.query(`insert into installation_fact values ('${begun}', 'true')`);
    try {
      await restoreLayers(database, folder, manifest, layers);
      await inTransactionOf(client, 'commit', () => fillOwn(client, folder, manifest));
    } catch (error) {
      // Where that fails, too, the next restore does it.
      await removeUnfinished(database, client).catch(() => {});
      throw error;
    }
    await client.query('analyze');
    return manifest;
  } finally {
    client.release(true);
  }
}

/** Of a transaction with layers, the last of which may have many; the product's own tables and their keys need 1,500. */
const restoreLocks = 2 * limits.locksPerTransaction;

/** @param end how the transaction ends when the work succeeds */
async function inTransactionOf<Result>(
  client: pg.PoolClient,
  end: 'commit' | 'rollback',
  work: () => Promise<Result>,
): Promise<Result> {
  await client.query('begin');
  try {
    const result = await work();
    await client.query(end);
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

/** The layers of the backup, by its descriptions, which the transaction loads and does not keep. */
async function readStoredLayers(
  client: pg.PoolClient,
  folder: string,
  manifest: Manifest,
): Promise<StoredLayer[]> {
  await refuseOthers(client, [...ownTables(manifest), ...manifest.sequences]);
  await takeForeignKeys(client);
  await stopTriggers(client);
  const described = ownTables(manifest).filter(({ name }) =>
    ['hosted_service', 'hosted_layer'].includes(name),
  );
  for (const table of described) await fill(client, folder, table);
  return readLayers(client);
}

async function restoreLayers(
  database: Database,
  folder: string,
  { tables, indexed }: Manifest,
  layers: readonly StoredLayer[],
): Promise<void> {
  const hosted = new Map(
    tables.filter(({ schema }) => schema === 'hosted').map((table) => [table.name, table]),
  );
  await inBoundedTransactions(database, layers, (layer, { transaction, client }) =>
    restoreLayer(transaction, layer, indexed, async (name) => {
      const table = hosted.get(name);
      if (!table) throw unreadable(`The backup has no features of the layer ${name}.`);
      await load(client, folder, table);
    }),
  );
}

/** Fills the tables that every installation has, regardless of references, which are checked at the end. */
async function fillOwn(client: pg.PoolClient, folder: string, manifest: Manifest): Promise<void> {
  await refuseFilled(client);
  await client.query('set constraints all deferred');
  const keys = await takeForeignKeys(client);
  const triggers = await stopTriggers(client);
  for (const table of ownTables(manifest)) await fill(client, folder, table);
  for (const statement of [...keys, ...triggers]) await client.query(statement);
  for (const { schema, name, value, called } of manifest.sequences)
    await client.query(`select setval(format('%I.%I', $1::text, $2::text)::regclass, $3::bigint, $4)`, [
      schema,
      name,
      value,
      called,
    ]);
}

const ownTables = ({ tables }: Manifest) => tables.filter(({ schema }) => schema === 'public');

/** Rows inserted by migrations are in the backup as well. */
async function fill(client: pg.PoolClient, folder: string, table: StoredTable): Promise<void> {
  await client.query(`truncate ${quoted(table.schema, table.name)}`);
  await load(client, folder, table);
}

async function load(client: pg.PoolClient, folder: string, table: StoredTable): Promise<void> {
  const { schema, name, columns, file, rows } = table;
  const known = await readColumns(client, schema, name);
  if (columns.toSorted().join() !== known.toSorted().join())
    throw unreadable(`The columns of ${name} in the backup are not those of this version.`);
  const list = columns.map(ident).join(', ');
  const stream = client.query(copyFrom(`copy ${quoted(schema, name)} (${list}) from stdin (format binary)`));
  await pipeline(createReadStream(path.join(folder, file)), createGunzip(), stream);
  if (stream.rowCount !== rows) throw unreadable(`The file ${file} is not complete.`);
}

/**
 * Only the product's own tables and sequences are filled, never those of migrations' bookkeeping, and each of them once: one that is
 * missing would be empty, or count from the beginning.
 */
async function refuseOthers(
  client: pg.PoolClient,
  stored: readonly { schema: string; name: string }[],
): Promise<void> {
  const known = [...(await readShapes(client)), ...(await readSequences(client))];
  const left = new Set(known.map(({ schema, name }) => quoted(schema, name)));
  for (const { schema, name } of stored)
    if (!left.delete(quoted(schema, name)))
      throw unreadable(`This version has no ${quoted(schema, name)}, or the backup has it twice.`);
  if (left.size > 0) throw unreadable(`The backup has no ${[...left].join(', ')}.`);
}

function unreadable(problem: string): MappingError {
  return new MappingError('backup:unreadable', `${problem} Nothing has been restored.`);
}

/** An installation in use is never overwritten. */
async function refuseFilled(client: pg.PoolClient): Promise<void> {
  for (const name of ['organisation', 'portal_user', 'portal_item', 'hosted_layer']) {
    const { rowCount } = await client.query(`select 1 from ${quoted('public', name)} limit 1`);
    if (rowCount) throw notEmpty();
  }
}

/** Tables of others may be in the schema of layers. */
async function refuseTables(client: pg.PoolClient): Promise<void> {
  if ((await listTables(client)).some(({ schema }) => schema === 'hosted')) throw notEmpty();
}

function notEmpty(): MappingError {
  return new MappingError(
    'backup:not-empty',
    'This installation contains data. Restore into an empty one: another DATA_DIR or DATABASE_URL.',
  );
}

/** Deletes the tables of layers that a restore has created, which was not completed. */
async function removeUnfinished(database: Database, client: pg.PoolClient): Promise<void> {
  const { rowCount } = await client.query(`select 1 from installation_fact where name = '${begun}'`);
  if (!rowCount) return;
  await removeLayerTables(database);
  await client.query(`delete from installation_fact where name = '${begun}'`);
}

/** Drops the foreign keys; they are recreated and checked at the end. @returns the statements for that */
async function takeForeignKeys(client: pg.PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  );
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`);
  return rows.map(
    ({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`,
  );
}

/** What triggers of the product's own tables maintain is in the backup. @returns the statements that enable them again */
async function stopTriggers(client: pg.PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ table: string }>(
    `select distinct tgrelid::regclass::text as "table" from pg_trigger join pg_class on pg_class.oid = tgrelid
     where not tgisinternal and relnamespace = 'public'::regnamespace`,
  );
  for (const { table } of rows) await client.query(`alter table ${table} disable trigger user`);
  return rows.map(({ table }) => `alter table ${table} enable trigger user`);
}

async function readManifest(folder: string): Promise<Manifest> {
  try {
    return manifestSchema.parse(JSON.parse(await readFile(path.join(folder, 'manifest.json'), 'utf8')));
  } catch (cause) {
    throw new MappingError(
      'backup:unreadable',
      `${folder} holds no complete backup that this version can read.`,
      { cause },
    );
  }
}
