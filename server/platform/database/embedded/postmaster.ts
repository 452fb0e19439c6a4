import { execFile, spawn } from 'node:child_process';
import { open, readFile, rm, stat, statfs } from 'node:fs/promises';
import { totalmem } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { MappingError } from '../../../../wire/errors.ts';
import { limits } from '../../../limits.ts';
import type { Cluster } from './cluster.ts';
import { lowerProcess } from './priority.ts';
import { isAlive, processesOf } from './processes.ts';

const megabyte = 1024 * 1024;

/** Memory available to this process: that of the machine, or of its container. */
export function availableMemory(constrained = process.constrainedMemory(), total = totalmem()): number {
  // For a process without a limit the value is 0 or larger than any machine's memory.
  return constrained > 0 ? Math.min(constrained, total) : total;
}

/**
 * PostgreSQL's settings for a machine with this many bytes of memory. An eighth of it, at most 2 GB, is the
 * database's own cache: the rest is for the server and the system, whose cache holds the files as well.
 */
export function serverSettings(memory: number): Record<string, string> {
  const buffers = Math.min(2048, Math.max(128, Math.floor(memory / 8 / megabyte)));
  return {
    shared_buffers: `${buffers}MB`,
    effective_cache_size: `${Math.max(256, Math.floor(memory / 2 / megabyte))}MB`,
    work_mem: '16MB',
    // Pages are read from solid-state disks, and the files of one portal usually fit into memory.
    random_page_cost: '1.1',
    // Every table and index that a transaction creates, deletes or empties is a lock, and a layer has a dozen of them.
    max_locks_per_transaction: String(limits.locksPerConnection),
  };
}

const run = promisify(execFile);

/** The main process of a PostgreSQL that accepts connections. */
export interface Postmaster {
  pid: number;
  port: number;
  /** Resolves when it has ended, for any reason. */
  gone: Promise<void>;
}

/** Polling interval for an adopted process, which reports its exit to no one. */
const checkEvery = 250;

/**
 * Starts PostgreSQL on a cluster on which none runs, and waits until it accepts connections: after a crash,
 * until its log has been replayed. It is a child in a session of its own: Ctrl-C reaches this process first,
 * which stops it in order; its exit is noticed at once, and it does not stay as a zombie in a container whose first
 * process is this one.
 * @throws MappingError `database:start-failed` with PostgreSQL's own reason
 */
export async function startPostmaster(
  cluster: Cluster,
  port: number,
  signal?: AbortSignal,
): Promise<Postmaster> {
  const { engine, folder, account } = cluster;
  await removeRemains(cluster);
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    // After a crash of a backend it exits, and `supervise` restarts it: by itself it would retry without a
    // pause, and on a full disk it was seen to hang.
    restart_after_crash: 'off',
    ...serverSettings(availableMemory()),
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const log = await open(path.join(folder, 'server.log'), 'a', 0o600);
  const { size: logBegin } = await log.stat();
  if (account) await log.chown(account.uid, account.gid);
  const child = spawn(engine.postgres, ['-D', folder, '-p', String(port), ...options], {
    ...account,
    cwd: '/',
    detached: true,
    windowsHide: true,
    stdio: ['ignore', log.fd, log.fd],
  });
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => resolve()).once('error', () => resolve());
  });
  child.unref();
  await log.close();
  const { pid } = child;
  if (pid !== undefined) lowerProcess(pid);
  if (pid === undefined || !(await becomesReady(cluster, pid, signal))) {
    signal?.throwIfAborted();
    throw new MappingError(
      'database:start-failed',
      `The embedded PostgreSQL did not start: ${await reasonOfEnd(folder, logBegin)}`,
    );
  }
  return { pid, port, gone };
}

/**
 * The PostgreSQL that a killed server left running on the cluster, once it accepts connections.
 * @returns undefined when there is none, or it does not accept any within a minute
 */
