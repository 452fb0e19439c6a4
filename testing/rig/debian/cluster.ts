import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Account, databaseAccount } from '../../../server/platform/database/embedded/account.ts';
import { freePort } from '../free-port.ts';
import { findProgram } from './install.ts';

const run = promisify(execFile);
const versions = '/usr/lib/postgresql';

/** Where Debian's newest PostgreSQL and the files of the clusters of one run are. */
export interface DebianPlace {
  /** Major version, such as 15. */
  version: number;
  folder: string;
  /** Runs a program of PostgreSQL, or another by its path, as the account of the database. */
  run(name: string, parameters: readonly string[]): Promise<unknown>;
  /** Makes a folder that this account owns. */
  makeFolder(name: string): Promise<string>;
  remove(): Promise<void>;
}

/** @returns the reason when this machine has no PostgreSQL of Debian and it cannot be installed */
export async function findDebianPostgresql(): Promise<DebianPlace | { missing: string }> {
  const found = await findProgram('postgresql', newest);
  if ('missing' in found) return found;
  const account = await databaseAccount();
  const folder = await mkdtemp(path.join(tmpdir(), 'mapping-debian-'));
  await own(folder, account);
  return {
    version: Number(path.basename(found.place)),
    folder,
    run: (name, parameters) =>
      run(path.resolve(found.place, 'bin', name), parameters, {
        ...account,
        cwd: '/',
        maxBuffer: 50_000_000,
      }),
    async makeFolder(name) {
      const made = path.join(folder, name);
      await mkdir(made);
      await own(made, account);
      return made;
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** A cluster of Debian's PostgreSQL, reachable from this machine only and without passwords. */
export class DebianCluster {
  readonly data: string;
  readonly url: string;
  readonly #place: DebianPlace;
  readonly #port: number;

  private constructor(place: DebianPlace, data: string, port: number) {
    this.#place = place;
    this.data = data;
    this.#port = port;
    this.url = `postgres://mapping@127.0.0.1:${port}/postgres`;
  }

  /** Without files yet. */
  static async at(place: DebianPlace, name: string): Promise<DebianCluster> {
    return new DebianCluster(place, path.join(place.folder, name), await freePort());
  }

  async create(): Promise<void> {
    const settings = ['-U', 'mapping', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'];
    await this.#place.run('initdb', ['-D', this.data, ...settings]);
  }

  /** Copies another, running cluster; `parameters` are those of `pg_basebackup`. */
  async copy(source: DebianCluster, ...parameters: string[]): Promise<void> {
    const of = ['-d', source.url, '-D', this.data, '--checkpoint=fast', '--no-sync'];
    await this.#place.run('pg_basebackup', [...of, ...parameters]);
  }

  async start(settings: Readonly<Record<string, string>> = {}): Promise<void> {
    const all = {
      port: this.#port,
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      fsync: 'off',
      max_connections: 200,
      ...settings,
    };
    const options = Object.entries(all).map(([name, value]) => `-c ${name}='${value}'`);
    const log = path.join(this.#place.folder, `${path.basename(this.data)}.log`);
    await this.#place.run('pg_ctl', ['start', '-D', this.data, '-w', '-l', log, '-o', options.join(' ')]);
  }

  async stop(mode: 'fast' | 'immediate' = 'fast'): Promise<void> {
    await this.#place.run('pg_ctl', ['stop', '-D', this.data, '-m', mode, '-w']);
  }

  /** Sends a signal to all its processes: SIGSTOP leaves connections without responses. */
  async signal(signal: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
    const [pid = ''] = (await readFile(path.join(this.data, 'postmaster.pid'), 'utf8')).split('\n');
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
    for (const each of [pid, ...children.trim().split(' ')]) process.kill(Number(each), signal);
  }
}

async function own(folder: string, account: Account | undefined): Promise<void> {
  await chmod(folder, 0o700);
  if (account) await chown(folder, account.uid, account.gid);
}

function newest(): string | undefined {
  if (!existsSync(versions)) return undefined;
  const all = readdirSync(versions).filter((version) =>
    existsSync(path.join(versions, version, 'bin/initdb')),
  );
  const last = all.sort((a, b) => Number(a) - Number(b)).at(-1);
  return last && path.join(versions, last);
}
