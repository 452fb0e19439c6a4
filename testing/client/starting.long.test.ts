import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { freePort } from '../rig/free-port.ts';

/** The commands of the README and of CONTRIBUTING, as used in a terminal. */
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'mapping-starting-'));
  // The database's own account must be able to enter it when root runs the tests.
  await chmod(folder, 0o755);
});
afterEach(async () => {
  for (const endAtOnce of leftOver.splice(0)) endAtOnce();
  await rm(folder, { recursive: true });
});

/** Processes left running by a failed test. */
const leftOver: (() => void)[] = [];

/** Debian's `nobody`: an account without any rights of its own. */
const nobody = { uid: 65_534, gid: 65_534 };
const canBecomeNobody =
  process.getuid?.() === 0 &&
  spawnSync(path.resolve('node_modules/.bin/node'), ['-e', ''], { ...nobody, cwd: '.' }).status === 0;

/** A command in its own process group, which is what Ctrl-C in a terminal reaches. */
function command(program: string, environment: Record<string, string>, account = {}) {
  const child = spawn('node', [program], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'] ?? '', LOG_LEVEL: 'warn', ...environment },
    ...account,
  });
  let output = '';
  const waiting: { words: string; resolve: () => void }[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => {
      output += part.toString();
      for (const { words, resolve } of waiting) if (output.includes(words)) resolve();
    });
  const ended = once(child, 'close').then(([code]) => code as number | null);
  leftOver.push(() => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-(child.pid ?? 0), 'SIGKILL');
  });
  return {
    says: (words: string) =>
      Promise.race([
        new Promise<void>((resolve) => {
          waiting.push({ words, resolve });
        }),
        ended.then((code) => Promise.reject(new Error(`It ended with ${code}: ${output}`))),
      ]),
    async ctrlC() {
      process.kill(-(child.pid ?? 0), 'SIGINT');
      return ended;
    },
  };
}

async function isGone(port: string): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/health`).then(
    () => false,
    () => true,
  );
}

const databaseRuns = (dataDir: string) => existsSync(path.join(dataDir, 'postgres', 'postmaster.pid'));

/** @returns the exit code */
async function startAndEnd(dataDir: string, account?: typeof nobody) {
  const PORT = String(await freePort());
  const started = command('tools/start.mjs', { PORT, DATA_DIR: dataDir }, account);
  await started.says(`http://localhost:${PORT}/demo`);
  const config = await fetch(`http://127.0.0.1:${PORT}/api/demo/config`);
  expect(await config.json()).toMatchObject({ title: expect.any(String) as string });
  expect(databaseRuns(dataDir)).toBe(true);
  const code = await started.ctrlC();
  expect(await isGone(PORT)).toBe(true);
  expect(databaseRuns(dataDir)).toBe(false);
  return code;
}

describe('npm start', () => {
  test('prints the address of the demo; Ctrl-C stops it with its database, and it starts again', async () => {
    expect(await startAndEnd(path.join(folder, 'data'))).toBe(0);
    expect(await startAndEnd(path.join(folder, 'data'))).toBe(0);
  }, 240_000);

  test.runIf(canBecomeNobody)(
    'works for an account without rights',
    async () => {
      await chown(folder, nobody.uid, nobody.gid);
      expect(await startAndEnd(path.join(folder, 'data'), nobody)).toBe(0);
    },
    240_000,
  );
});

describe('npm run dev', () => {
  test('serves the sources beside the server, lets users sign in, and stops on Ctrl-C', async () => {
    const [PORT, DEV_PORT] = [String(await freePort()), String(await freePort())];
    const dataDir = path.join(folder, 'data');
    const environment = { PORT, DEV_PORT, DEV_SERVER: `http://127.0.0.1:${PORT}`, DATA_DIR: dataDir };
    const started = command('tools/dev.mjs', environment);
    await started.says(`http://localhost:${DEV_PORT}/demo`);
    const origin = `http://127.0.0.1:${DEV_PORT}`;
    expect(await (await fetch(`${origin}/demo`)).text()).toContain('/@vite/client');
    const back = encodeURIComponent(`http://localhost:${DEV_PORT}/demo/signed-in`);
    const page = await fetch(
      `${origin}/portal/sharing/rest/oauth2/authorize?client_id=mapping-demo&response_type=code&redirect_uri=${back}`,
    );
    expect(page.status).toBe(200);
    await started.ctrlC();
    expect(await isGone(PORT)).toBe(true);
    expect(await isGone(DEV_PORT)).toBe(true);
    expect(databaseRuns(dataDir)).toBe(false);
  }, 240_000);
});
