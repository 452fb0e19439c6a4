import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { MappingError } from '../../../wire/errors.ts';
import { type Database, poolOf } from '../../platform/database/connect.ts';
import { migrations } from '../../platform/database/migrations.ts';
import type { Manifest } from './backup-store.ts';
import { ident, quoted, readShapes } from './schema-store.ts';

/**
 * Fills an empty, migrated database from a backup in one transaction.
 * @throws MappingError `backup:unreadable`, `backup:other-version`, `backup:not-empty`
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
    await client.query('begin');
    await refuseFilled(client);
    // Rows are loaded table by table, regardless of references.
    await client.query('set constraints all deferred');
    const keys = await takeForeignKeys(client);
    const triggers = await stopTriggers(client);
    // Rows inserted by migrations are in the backup as well.
    for (const { schema, name, create } of manifest.tables)
      if (create.length === 0) await client.query(`truncate ${quoted(schema, name)}`);
    for (const table of manifest.tables) await load(client, folder, table);
    for (const statement of [...keys, ...triggers]) await client.query(statement);
    for (const { statement } of manifest.sequences) await client.query(statement);
    await client.query('commit');
    await client.query('analyze');
    return manifest;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    client.release(true);
  }
}

async function load(client: pg.PoolClient, folder: string, table: Manifest['tables'][number]): Promise<void> {
  const { schema, name, columns, create, finish, file } = table;
  for (const statement of create) await client.query(statement);
  const list = columns.map(ident).join(', ');
  const stream = client.query(copyFrom(`copy ${quoted(schema, name)} (${list}) from stdin (format binary)`));
  await pipeline(createReadStream(path.join(folder, file)), createGunzip(), stream);
  if (stream.rowCount !== table.rows) {
    throw new MappingError(
      'backup:unreadable',
      `The file ${file} is not complete. Nothing has been restored.`,
    );
  }
  for (const statement of finish) await client.query(statement);
}

/** An installation in use is never overwritten. */
async function refuseFilled(client: pg.PoolClient): Promise<void> {
  for (const { schema, name } of await readShapes(client)) {
    if (schema === 'public' && !['organisation', 'portal_user', 'portal_item'].includes(name)) continue;
    const { rowCount } = await client.query(`select 1 from ${quoted(schema, name)} limit 1`);
    if (schema !== 'public' || rowCount) {
      throw new MappingError(
        'backup:not-empty',
        'This installation contains data. Restore into an empty one: another DATA_DIR or DATABASE_URL.',
      );
    }
  }
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

/** What triggers maintain is in the backup. @returns the statements that enable them again */
async function stopTriggers(client: pg.PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ table: string }>(
    `select distinct tgrelid::regclass::text as "table" from pg_trigger where not tgisinternal`,
  );
  for (const { table } of rows) await client.query(`alter table ${table} disable trigger user`);
  return rows.map(({ table }) => `alter table ${table} enable trigger user`);
}

async function readManifest(folder: string): Promise<Manifest> {
  try {
    const manifest = JSON.parse(await readFile(path.join(folder, 'manifest.json'), 'utf8')) as Manifest;
    if (manifest.format === 'mapping-backup' && manifest.version === 1) return manifest;
  } catch (cause) {
    throw new MappingError('backup:unreadable', `${folder} holds no complete backup.`, { cause });
  }
  throw new MappingError('backup:unreadable', `${folder} holds no backup this version can read.`);
}
