import { cp, mkdir, readdir, realpath, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { to as copyTo } from 'pg-copy-streams';
import { z } from 'zod';
import { MappingError } from '../../../wire/errors.ts';
import { limits } from '../../limits.ts';
import { type Database, poolOf } from '../../platform/database/connect.ts';
import { refuseTooFewLocks } from '../../platform/database/locks-store.ts';
import { migrations } from '../../platform/database/migrations.ts';
import { listLayerTables, readIndexed } from './hosted-layers-store.ts';
import { beginSnapshot, ident, listTables, quoted, readSequences } from './schema-store.ts';

/** Files of the database and of this machine in DATA_DIR, and tiles, which are recreated or restored by the tables. */
const own = new Set(['postgres', 'postgres.password', 'server.pid', '.writable', 'tiles']);

/**
 * Refuses a folder for a backup that would be copied into itself, and into every later one beside it.
 * @throws MappingError `backup:folder-in-data`
 */
export async function refuseFolderInData(folder: string, dataDir: string): Promise<void> {
  const [place, data] = await Promise.all([realPlace(folder), realPlace(dataDir)]);
  const way = path.relative(data, place);
  if (way === '..' || way.startsWith(`..${path.sep}`) || path.isAbsolute(way)) return;
  throw new MappingError(
    'backup:folder-in-data',
    `The folder ${folder} is inside DATA_DIR (${dataDir}), which the backup contains. Specify one outside of it.`,
  );
}

/** Where a folder is, or would be, by the links on the way to it. */
async function realPlace(folder: string): Promise<string> {
  const full = path.resolve(folder);
  const real = await realpath(full).catch(() => undefined);
  if (real !== undefined || path.dirname(full) === full) return real ?? full;
  return path.join(await realPlace(path.dirname(full)), path.basename(full));
}

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
export const manifestSchema = z.object({
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

/**
 * Writes an installation's database into an empty folder: a snapshot at one point in time, however long it
 * takes, while the servers keep running.
 * @throws MappingError `backup:folder-not-empty`, `database:too-few-locks`
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
    const needed = (await listTables(client)).length;
    await refuseTooFewLocks(client, { what: 'This backup', needed, part: limits.backupLocksPart });
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
