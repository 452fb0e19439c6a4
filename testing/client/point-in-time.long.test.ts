import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectDatabase, type Database } from '../../server/platform/database/connect.ts';
import { findHalves } from '../kills/verify.ts';
import { findLost } from '../kills/writing.ts';
import { DebianCluster, type DebianPlace, findDebianPostgresql } from '../rig/debian/cluster.ts';
import { findProgram } from '../rig/debian/install.ts';
import { startWorkplace, type Workplace } from '../rig/workplace.ts';

/** docs/operation.md#recovery-to-a-moment, with the file of examples/deployment on Debian's PostgreSQL. */
const pgbackrest = '/usr/bin/pgbackrest';
let missing: string | undefined;
let place: DebianPlace;
let cluster: DebianCluster;
let work: Workplace;
let url: string;

beforeAll(async () => {
  const found = await findDebianPostgresql();
  const program = await findProgram('pgbackrest', () => (existsSync(pgbackrest) ? pgbackrest : undefined));
  if ('missing' in found) return void (missing = found.missing);
  place = found;
  if ('missing' in program) return void (missing = program.missing);
  cluster = await DebianCluster.at(place, 'main');
  await configure();
  await cluster.create();
  await start();
  await backrest('stanza-create');
  url = await createDatabase();
  work = await startWorkplace(url);
}, 300_000);
afterAll(async () => {
  await work?.stop();
  await cluster?.stop('immediate').catch(() => {});
  await place?.remove();
});

const file = () => path.join(place.folder, 'pgbackrest.conf');
const stanza = () => ['--stanza=mapping', `--config=${file()}`];
const backrest = (command: string, ...more: string[]) =>
  place.run(pgbackrest, [...stanza(), ...more, command]);
const start = () =>
  cluster.start({
    unix_socket_directories: place.folder,
    archive_mode: 'on',
    archive_command: [pgbackrest, ...stanza(), 'archive-push %p'].join(' '),
    archive_timeout: '60s',
  });

/** The example with folders of this test, and how to reach its cluster. */
async function configure(): Promise<void> {
  const example = await readFile('examples/deployment/pgbackrest.conf', 'utf8');
  const [repository, more] = [await place.makeFolder('repository'), await place.makeFolder('more')];
  const text = example
    .replace(/^repo1-path=.*$/m, `repo1-path=${repository}\nlog-path=${more}\nlock-path=${more}`)
    .replace(/^pg1-path=.*$/m, `pg1-path=${cluster.data}\npg1-port=${new URL(cluster.url).port}`);
  await writeFile(file(), `${text}pg1-socket-path=${place.folder}\npg1-user=mapping\n`, { mode: 0o644 });
}

async function withDatabase<Result>(
  at: string,
  read: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = connectDatabase(at, { poolSize: 1 });
  try {
    return await read(database);
  } finally {
    await database.destroy();
  }
}

async function createDatabase(): Promise<string> {
  await withDatabase(cluster.url, (database) => sql`create database mapping`.execute(database));
  return cluster.url.replace(/\/postgres$/, '/mapping');
}

const now = async (database: Database) => {
  const { rows } = await sql<{ now: string }>`select clock_timestamp()::text as now`.execute(database);
  return rows[0]?.now ?? '';
};

test('a backup made while people work is restored to a moment', async (context) => {
  context.skip(missing !== undefined, missing);
  const writing = work.write();
  await writing.everyKindGoesOn();
  await backrest('backup', '--type=full');
  await writing.everyKindGoesOn();
  await writing.stop();
  const moment = await withDatabase(url, now);
  const after = await work.addItem('After the moment');
  const token = await work.signIn();
  // Until now the archive has everything; then the database is gone.
  await backrest('check');
  await work.stopServer();
  await cluster.stop('immediate');
  await rm(cluster.data, { recursive: true });

  await backrest('restore', '--type=time', `--target=${moment}`, '--target-action=promote');
  await start();
  await withDatabase(url, async (database) => {
    await expect
      .poll(async () => {
        const { rows } = await sql<{ recovers: boolean }>`select pg_is_in_recovery() as recovers`.execute(
          database,
        );
        return rows[0]?.recovers;
      })
      .toBe(false);
  });
  // The process has an empty DATA_DIR, and the same SECRETS_KEY.
  await work.startServer(url);
  const before = [...writing.acknowledged.values()].flat();
  expect([...writing.acknowledged.values()].every((list) => list.length > 0)).toBe(true);
  expect(await findLost(before)).toEqual([]);
  expect(await withDatabase(url, findHalves)).toEqual([]);
  expect(await findLost([after])).toHaveLength(1);
  // A session that began later is unknown.
  expect(await work.isSignedIn(token)).toBe(false);
  expect(await findLost([await work.addItem('Again')])).toEqual([]);
}, 600_000);
