import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Cluster } from './cluster.ts';

const run = promisify(execFile);

/** Whether a process with this id exists, of this or another account. */
export function isAlive(pid: number): boolean {
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Distinguishes a process from a later one with the same id, which is common after a container restarts, by
 * boot and start time.
 * @returns undefined where the system does not report it (all but Linux), or for no such process
 */
export async function processIdentity(pid: number): Promise<string | undefined> {
  try {
    const [boot, stat] = await Promise.all([
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
      readFile(`/proc/${pid}/stat`, 'utf8'),
    ]);
    // The second field is the name in brackets and may contain blanks; the start time is the 22nd.
    const startTime = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    return `${boot.trim()}/${startTime}`;
  } catch {
    return undefined;
  }
}

/** PostgreSQL processes work in their data directory. Read as their own account, which the system permits. */
const listProcesses = `
for process in /proc/[0-9]*; do
  [ "$process/cwd" -ef "$0" ] || continue
  case "$(readlink "$process/exe")" in */postgres | */postgres' (deleted)') echo "\${process#/proc/}";; esac
done`;

/**
 * Ids of all processes of a cluster, including orphans of a killed postmaster.
 * @returns undefined where the system does not report them (all but Linux)
 */
export async function processesOf({ folder, account }: Cluster): Promise<number[] | undefined> {
  if (process.platform !== 'linux') return undefined;
  const { stdout } = await run('/bin/sh', ['-c', listProcesses, folder], { ...account, cwd: '/' });
  return stdout.split('\n').filter(Boolean).map(Number);
}
