import { readFile, writeFile } from 'node:fs/promises';
import { getPriority, setPriority } from 'node:os';

/** On a busy machine the event loop, which answers every request, runs before the database. */
const niceness = 5;
/** Milliseconds until a new backend is found. */
const checkEvery = 1000;

/**
 * Lowers the priority of PostgreSQL's processes until it ends. Linux may share the processors among sessions
 * first (autogrouping), and every backend starts a session of its own: ten busy backends would leave an
 * eleventh of the machine to the server, whatever their niceness. Such a session has a niceness too
 * (https://man7.org/linux/man-pages/man7/sched.7.html), which its backends do not inherit.
 */
export function lowerPriority({ pid, gone }: { pid: number; gone: Promise<void> }): void {
  if (!lowerProcess(pid)) return;
  if (process.platform !== 'linux') return;
  const lowered = new Set<string>();
  const timer = setInterval(() => void lowerSessions(pid, lowered).catch(stop), checkEvery).unref();
  const stop = () => clearInterval(timer);
  void gone.then(stop);
}

/**
 * Lowers the priority of a process, which those that it starts inherit: of the database when it is started, before it has
 * connections. One adopted from a killed server has it already.
 * @returns whether the system allows it
 */
export function lowerProcess(pid: number): boolean {
  try {
    if (getPriority(pid) <= getPriority()) setPriority(pid, Math.min(19, getPriority() + niceness));
    return true;
  } catch {
    return false;
  }
}

/** @throws where the system has no such setting */
async function lowerSessions(pid: number, lowered: Set<string>): Promise<void> {
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ');
  for (const child of lowered) if (!children.includes(child)) lowered.delete(child);
  for (const child of children.filter((each) => each !== '' && !lowered.has(each))) {
    lowered.add(child);
    await writeFile(`/proc/${child}/autogroup`, String(niceness)).catch((error: NodeJS.ErrnoException) => {
      // Changes in quick succession are refused (EAGAIN), and a backend may have ended (ENOENT, ESRCH).
      lowered.delete(child);
      if (error.code === 'EACCES' || error.code === 'EPERM') throw error;
    });
  }
}
