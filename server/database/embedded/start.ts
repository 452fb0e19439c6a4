import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { MappingError } from '../../../wire/errors.ts';
import { type Account, databaseAccount } from './account.ts';
import { lockDataDirectory } from './data-directory-lock.ts';
import { databaseFolder, type Engine, findEngine } from './engine.ts';
import { availableMemory, serverSettings } from './settings.ts';

const run = promisify(execFile);
const user = 'mapping';

/** A running embedded PostgreSQL. */
export interface EmbeddedDatabase {
  /** Connection string; the server listens on 127.0.0.1 only and wants the password in it. */
  url: string;
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL that comes with the product, making its files under `dataDir` on the first run.
 * A database left running by a killed server is taken over.
 * @throws MappingError `database:*` with a sentence that says what to do
 */
export async function startEmbeddedDatabase(dataDir: string): Promise<EmbeddedDatabase> {
  await makeFolder(dataDir);
  const release = await lockDataDirectory(dataDir);
  try {
    const { engine, folder, account } = await locate(dataDir);
    const password = await readPassword(dataDir);
    if (!(await exists(path.join(folder, 'PG_VERSION')))) await initialise(engine, folder, account, password);
    const port = (await runningPort(engine, folder, account)) ?? (await start(engine, folder, account));
    return {
      url: address(password, port),
      async stop() {
        await run(engine.pgCtl, ['stop', '-D', folder, '-m', 'fast', '-w'], { ...account, cwd: '/' });
        await release();
      },
    };
  } catch (cause) {
    await release();
    if (cause instanceof MappingError) throw cause;
    const text = (cause as { stderr?: string }).stderr?.trim() || (cause as Error).message;
    throw new MappingError('database:start-failed', `The embedded PostgreSQL did not start: ${text}`, {
      cause,
    });
  }
}

/** Connection string of the embedded database when a server has it running, else undefined. For the operator's commands. */
export async function runningEmbeddedDatabase(dataDir: string): Promise<string | undefined> {
  if (!(await exists(path.join(dataDir, 'postgres.password')))) return undefined;
  const { engine, folder, account } = await locate(dataDir);
  const port = await runningPort(engine, folder, account);
  return port === undefined ? undefined : address(await readPassword(dataDir), port);
}

async function locate(dataDir: string) {
  const account = await databaseAccount();
  const [engine, folder] = await Promise.all([findEngine(account), databaseFolder(dataDir, account)]);
  return { account, engine, folder };
}

function address(password: string, port: number): string {
  return `postgres://${user}:${password}@127.0.0.1:${port}/postgres`;
}

async function makeFolder(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true });
    await writeFile(path.join(dataDir, '.writable'), '');
  } catch (cause) {
    throw new MappingError(
      'database:data-directory-unwritable',
      `The data directory ${dataDir} cannot be written. Give this account the right to it, or set DATA_DIR to another folder.`,
      { cause },
    );
  }
}

async function initialise(engine: Engine, folder: string, account: Account | undefined, password: string) {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (account) await chown(folder, account.uid, account.gid);
  const place = await mkdtemp(path.join(tmpdir(), 'mapping-'));
  try {
    const passwordFile = path.join(place, 'password');
    await writeFile(passwordFile, password, { mode: 0o600 });
    if (account)
      await Promise.all([place, passwordFile].map((each) => chown(each, account.uid, account.gid)));
    await run(
      engine.initdb,
      [
        '-D',
        folder,
        '-U',
        user,
        '--auth=scram-sha-256',
        `--pwfile=${passwordFile}`,
        '--encoding=UTF8',
        '--locale=C',
      ],
      { ...account, cwd: '/' },
    );
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

async function start(engine: Engine, folder: string, account: Account | undefined): Promise<number> {
  const port = await freePort();
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    ...serverSettings(availableMemory()),
  };
  const options = [
    `-p ${port}`,
    ...Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`),
  ].join(' ');
  // pg_ctl detaches the database from our terminal, so that Ctrl-C reaches us first and we stop it in order.
  await run(
    engine.pgCtl,
    ['start', '-D', folder, '-w', '-t', '60', '-l', path.join(folder, 'server.log'), '-o', options],
    {
      ...account,
      cwd: '/',
    },
  );
  return port;
}

/** The port of a database that is already running on the folder (line 4 of postmaster.pid), else undefined. */
async function runningPort(
  engine: Engine,
  folder: string,
  account: Account | undefined,
): Promise<number | undefined> {
  try {
    await run(engine.pgCtl, ['status', '-D', folder], { ...account, cwd: '/' });
  } catch {
    return undefined;
  }
  const lines = (await readFile(path.join(folder, 'postmaster.pid'), 'utf8')).split('\n');
  return Number(lines[3]);
}

async function readPassword(dataDir: string): Promise<string> {
  const file = path.join(dataDir, 'postgres.password');
  if (await exists(file)) return (await readFile(file, 'utf8')).trim();
  const password = randomBytes(24).toString('hex');
  await writeFile(file, password, { mode: 0o600 });
  return password;
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => probe.once('error', reject).listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}