export async function adoptPostmaster(cluster: Cluster): Promise<Postmaster | undefined> {
  const found = await findPostmaster(cluster);
  if (!found || !(await becomesReady(cluster, found.pid, AbortSignal.timeout(60_000)))) return undefined;
  const { promise: gone, resolve } = Promise.withResolvers<void>();
  const timer = setInterval(() => {
    if (isAlive(found.pid)) return;
    clearInterval(timer);
    resolve();
  }, checkEvery).unref();
  return { pid: found.pid, port: found.port, gone };
}

/** The process running on the cluster according to its `postmaster.pid`, unless that file is stale. */
export async function findPostmaster(
  cluster: Cluster,
): Promise<{ pid: number; port: number; ready: boolean } | undefined> {
  const file = await readPidFile(cluster);
  if (!file) return undefined;
  const processes = await processesOf(cluster);
  return (processes ? processes.includes(file.pid) : isAlive(file.pid)) ? file : undefined;
}

/**
 * Stops the process on the cluster: transactions are rolled back, and everything is written. If it does not
 * stop within a minute it is stopped without that, and the next start replays the log.
 */
export async function stopPostmaster(cluster: Cluster): Promise<void> {
  for (const [mode, seconds] of [
    ['fast', '60'],
    ['immediate', '10'],
  ] as const) {
    if (!(await findPostmaster(cluster))) return;
    const parameters = ['stop', '-D', cluster.folder, '-m', mode, '-w', '-t', seconds];
    // It may exit by itself in between, which pg_ctl reports as a failure.
    await run(cluster.engine.pgCtl, parameters, { ...cluster.account, cwd: '/' }).catch(() => {});
  }
  await removeRemains(cluster);
}

async function readPidFile({ folder }: Cluster) {
  try {
    const lines = (await readFile(path.join(folder, 'postmaster.pid'), 'utf8')).split('\n');
    return { pid: Number(lines[0]), port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' };
  } catch {
    return undefined;
  }
}

/** @returns false when it exits instead */
async function becomesReady(cluster: Cluster, pid: number, signal?: AbortSignal): Promise<boolean> {
  for (;;) {
    if (signal?.aborted || !isAlive(pid)) return false;
    const file = await readPidFile(cluster);
    if (file?.pid === pid && file.ready) return true;
    await pause(50);
  }
}

/**
 * Backends outlive a killed postmaster for as long as their statement lasts, and no other may start
 * meanwhile: they are stopped, and crash recovery rolls back what they did. A `postmaster.pid` whose number
 * belongs to another program by now would prevent PostgreSQL from ever starting. The data directory is locked
 * by this server.
 */
async function removeRemains(cluster: Cluster): Promise<void> {
  for (let processes = await processesOf(cluster); processes !== undefined;) {
    if (processes.length === 0) {
      await rm(path.join(cluster.folder, 'postmaster.pid'), { force: true });
      return;
    }
    for (const pid of processes) kill(pid);
    await pause(20);
    processes = await processesOf(cluster);
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    // It exited meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Why it exited, in its own words. A full disk has no room for a message, so that is checked. */
async function reasonOfEnd(folder: string, logBegin: number): Promise<string> {
  const file = path.join(folder, 'server.log');
  const [{ size }, disk] = await Promise.all([stat(file), statfs(folder)]);
  const log = await readFrom(file, Math.max(logBegin, size - 20_000));
  if (/No space left on device|Disk quota exceeded/.test(log) || disk.bavail * disk.bsize < 100_000)
    return `the disk of ${folder} is full. Make room on it.`;
  const lines = log.split('\n');
  const reasons = lines.filter((line) => /(FATAL|PANIC): /.test(line)).slice(-2);
  const words = (reasons.length > 0 ? reasons : lines.filter(Boolean).slice(-2)).join(' ');
  return `${words || 'it ended without a reason'}. More is in ${file}.`;
}

async function readFrom(file: string, position: number): Promise<string> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const { buffer, bytesRead } = await handle.read({
      buffer: Buffer.alloc(Math.max(1, size - position)),
      position,
    });
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await handle.close();
  }
}
