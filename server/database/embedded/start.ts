import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { MappingError } from '../../../wire/errors.ts';
import { databaseUser, exists, initialiseCluster, locateCluster } from './cluster.ts';
import { isDataDirectoryLocked, lockDataDirectory } from './data-directory-lock.ts';
import { freePort } from './free-port.ts';
import { adoptPostmaster, findPostmaster, startPostmaster } from './postmaster.ts';
import { supervise } from './supervise.ts';

/** A running embedded PostgreSQL. */
export interface EmbeddedDatabase {
  /** Connection string; the server listens on 127.0.0.1 only and wants the password in it. It is the same after every restart. */
  url: string;
  stop(): Promise<void>;
}

/** How long an operator's command waits for a database that a server is starting. */
const patience = 60_000;

/**
 * Starts the PostgreSQL that comes with the product, making its files under `dataDir` on the first run, and starts it again
 * whenever it ends. A database left running by a killed server is taken over.
 * @param report hears, in a sentence, when the database ended and when it is up again
 * @throws MappingError `database:*` with a sentence that says what to do
 */
export async function startEmbeddedDatabase(
  dataDir: string,
  report: (message: string) => void = (message) => console.error(message),
): Promise<EmbeddedDatabase> {
  await makeFolder(dataDir);
  const release = await lockDataDirectory(dataDir);
  try {
    const cluster = await locateCluster(dataDir);
    const password = await readPassword(dataDir);
    await initialiseCluster(cluster, password);
    const postmaster = (await adoptPostmaster(cluster)) ?? (await startPostmaster(cluster, await freePort()));
    const stop = supervise(cluster, postmaster, report);
    return {
      url: address(password, postmaster.port),
      async stop() {
        await stop();
        await release();
      },
    };
  } catch (cause) {
    await release();
    if (cause instanceof MappingError) throw cause;
    const text = (cause as { stderr?: string }).stderr?.trim() || (cause as Error).message;
    throw new MappingError('database:start-failed', `The embedded PostgreSQL did not start: ${text}`, {
      cause,
    });
  }
}

/**
 * Connection string of the embedded database when a server has it running, else undefined. For the operator's commands. While a
 * server is starting it, for the first time or again, this waits.
 * @throws MappingError `database:starting`
 */
export async function runningEmbeddedDatabase(dataDir: string): Promise<string | undefined> {
  if (!(await exists(path.join(dataDir, 'postgres.password')))) return undefined;
  const cluster = await locateCluster(dataDir);
  for (const end = Date.now() + patience; Date.now() < end; await pause(100)) {
    const found = await findPostmaster(cluster);
    if (found?.ready) return address(await readPassword(dataDir), found.port);
    if (!found && !(await isDataDirectoryLocked(dataDir))) return undefined;
  }
  throw new MappingError(
    'database:starting',
    `A server uses ${dataDir}, and its database is not up. The server's log says why; try again when it is.`,
  );
}

function address(password: string, port: number): string {
  return `postgres://${databaseUser}:${password}@127.0.0.1:${port}/postgres`;
}

async function makeFolder(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true });
    await writeFile(path.join(dataDir, '.writable'), '');
  } catch (cause) {
    throw new MappingError(
      'database:data-directory-unwritable',
      `The data directory ${dataDir} cannot be written. Give this account the right to it, or set DATA_DIR to another folder.`,
      { cause },
    );
  }
}

async function readPassword(dataDir: string): Promise<string> {
  const file = path.join(dataDir, 'postgres.password');
  if (await exists(file)) return (await readFile(file, 'utf8')).trim();
  const password = randomBytes(24).toString('hex');
  await writeFile(file, password, { mode: 0o600 });
  return password;
}
