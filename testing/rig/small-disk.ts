import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A disk that is soon full. */
export interface SmallDisk {
  folder: string;
  /** Names of all files on it. */
  files(): Promise<string[]>;
  remove(): Promise<void>;
}

/** @returns the reason to skip a test where this account may not mount one */
export async function mountSmallDisk(megabytes: number): Promise<SmallDisk | { missing: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'mapping-disk-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]);
  } catch {
    await rm(folder, { recursive: true });
    return { missing: 'Only root may mount a small disk to fill.' };
  }
  return {
    folder,
    files: () => readdir(folder, { recursive: true }),
    async remove() {
      await run('umount', ['-l', folder]);
      if ((await stat(folder)).isDirectory()) await rm(folder, { recursive: true });
    },
  };
}
