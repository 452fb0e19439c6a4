import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { MappingError } from '../../../wire/errors.ts';
import { isAlive, processIdentity } from './processes.ts';

const lockFile = (dataDir: string) => path.join(dataDir, 'server.pid');

/**
 * Keeps a second server off the same data directory: a file that names our process, taken over when that is gone.
 * @returns the release
 * @throws MappingError `database:data-directory-in-use`
 */
export async function lockDataDirectory(dataDir: string): Promise<() => Promise<void>> {
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

/** Whether a living server has the data directory. */
export async function isDataDirectoryLocked(dataDir: string): Promise<boolean> {
  return (await readOwner(lockFile(dataDir))) !== undefined;
}

/** The process that holds the lock; undefined when there is none, or its number is another program's by now. */
async function readOwner(file: string): Promise<number | undefined> {
  const [pid, identity] = (await readFile(file, 'utf8').catch(() => '')).split(' ');
  const owner = Number(pid);
  if (!isAlive(owner)) return undefined;
  return identity === undefined || identity === (await processIdentity(owner)) ? owner : undefined;
}
