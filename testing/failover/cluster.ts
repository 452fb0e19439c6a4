import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { databaseAccount } from '../../server/platform/database/embedded/account.ts';
import { findProgram } from '../rig/debian/install.ts';

const run = promisify(execFile);
const examples = path.resolve('examples/deployment/cluster');
const bridge = 'mapping';

/** Packages, each with a program of it. */
const programs = {
  'etcd-server': '/usr/bin/etcd',
  patroni: '/usr/bin/patroni',
  haproxy: '/usr/sbin/haproxy',
  'postgresql-15': '/usr/lib/postgresql/15/bin/postgres',
};

/** What `/cluster` of Patroni's REST API returns of each node. */
interface Member {
  name: string;
  role: 'leader' | 'sync_standby' | 'replica';
  state: string;
  lag?: number | string;
}

/**
 * The cluster of `examples/deployment/cluster` on one machine: three nodes, each with etcd, Patroni, PostgreSQL and a
 * small disk in a network namespace of its own, so that a node can be cut off, and HAProxy in front. For root on
 * Debian.
 */
export class Cluster {
  readonly folder: string;
  readonly nodes: readonly Node[];
  #proxy: ChildProcess | undefined;

  /** @throws Error where programs are missing, or network namespaces and disks may not be made */
  static async start(): Promise<Cluster> {
    for (const [packageName, program] of Object.entries(programs)) {
      const found = await findProgram(packageName, () => (existsSync(program) ? program : undefined));
      if ('missing' in found) throw new Error(found.missing);
    }
    const folder = await mkdtemp(path.join(tmpdir(), 'mapping-failover-'));
    await chmod(folder, 0o755);
    const cluster = new Cluster(folder);
    try {
      await removeBridge();
      await run('ip', ['link', 'add', bridge, 'type', 'bridge']);
      await run('ip', ['address', 'add', '10.77.0.1/24', 'dev', bridge]);
      await run('ip', ['link', 'set', bridge, 'up']);
      for (const node of cluster.nodes) await node.prepare();
      for (const node of cluster.nodes) node.start();
      return cluster;
    } catch (error) {
      await cluster.remove();
      throw error;
    }
  }

  private constructor(folder: string) {
    this.folder = folder;
    const passwords = Object.fromEntries(
      ['SUPERUSER', 'REPLICATION', 'REWIND', 'RESTAPI'].map((user) => [
        `PATRONI_${user}_PASSWORD`,
        randomPassword(),
      ]),
    );
    this.nodes = [1, 2, 3].map((number) => new Node(number, folder, passwords));
  }

  /** The address at which HAProxy leads to the primary; the processes are at the port. */
  async serve(servers: readonly number[], port: number): Promise<string> {
    const example = await readFile(path.join(examples, 'haproxy.cfg'), 'utf8');
    const processes = servers.map((each) => `  server process${each} 127.0.0.1:${each}`).join('\n');
    const file = path.join(this.folder, 'haproxy.cfg');
    await writeFile(
      file,
      `${example}\nlisten mapping\n  mode http\n  bind 127.0.0.1:${port}\n  retries 0\n${processes}\n`,
    );
    this.#proxy = spawn(programs.haproxy, ['-f', file, '-db', '-q'], { stdio: 'ignore' });
    const password = randomPassword();
    // As the example says: on the node of the primary, which accepts its superuser from no other machine.
    await (
      await this.#firstPrimary()
    ).runSql(`create role mapping login password '${password}'`, 'create database mapping owner mapping');
    const url = `postgres://mapping:${password}@127.0.0.1:5000/mapping`;
    await (await connect(url)).end();
    return url;
  }

