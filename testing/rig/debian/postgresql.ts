import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { databaseAccount } from '../../../server/platform/database/embedded/account.ts';
import { freePort } from '../free-port.ts';
import { findProgram } from './install.ts';

const run = promisify(execFile);
const versions = '/usr/lib/postgresql';

/** A cluster of Debian's own PostgreSQL in its own folder, created for this run and deleted after it. */
export interface DebianPostgresql {
  url: string;
  /** Major version, such as 15. */
  version: number;
  stop(): Promise<void>;
}

/** @returns the reason when this machine has none and it cannot be installed */
export async function startDebianPostgresql(): Promise<DebianPostgresql | { missing: string }> {
  const found = await findProgram('postgresql', newest);
  if ('missing' in found) return found;
  const account = await databaseAccount();
  const folder = await mkdtemp(path.join(tmpdir(), 'mapping-debian-'));
  await chmod(folder, 0o700);
  if (account) await chown(folder, account.uid, account.gid);
  const as = { ...account, cwd: '/' };
  const program = (name: string) => path.join(found.place, 'bin', name);
  const data = path.join(folder, 'data');
  // Reachable from this machine only, and deleted in minutes: no password.
  await run(
    program('initdb'),
    ['-D', data, '-U', 'mapping', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8'],
    as,
  );
  const port = await freePort();
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off -c max_connections=200`;
  await run(
    program('pg_ctl'),
    ['start', '-D', data, '-w', '-l', path.join(folder, 'log'), '-o', options],
    as,
  );
  return {
    url: `postgres://mapping@127.0.0.1:${port}/postgres`,
    version: Number(path.basename(found.place)),
    async stop() {
      await run(program('pg_ctl'), ['stop', '-D', data, '-m', 'fast', '-w'], as);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function newest(): string | undefined {
  if (!existsSync(versions)) return undefined;
  const all = readdirSync(versions).filter((version) =>
    existsSync(path.join(versions, version, 'bin/initdb')),
  );
  const last = all.sort((a, b) => Number(a) - Number(b)).at(-1);
  return last && path.join(versions, last);
}
