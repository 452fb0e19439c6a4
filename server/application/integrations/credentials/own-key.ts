import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * The key of a demo installation, created once and stored beside its database, readable by its account only.
 */
export async function ownKey(dataDir: string): Promise<string> {
  const file = path.join(dataDir, 'secrets.key');
  await mkdir(dataDir, { recursive: true });
  try {
    await writeFile(file, randomBytes(32).toString('base64'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    await chmod(file, 0o600);
  }
  return (await readFile(file, 'utf8')).trim();
}
