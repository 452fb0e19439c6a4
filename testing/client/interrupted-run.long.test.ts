import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import pg from 'pg';
import { expect, it, vi } from 'vitest';

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  // A server that is being stopped ends connections that it has just accepted.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

it('leaves no PostgreSQL behind when a test run is killed', async () => {
  const rig = path.resolve('testing/rig/start-database.ts');
  const run = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `const { url } = await (await import(${JSON.stringify(rig)})).startDatabase('embedded'); console.log(url); setInterval(() => {}, 1000);`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [line] = await once(run.stdout, 'data');
  const url = String(line).trim();
  expect(await answers(url)).toBe(true);
  run.kill('SIGKILL');
  await vi.waitFor(async () => expect(await answers(url)).toBe(false));
});