  async #firstPrimary(): Promise<Node> {
    for (const end = Date.now() + 180_000; ; await pause(500)) {
      const primary = await this.primary();
      if (primary) return primary;
      if (Date.now() > end) throw new Error(`The cluster has no primary.\n${await this.logs()}`);
    }
  }

  /** The node that is the primary, if it can be reached. */
  async primary(): Promise<Node | undefined> {
    const leader = (await this.#members()).find(({ role }) => role === 'leader')?.name;
    return this.nodes.find(({ name }) => name === leader);
  }

  /** Waits until all three nodes run and a second one has every commit. */
  async complete(): Promise<void> {
    const isComplete = (members: Member[]) =>
      members.filter(({ state }) => state === 'running' || state === 'streaming').length === 3 &&
      members.some(({ role }) => role === 'leader') &&
      members.some(({ role }) => role === 'sync_standby') &&
      members.every(({ role, lag }) => role === 'leader' || (typeof lag === 'number' && lag < 1e6));
    let members: Member[] = [];
    for (const end = Date.now() + 240_000; Date.now() < end; await pause(500)) {
      members = await this.#members();
      if (isComplete(members)) return;
    }
    throw new Error(`The cluster is not complete: ${JSON.stringify(members)}\n${await this.logs()}`);
  }

  /** The last lines of each node's Patroni log. */
  async logs(): Promise<string> {
    const texts = this.nodes.map(async ({ name, log }) => {
      const text = await readFile(log, 'utf8').catch(() => '');
      return `--- ${name}\n${text.split('\n').slice(-15).join('\n')}`;
    });
    return (await Promise.all(texts)).join('\n');
  }

  async remove(): Promise<void> {
    this.#proxy?.kill('SIGKILL');
    for (const node of this.nodes) await node.remove();
    await removeBridge();
    await rm(this.folder, { recursive: true, force: true });
  }

  async #members(): Promise<Member[]> {
    for (const { address } of this.nodes) {
      try {
        const ask = (path: string) =>
          fetch(`http://${address}:8008/${path}`, { signal: AbortSignal.timeout(2000) });
        // A node that was cut off still knows the members of before.
        if (!(await ask('primary')).ok) continue;
        return ((await (await ask('cluster')).json()) as { members: Member[] }).members;
      } catch {
        // This one is down; the next may know.
      }
    }
    return [];
  }
}

/** One node: its processes, its disk and its link to the others. */
class Node {
  readonly name: string;
  readonly address: string;
  readonly folder: string;
  readonly log: string;
  readonly passwords: Record<string, string>;
  readonly #processes = new Set<ChildProcess>();

  constructor(number: number, folder: string, passwords: Record<string, string>) {
    this.name = `node${number}`;
    this.address = `10.77.0.1${number}`;
    this.folder = path.join(folder, this.name);
    this.log = path.join(folder, `${this.name}.log`);
    this.passwords = passwords;
  }

