import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../rig/free-port.ts';
import { spawnServer, startServerProcess } from '../rig/server-process.ts';
import { createTestDatabase, type TestDatabase } from '../rig/test-database.ts';

/** What an operator reads when the program does not start: one sentence with advice, and no more. */
let rig: TestDatabase;
let folder: string;
const SECRETS_KEY = randomBytes(32).toString('base64');

beforeAll(async () => {
  rig = await createTestDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'mapping-refusals-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await rig.drop();
});

async function refusal(environment: Record<string, string>): Promise<string> {
  const server = spawnServer({ DATA_DIR: path.join(folder, 'data'), ...environment });
  expect(await server.ended).toBe(1);
  const output = server.output().trim();
  expect(output).not.toMatch(/\n\s+at /);
  return output;
}

describe('the server refuses to start, and reports why,', () => {
  test('with invalid settings: all of them at once', async () => {
    const output = await refusal({ PORT: 'eighty', PUBLIC_URL: 'maps', DATABASE_URL: 'mysql://x' });
    for (const name of ['PORT', 'PUBLIC_URL', 'DATABASE_URL']) expect(output).toContain(`${name}: `);
    expect(output.split('\n')).toHaveLength(1);
  });

  test('without a key for credentials', async () => {
    expect(await refusal({ DATABASE_URL: rig.url })).toContain('SECRETS_KEY');
  });

  test('with a port that is in use', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => {
      taken.listen(0, '127.0.0.1', resolve);
    });
    const { port } = taken.address() as { port: number };
    const output = await refusal({ DATABASE_URL: rig.url, SECRETS_KEY, PORT: String(port) });
    expect(output).toBe(`Port ${port} is in use. Stop the program that uses it, or set PORT to another one.`);
    await new Promise((resolve) => {
      taken.close(resolve);
    });
  });

  test('with an unreachable database, without showing its password', async () => {
    const port = await freePort();
    const DATABASE_URL = `postgres://mapping:very-secret@127.0.0.1:${port}/mapping`;
    const output = await refusal({ DATABASE_URL, SECRETS_KEY });
    expect(output).toContain('DATABASE_URL');
    expect(output).not.toContain('very-secret');
    expect(output.split('\n')).toHaveLength(1);
  });

  test('with an invalid data directory', async () => {
    const file = path.join(folder, 'file');
    await writeFile(file, '');
    const output = await refusal({ DATA_DIR: path.join(file, 'data'), SECRETS_KEY });
    expect(output).toContain('is not writable');
    expect(output.split('\n')).toHaveLength(1);
  });
});

test('a server exits with 0 on request, and releases its port', async () => {
  const port = await freePort();
  const server = await startServerProcess({ DATABASE_URL: rig.url, SECRETS_KEY, PORT: String(port) });
  expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(200);
  expect(await server.stop()).toBe(0);
  const next = createServer().listen(port, '127.0.0.1');
  await once(next, 'listening');
  next.close();
});
