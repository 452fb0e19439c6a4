import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Cluster } from './cluster.ts';

const run = promisify(execFile);

/** Whether a process has this number, ours or another account's. */
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
 * Tells a process from a later one of the same number, which is common after a container restarts: boot and start time.
 * @returns undefined where the system does not say (all but Linux), or when there is no such process
 */
export async function processIdentity(pid: number): Promise<string | undefined> {
  try {
    const [boot, stat] = await Promise.all([
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
      readFile(`/proc/${pid}/stat`, 'utf8'),
    ]);
    // The second field is the name in brackets and may hold blanks; the start time is the 22nd.
    const startTime = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    return `${boot.trim()}/${startTime}`;
  } catch {
    return undefined;
  }
}

/** PostgreSQL processes work in their data directory. Asked as their own account, to which the system shows that. */
const listProcesses = `
for process in /proc/[0-9]*; do
  [ "$process/cwd" -ef "$0" ] || continue
  case "$(readlink "$process/exe")" in */postgres | */postgres' (deleted)') echo "\${process#/proc/}";; esac
done`;

/**
 * Numbers of all processes of a cluster, orphans of a killed postmaster included.
 * @returns undefined where the system does not tell (all but Linux)
 */
export async function processesOf({ folder, account }: Cluster): Promise<number[] | undefined> {
  if (process.platform !== 'linux') return undefined;
  const { stdout } = await run('/bin/sh', ['-c', listProcesses, folder], { ...account, cwd: '/' });
  return stdout.split('\n').filter(Boolean).map(Number);
}