  /** Makes the namespace, the disk and the files of the node from the examples. */
  async prepare(): Promise<void> {
    const { name, address, folder } = this;
    const [inside, outside] = ['mapping0', `mapping-${name}`];
    await run('ip', ['netns', 'delete', this.#namespace]).catch(() => {});
    await run('ip', ['netns', 'add', this.#namespace]);
    // The links of a deleted namespace disappear shortly after it.
    await run('ip', ['link', 'delete', outside]).catch(() => {});
    const peer = ['peer', 'name', inside, 'netns', this.#namespace];
    await run('ip', ['link', 'add', outside, 'type', 'veth', ...peer]);
    await run('ip', ['link', 'set', outside, 'master', bridge, 'up']);
    await this.#inNamespace('ip', 'address', 'add', `${address}/24`, 'dev', inside);
    for (const device of ['lo', inside]) await this.#inNamespace('ip', 'link', 'set', device, 'up');

    await mkdir(folder);
    await run('mount', ['-t', 'tmpfs', '-o', 'size=1500m', 'tmpfs', folder]);
    const account = await databaseAccount();
    if (account) await chown(folder, account.uid, account.gid);
    const fill = async (file: string, more = '') => {
      const example = await readFile(path.join(examples, file), 'utf8');
      const text = example
        .replaceAll('@NAME@', name)
        .replaceAll('@ADDRESS@', address)
        .replaceAll('/var/lib/etcd/mapping', path.join(folder, 'etcd'))
        .replaceAll('/var/lib/postgresql/15/mapping', path.join(folder, 'data'))
        .replaceAll('/var/lib/postgresql', folder);
      await writeFile(path.join(folder, file), text + more);
    };
    await fill('etcd.yml');
    // The nodes share a file system, so each needs a folder of its own for its socket.
    await fill('patroni.yml', `  parameters:\n    unix_socket_directories: ${folder}\n`);
  }

  start(): void {
    const environment = Object.fromEntries(
      [
        ['SUPERUSER', 'postgres'],
        ['REPLICATION', 'replicator'],
        ['REWIND', 'rewinder'],
        ['RESTAPI', 'patroni'],
      ].map(([user, username]) => [`PATRONI_${user}_USERNAME`, username]),
    );
    const launch = (program: string, ...parameters: string[]) => {
      const as = ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups'];
      // The shell appends to the log of the node, and becomes the program.
      const script = 'log=$1; shift; exec "$@" >>"$log" 2>&1';
      const command = ['-c', script, 'sh', this.log, ...as, program, ...parameters];
      const child = spawn('ip', ['netns', 'exec', this.#namespace, 'sh', ...command], {
        stdio: 'ignore',
        detached: true,
        env: { PATH: process.env['PATH'] ?? '', HOME: this.folder, ...this.passwords, ...environment },
      });
      this.#processes.add(child);
      // Like systemd, restarts a program that ends by itself, as etcd does on a full disk.
      child.on('exit', () => {
        if (this.#processes.delete(child)) setTimeout(() => launch(program, ...parameters), 1000).unref();
      });
    };
    launch(programs['etcd-server'], '--config-file', path.join(this.folder, 'etcd.yml'));
    launch(programs.patroni, path.join(this.folder, 'patroni.yml'));
    launch(path.join(examples, 'hand-over.sh'), this.name, this.address, this.folder, '100');
  }

  /** Runs statements as the superuser, by the socket of the node. */
  async runSql(...statements: string[]): Promise<void> {
    const commands = statements.flatMap((each) => ['-c', each]);
    const as = ['--reuid=postgres', '--regid=postgres', '--init-groups'];
    await run('setpriv', [...as, 'psql', '-h', this.folder, '-d', 'postgres', ...commands]);
  }

  /** Kills the main process of PostgreSQL; its other processes end with it. */
  async killPostgresql(): Promise<void> {
    const file = await readFile(path.join(this.folder, 'data/postmaster.pid'), 'utf8').catch(() => '');
    const pid = Number(file.split('\n')[0]);
    if (pid > 0) kill(pid);
  }

  /** Kills everything on the node, as a power failure does. */
  async killAll(): Promise<void> {
    const killed = [...this.#processes];
    this.#processes.clear();
    for (const { pid } of killed) if (pid) kill(-pid);
    await this.killPostgresql();
  }

  /** Cuts the node off from the others and from HAProxy, or connects it again. */
  async setLink(state: 'up' | 'down'): Promise<void> {
    await run('ip', ['link', 'set', `mapping-${this.name}`, state]);
  }

  /** Fills the disk of the node to the last byte. */
  async fillDisk(): Promise<void> {
    // It ends with an error when the disk is full.
    await run('dd', ['if=/dev/zero', `of=${this.#filling}`, 'bs=1M']).catch(() => {});
    await run('dd', ['if=/dev/zero', `of=${this.#filling}2`, 'bs=1k']).catch(() => {});
  }

  async clearDisk(): Promise<void> {
    for (const file of [this.#filling, `${this.#filling}2`]) await rm(file, { force: true });
  }

  async remove(): Promise<void> {
    await this.killAll();
    await run('ip', ['netns', 'delete', this.#namespace]).catch(() => {});
    await run('umount', ['-l', this.folder]).catch(() => {});
  }

  get #namespace() {
    return `mapping-${this.name}`;
  }

  get #filling() {
    return path.join(this.folder, 'filling');
  }

  #inNamespace(...command: string[]) {
    return run('ip', ['netns', 'exec', this.#namespace, ...command]);
  }
}

export type { Node };

async function removeBridge(): Promise<void> {
  await run('ip', ['link', 'delete', bridge]).catch(() => {});
}

/** A connection to the primary once there is one. */
async function connect(url: string): Promise<pg.Client> {
  for (const end = Date.now() + 180_000; ; await pause(500)) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
    // It may break at any time.
    client.on('error', () => {});
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (Date.now() > end) throw error;
    }
  }
}

function randomPassword(): string {
  return randomBytes(18).toString('base64url');
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself.
  }
}
