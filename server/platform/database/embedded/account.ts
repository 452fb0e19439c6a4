import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { MappingError } from '../../../../wire/errors.ts';

const run = promisify(execFile);

/** The system account the embedded database runs as. */
export interface Account {
  uid: number;
  gid: number;
}

/**
 * PostgreSQL refuses to run as root: root uses the account `postgres`, which is created when the machine has
 * none. Other users run the database as themselves (undefined).
 * @throws MappingError `database:no-account`
 */
export async function databaseAccount(): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  try {
    return await lookUp();
  } catch {
    try {
      await run('useradd', ['--system', '--user-group', '--no-create-home', 'postgres']);
      return await lookUp();
    } catch (cause) {
      throw new MappingError(
        'database:no-account',
        'PostgreSQL cannot run as root, and the account "postgres" could not be created. Create it, run as another user, or set DATABASE_URL.',
        { cause },
      );
    }
  }
}

async function lookUp(): Promise<Account> {
  const [uid, gid] = await Promise.all([run('id', ['-u', 'postgres']), run('id', ['-g', 'postgres'])]);
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
}

/**
 * Whether the account may enter every folder of a file's path (by the owner, group and others bits of each).
 */
export async function canReach(file: string, account: Account): Promise<boolean> {
  for (let folder = path.dirname(path.resolve(file)); ; folder = path.dirname(folder)) {
    const { mode, uid, gid } = await stat(folder);
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (folder === path.dirname(folder)) return true;
  }
}
