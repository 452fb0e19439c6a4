import { execFile } from 'node:child_process';
import { chown, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Account, databaseAccount } from './account.ts';
import { databaseFolder, type Engine, findEngine } from './engine.ts';

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

/** Creates the files on the first run. */
export async function initialiseCluster(
  { engine, folder, account }: Cluster,
  password: string,
): Promise<void> {
  if (await exists(path.join(folder, 'PG_VERSION'))) return;
  await mkdir(folder, { recursive: true, mode: 0o700 });
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
