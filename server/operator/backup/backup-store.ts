import { cp, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { z } from 'zod';
import { MappingError } from '../../../wire/errors.ts';
import { type Database, poolOf } from '../../platform/database/connect.ts';
import { migrations } from '../../platform/database/migrations.ts';
import { listLayerTables, readIndexed, restoreLayers } from './hosted-layers-store.ts';
import { beginSnapshot, ident, quoted, readColumns, readSequences, readShapes } from './schema-store.ts';

/** Files of the database and of this machine in DATA_DIR, and tiles, which are recreated or restored by the tables. */
const own = new Set(['postgres', 'postgres.password', 'server.pid', '.writable', 'tiles']);

/** Copies the installation's other files (such as the operator's basemaps) into `files/` of a backup. */
export async function backUpFiles(dataDir: string, folder: string): Promise<number> {
  return copyFiles(dataDir, path.join(folder, 'files'));
}

/** The reverse. An existing file is kept. */
export async function restoreFiles(folder: string, dataDir: string): Promise<number> {
  const from = path.join(folder, 'files');
  const there = await stat(from).catch(() => undefined);
  return there ? copyFiles(from, dataDir) : 0;
}

async function copyFiles(from: string, to: string): Promise<number> {
  const names = (await readdir(from).catch(() => [])).filter((name) => !own.has(name));
  if (names.length === 0) return 0;
  await mkdir(to, { recursive: true });
  for (const name of names)
    await cp(path.join(from, name), path.join(to, name), {
      recursive: true,
      force: false,
      preserveTimestamps: true,
    });
  return names.length;
}

/**
 * Content of a backup; `manifest.json`, written last: a folder without it is not a backup. It names tables and columns, which are
 * compared with those of the database that is restored into, and contains no statements.
 */
const manifestSchema = z.object({
  format: z.literal('mapping-backup'),
  version: z.literal(1),
  /** Epoch milliseconds. */
  made: z.number(),
  /** Migrations applied to the data. */
  migrations: z.array(z.string()),
  tables: z.array(
    z.object({
      schema: z.enum(['public', 'hosted']),
      name: z.string(),
      columns: z.array(z.string()),
      file: z.string().regex(/^\w[\w.-]*$/),
      rows: z.int(),
    }),
  ),
  sequences: z.array(
    z.object({ schema: z.string(), name: z.string(), value: z.string(), called: z.boolean() }),
  ),
  /** Indexed columns of hosted layers, by table. */
  indexed: z.record(z.string(), z.array(z.string())),
});

export type Manifest = z.output<typeof manifestSchema>;
type StoredTable = Manifest['tables'][number];

/**
 * Writes an installation's database into an empty folder: a snapshot at one point in time, however long it
 * takes, while the servers keep running.
 * @throws MappingError `backup:folder-not-empty`
 */
export async function backUp(database: Database, folder: string, now = Date.now()): Promise<Manifest> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0)
    throw new MappingError(
      'backup:folder-not-empty',
      `The folder ${folder} is not empty. Specify a new one.`,
    );
  const client = await poolOf(database).connect();
  try {
    const all = await beginSnapshot(client);
    const layers = await listLayerTables(client);
    const shapes = all.filter(({ schema, name }) => schema === 'public' || layers.has(name));
    const tables: Manifest['tables'] = [];
    for (const [index, shape] of shapes.entries()) {
      const file = `${String(index).padStart(4, '0')}-${shape.schema}-${shape.name}.copy.gz`.replace(
        /[^\w.-]/g,
        '_',
      );
      const columns = shape.columns.map(ident).join(', ');
      const stream = client.query(
        copyTo(`copy ${quoted(shape.schema, shape.name)} (${columns}) to stdout (format binary)`),
      );
      // It contains password hashes and credentials: readable by the operator only.
      await pipeline(
        stream,
        createGzip({ level: 6 }),
        createWriteStream(path.join(folder, file), { mode: 0o600, flush: true }),
      );
      tables.push({ ...shape, file, rows: stream.rowCount });
    }
    const manifest: Manifest = {
      format: 'mapping-backup',
      version: 1,
      made: now,
      migrations: Object.keys(migrations),
      tables,
      sequences: await readSequences(client),
      indexed: await readIndexed(client),
    };
    await client.query('commit');
    await writeFile(path.join(folder, 'manifest.json'), JSON.stringify(manifest, undefined, 1), {
      mode: 0o600,
      flush: true,
    });
    return manifest;
  } finally {
    // An unfinished transaction ends with its connection.
    client.release(true);
  }
}

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
    const own = manifest.tables.filter(({ schema }) => schema === 'public');
    await refuseOthers(client, [...own, ...manifest.sequences]);
    // Rows inserted by migrations are in the backup as well.
    for (const { schema, name } of own) await client.query(`truncate ${quoted(schema, name)}`);
    for (const table of own) await load(client, folder, table);
    const hosted = new Map(
      manifest.tables.filter(({ schema }) => schema === 'hosted').map((table) => [table.name, table]),
    );
    await restoreLayers(client, manifest.indexed, async (name) => {
      const table = hosted.get(name);
      if (!table) throw unreadable(`The backup has no features of the layer ${name}.`);
      await load(client, folder, table);
    });
    for (const statement of [...keys, ...triggers]) await client.query(statement);
    for (const { schema, name, value, called } of manifest.sequences)
      await client.query(`select setval(format('%I.%I', $1::text, $2::text)::regclass, $3::bigint, $4)`, [
        schema,
        name,
        value,
        called,
      ]);
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
    return manifestSchema.parse(JSON.parse(await readFile(path.join(folder, 'manifest.json'), 'utf8')));
  } catch (cause) {
    throw new MappingError(
      'backup:unreadable',
      `${folder} holds no complete backup that this version can read.`,
      { cause },
    );
  }
}
