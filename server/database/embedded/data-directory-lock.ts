import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { MappingError } from '../../../wire/errors.ts';

/**
 * Keeps a second server off the same data directory: a file with our process id, taken over when its process is gone.
 * @returns the release
 * @throws MappingError `database:data-directory-in-use`
 */
export async function lockDataDirectory(dataDir: string): Promise<() => Promise<void>> {
  const file = path.join(dataDir, 'server.pid');
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      await writeFile(file, String(process.pid), { flag: 'wx' });
      return () => rm(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const owner = Number(await readFile(file, 'utf8').catch(() => '0'));
    if (owner !== process.pid && isAlive(owner)) {
      throw new MappingError(
        'database:data-directory-in-use',
        `Another server (process ${owner}) is using ${dataDir}. Stop it, or set DATA_DIR to another folder.`,
      );
    }
    await rm(file, { force: true });
  }
  throw new MappingError('database:data-directory-in-use', `Another server has just started on ${dataDir}.`);
}

function isAlive(pid: number): boolean {
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
