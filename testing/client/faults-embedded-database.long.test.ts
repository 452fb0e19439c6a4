import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, readFile, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { getPriority } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { databaseAccount } from '../../server/platform/database/embedded/account.ts';
import { locateCluster } from '../../server/platform/database/embedded/cluster.ts';
import { processesOf } from '../../server/platform/database/embedded/processes.ts';
import {
  runningEmbeddedDatabase,
  startEmbeddedDatabase,
} from '../../server/platform/database/embedded/start.ts';
import { poolOf } from '../../server/platform/database/connect.ts';
import { makeDataFolder } from '../rig/data-folder.ts';
import { mountSmallDisk } from '../rig/small-disk.ts';
import {
  postmasterFile,
  postmasterOf,
  startSupervisedServer,
  type SupervisedServer,
} from '../rig/supervised-server.ts';

/** The embedded database is killed under a running server, which is not restarted. */
let place: SupervisedServer;
const newDataDir = () => makeDataFolder('mapping-supervised-');

beforeAll(async () => {
  place = await startSupervisedServer();
});
afterAll(() => place?.stop());

describe('embedded database', () => {
  test.runIf(process.platform === 'linux')('runs after the requests on a busy machine', async () => {
    const { rows } = await poolOf(place.server.database).query('select pg_backend_pid() as pid');
    expect(getPriority(rows[0].pid)).toBe(Math.min(19, getPriority() + 5));
    // Where sessions have a niceness of their own.
    const session = () => readFile(`/proc/${rows[0].pid}/autogroup`, 'utf8').catch(() => 'nice 5');
    await expect.poll(session, { timeout: 60_000 }).toMatch(/nice 5$/m);
  });

  test('restarts after one of its backends was killed', async () => {
    const { rows } = await poolOf(place.server.database).query('select pg_backend_pid() as pid');
    expect(await place.lostBy(() => process.kill(rows[0].pid, 'SIGKILL'))).toBe(0);
  });

  test.runIf(process.platform === 'linux')(
    'does not wait for a backend that outlives the main process in a long statement',
    async () => {
      const pool = poolOf(place.server.database);
      const busy = pool.query('select count(*) from generate_series(1, 1e12)').catch(() => {});
      const running = `select pid from pg_stat_activity where state = 'active' and query like '%1e12%' and pid <> pg_backend_pid()`;
      await vi.waitFor(async () => expect((await pool.query(running)).rows).toHaveLength(1));
      expect(await place.lostBy(async () => process.kill(await postmasterOf(place.dataDir), 'SIGKILL'))).toBe(
        0,
      );
      await busy;
    },
  );

  test('reports why it cannot start, retries, and recovers; commands of the operator wait', async () => {
    const settings = path.join(path.dirname(await postmasterFile(place.dataDir)), 'postgresql.auto.conf');
    const proper = await readFile(settings, 'utf8');
    const { dataDir, embedded, reports, health, save } = place;
    reports.length = 0;
    await writeFile(settings, 'nonsense');
    process.kill(await postmasterOf(place.dataDir), 'SIGKILL');
    await vi.waitFor(() => expect(reports.join('\n')).toMatch(/did not start: .*FATAL: .*Retrying/s));
    expect(await health()).toBe(503);
    expect(await save()).toBe(false);
    const requested = runningEmbeddedDatabase(dataDir);
    expect(await place.lostBy(() => writeFile(settings, proper))).toBe(0);
    expect(await requested).toBe(embedded.url);
  });
});

describe('stopping the database', () => {
  test('during a restart stops it, and leaves no process running', async () => {
    const folder = newDataDir();
    const other = await startEmbeddedDatabase(folder, () => {});
    process.kill(await postmasterOf(folder), 'SIGKILL');
    await other.stop();
    expect(await runningEmbeddedDatabase(folder)).toBeUndefined();
    expect((await processesOf(await locateCluster(folder))) ?? []).toEqual([]);
    await rm(folder, { recursive: true });
  });
});

test.runIf(process.platform === 'linux')(
  'a database starts although its stale process ids belong to other programs by now',
  async () => {
    const folder = newDataDir();
    const unrelated = spawn('sleep', ['600']);
    try {
      await (await startEmbeddedDatabase(folder, () => {})).stop();
      await writeFile(path.join(folder, 'server.pid'), `${unrelated.pid} another-boot/1`);
      await writeFile(
        await postmasterFile(folder),
        `${unrelated.pid}\n${folder}\n0\n1\n\n127.0.0.1\n\nready\n`,
      );
      const again = await startEmbeddedDatabase(folder, () => {});
      expect(await runningEmbeddedDatabase(folder)).toBe(again.url);
      await again.stop();
      expect(unrelated.exitCode).toBeNull();
    } finally {
      const ended = once(unrelated, 'exit');
      unrelated.kill();
      await ended;
      await rm(folder, { recursive: true });
    }
  },
);

test('a database starts although its first start was killed while its files were created', async () => {
  const folder = newDataDir();
  const start = `import { startEmbeddedDatabase } from './server/platform/database/embedded/start.ts';
    await startEmbeddedDatabase(${JSON.stringify(folder)});`;
  const killed = spawn(process.execPath, ['--input-type=module', '-e', start], {
    detached: true,
    // What it leaves there is deleted with the rest.
    env: { ...process.env, TMPDIR: folder },
  });
  const ended = once(killed, 'exit');
  await vi.waitFor(() => stat(path.join(folder, 'postgres', 'PG_VERSION')), { interval: 5 });
  process.kill(-(killed.pid ?? 0), 'SIGKILL');
  await ended;
  const again = await startEmbeddedDatabase(folder, () => {});
  expect(await runningEmbeddedDatabase(folder)).toBe(again.url);
  await again.stop();
  await rm(folder, { recursive: true });
});

test('a database with a full disk reports it, and recovers once there is space', async (context) => {
  const disk = await mountSmallDisk(100);
  const account = await databaseAccount();
  context.skip('missing' in disk, 'missing' in disk ? disk.missing : '');
  if ('missing' in disk || !account) return;
  await chown(disk.folder, account.uid, account.gid);
  await chmod(disk.folder, 0o755);
  const heard: string[] = [];
  const small = await startEmbeddedDatabase(disk.folder, (message) => void heard.push(message));
  try {
    const filling = path.join(disk.folder, 'filling');
    const { bavail, bsize } = await statfs(disk.folder);
    await writeFile(filling, Buffer.alloc(bavail * bsize - 4096));
    await writeFile(path.join(disk.folder, 'rest'), Buffer.alloc(8192)).catch(() => {});
    process.kill(await postmasterOf(disk.folder), 'SIGKILL');
    await vi.waitFor(() => expect(heard.join('\n')).toMatch(/disk of .* is full. Make room/));
    await rm(filling);
    await vi.waitFor(() => expect(heard.at(-1)).toContain('is up again'));
  } finally {
    await small.stop();
    await disk.remove();
  }
});
