import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../rig/free-port.ts';
// @ts-expect-error A plain script, without types.
import { build } from '../../tools/build.mjs';
// @ts-expect-error A plain script, without types.
import { serverFlags, serverMemory } from '../../tools/install.mjs';

/** The product as started by `npm start`, with demo content on a fresh data directory. */
export interface Product {
  /** Its address. */
  origin: string;
  pid: number;
  stop(): Promise<void>;
}

const root = path.resolve(import.meta.dirname, '../..');

/** @param publicUrl the address for browsers, when a proxy is in front of the product */
export async function startProduct(publicUrl?: string): Promise<Product> {
  const port = await freePort();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'mapping-bench-'));
  // The account of the database must be able to enter the folder.
  await chmod(dataDir, 0o755);
  const origin = `http://localhost:${port}`;
  build();
  const server = spawn(process.execPath, [...serverFlags, 'server/main.ts', '--demo'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...serverMemory,
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: dataDir,
      PUBLIC_URL: publicUrl ?? origin,
      LOG_LEVEL: 'warn',
    },
  });
  const gone = new Promise<void>((resolve) => {
    server.on('exit', () => resolve());
  });
  let ended = false;
  void gone.then(() => (ended = true));
  for (;;) {
    if (ended) throw new Error('The product did not start.');
    const answer = await fetch(`${origin}/health`).catch(() => undefined);
    if (answer?.ok) break;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return {
    origin,
    pid: server.pid ?? 0,
    async stop() {
      server.kill('SIGTERM');
      await gone;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The id of a public demo web map by its title. */
export async function findWebMap(origin: string, title: string): Promise<string> {
  const q = encodeURIComponent(`title:"${title}" type:"Web Map"`);
  const answer = (await (await fetch(`${origin}/portal/sharing/rest/search?f=json&q=${q}`)).json()) as {
    results: { id: string; title: string }[];
  };
  const found = answer.results.find((item) => item.title === title);
  if (!found) throw new Error(`There is no web map called “${title}”.`);
  return found.id;
}
