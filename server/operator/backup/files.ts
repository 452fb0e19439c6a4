import { cp, mkdir, readdir, stat } from 'node:fs/promises';
import path from 'node:path';

/** Files of the database and of this machine in DATA_DIR, which are recreated or restored by the tables. */
const own = new Set(['postgres', 'postgres.password', 'server.pid', '.writable']);

/** Copies the installation's other files (such as the operator's basemaps) into `files/` of a backup. */
export async function backUpFiles(dataDir: string, folder: string): Promise<number> {
  return copyFiles(dataDir, path.join(folder, 'files'));
}

/** The reverse. An existing file is kept. */
export async function restoreFiles(folder: string, dataDir: string): Promise<number> {
  const from = path.join(folder, 'files');
  const there = await stat(from).catch(() => undefined);
  return there ? copyFiles(from, dataDir) : 0;
}

async function copyFiles(from: string, to: string): Promise<number> {
  const names = (await readdir(from).catch(() => [])).filter((name) => !own.has(name));
  if (names.length === 0) return 0;
  await mkdir(to, { recursive: true });
  for (const name of names)
    await cp(path.join(from, name), path.join(to, name), {
      recursive: true,
      force: false,
      preserveTimestamps: true,
    });
  return names.length;
}
