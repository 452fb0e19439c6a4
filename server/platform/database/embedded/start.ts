import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { MappingError } from '../../../../wire/errors.ts';
import { limits } from '../../../limits.ts';
import { type Cluster, databaseUser, exists, initialiseCluster, locateCluster } from './cluster.ts';
import {
  adoptPostmaster,
  findPostmaster,
  type Postmaster,
  startPostmaster,
  stopPostmaster,
} from './postmaster.ts';
import { lowerPriority } from './priority.ts';
import { isAlive, processIdentity } from './processes.ts';

/**
 * Below the range systems use for outgoing connections: a restart of the database needs the same port, still
 * free.
 */
const [lowest, highest] = [20_000, 32_000];

/** A free port of 127.0.0.1. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(lowest, highest);
    const probe = createServer();
    try {
      probe.listen(port, '127.0.0.1');
      await once(probe, 'listening');
      return port;
    } catch {
      // Taken: try another.
    } finally {
      probe.close();
    }
  }
}

/** Milliseconds before the next attempt: none for the first, then growing. */
const pauses = [0, 250, 500, 1000, 2000, 4000, 8000, 16_000, 30_000];
/** One that exited sooner after its start is restarted after a pause, or a full disk would be retried without one. */
const livesFor = 5000;
/**
 * The longest of these pauses for a database that is killed again and again: a fifth of the time within which it is up each time, so
 * that most of that is for its start. The longer ones are for those that do not start.
 */
const longestAfterStart = pauses.findLastIndex(
  (milliseconds) => milliseconds <= (limits.embeddedRestartSeconds * 1000) / 5,
);

/**
 * Restarts PostgreSQL whenever it exits, on the same port, until stopped: after it was killed, stopped by the
 * system for lack of memory, or exited because its disk was full.
 * @param report called with a sentence at every exit and every start
 * @returns a function that stops both
 */
function supervise(
  cluster: Cluster,
  first: Postmaster,
  report: (message: string) => void,
): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const stopped = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });

  async function restart(
    failures: number,
  ): Promise<{ postmaster: Postmaster; failures: number } | undefined> {
    for (let tried = failures; ; tried += 1) {
      const milliseconds = pauses[Math.min(tried, pauses.length - 1)] ?? 0;
      if (milliseconds >= 1000) report(`Retrying in ${milliseconds / 1000} s.`);
      await pause(milliseconds, undefined, { signal, ref: false }).catch(() => {});
      if (signal.aborted) return undefined;
      try {
        return { postmaster: await startPostmaster(cluster, first.port, signal), failures: tried };
      } catch (error) {
        if (!signal.aborted) report((error as Error).message);
      }
    }
  }

  async function watch(): Promise<void> {
    let running: { postmaster: Postmaster; failures: number } | undefined = {
      postmaster: first,
      failures: 0,
    };
    while (running) {
      const begun = Date.now();
      lowerPriority(running.postmaster);
      await Promise.race([running.postmaster.gone, stopped]);
      if (signal.aborted) return;
      const ended = Date.now();
      report('The embedded PostgreSQL has stopped and is being restarted.');
      const failures = ended - begun < livesFor ? running.failures + 1 : 0;
      running = await restart(Math.min(failures, longestAfterStart));
      if (running) report(`The embedded PostgreSQL is up again after ${Date.now() - ended} ms.`);
    }
  }

  const watching = watch();
  return async () => {
    stopping.abort();
    await watching;
    await stopPostmaster(cluster);
  };
}

const lockFile = (dataDir: string) => path.join(dataDir, 'server.pid');

/**
 * Keeps a second server off the same data directory: a file with this process's id, taken over when that
 * process no longer exists.
 * @returns the release
 * @throws MappingError `database:data-directory-in-use`
 */
async function lockDataDirectory(dataDir: string): Promise<() => Promise<void>> {
  const file = lockFile(dataDir);
  const own = [process.pid, await processIdentity(process.pid)].filter(Boolean).join(' ');
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      await writeFile(file, own, { flag: 'wx' });
      return () => rm(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const owner = await readOwner(file);
    if (owner !== undefined && owner !== process.pid) {
      throw new MappingError(
        'database:data-directory-in-use',
        `Another server (process ${owner}) is using ${dataDir}. Stop it, or set DATA_DIR to another folder.`,
      );
    }
    await rm(file, { force: true });
  }
  throw new MappingError('database:data-directory-in-use', `Another server has just started on ${dataDir}.`);
}

/** Whether a running server uses the data directory. */
async function isDataDirectoryLocked(dataDir: string): Promise<boolean> {
  return (await readOwner(lockFile(dataDir))) !== undefined;
}

/**
 * The process that holds the lock; undefined when there is none, or its id belongs to another program by now.
 */
async function readOwner(file: string): Promise<number | undefined> {
  const [pid, identity] = (await readFile(file, 'utf8').catch(() => '')).split(' ');
  const owner = Number(pid);
  if (!isAlive(owner)) return undefined;
  return identity === undefined || identity === (await processIdentity(owner)) ? owner : undefined;
}

/** A running embedded PostgreSQL. */
export interface EmbeddedDatabase {
  /**
   * Connection string; the server listens on 127.0.0.1 only and requires its password. It is the same after
   * every restart.
   */
  url: string;
  stop(): Promise<void>;
}

/** How long an operator's command waits for a database that a server is starting. */
const timeout = 60_000;

/**
 * Starts the PostgreSQL of the product, creating its files under `dataDir` on the first run, and restarts it
 * whenever it exits. A database left running by a killed server is taken over.
 * @param report called with a sentence when the database exited and when it is available again
 * @throws MappingError `database:*` with advice
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
 * Connection string of the embedded database when a server is running it, else undefined. For the operator's
 * commands. Waits while a server is starting it, for the first time or again.
 * @throws MappingError `database:starting`
 */
export async function runningEmbeddedDatabase(dataDir: string): Promise<string | undefined> {
  if (!(await exists(path.join(dataDir, 'postgres.password')))) return undefined;
  const cluster = await locateCluster(dataDir);
  for (const end = Date.now() + timeout; Date.now() < end; await pause(100)) {
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
      `The data directory ${dataDir} is not writable. Grant this account access to it, or set DATA_DIR to another folder.`,
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
