import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
// @ts-expect-error A plain script, without types.
import { serverFlags, serverMemory } from '../../tools/install.mjs';
import { addHeavyContent } from '../rig/heavy-items.ts';
import { freePort } from '../rig/free-port.ts';
import { commentedMap } from './expensive-requests.ts';
import type { LoadFigures, LoadOrder } from './generator.ts';
import type { LoopFigures } from './measure-server.ts';

/** The product with its demo, as started by `npm start`, and a process that generates load. */
export interface MeasuredDemo {
  origin: string;
  /** A token of the demo's administrator. */
  token: string;
  /** Figures since the last call. */
  figures(): Promise<LoopFigures>;
  load(order: Omit<LoadOrder, 'origin' | 'token'>): Promise<LoadFigures>;
  stop(): Promise<void>;
}

const here = import.meta.dirname;

/** @param profileFolder where the server writes a CPU profile when it exits */
export async function startMeasuredDemo(profileFolder?: string): Promise<MeasuredDemo> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'mapping-load-'));
  // The account of the database must be able to enter it when root runs this.
  await chmod(dataDir, 0o755);
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const server = fork('server/main.ts', ['--demo'], {
    execPath: path.resolve('node_modules/.bin/node'),
    execArgv: [
      ...serverFlags,
      ...(profileFolder ? ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`, '--cpu-prof-interval=500'] : []),
      `--import=${path.join(here, 'measure-server.ts')}`,
    ],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: {
      ...serverMemory,
      PATH: process.env['PATH'] ?? '',
      NODE_ENV: 'production',
      LOG_LEVEL: 'error',
      PORT: String(port),
      PUBLIC_URL: origin,
      INTEGRATIONS_PORT: String(await freePort()),
      DATA_DIR: dataDir,
      TRUST_PROXY: 'loopback',
    },
  });
  const generator = fork(path.join(here, 'generator.ts'), {
    execPath: path.resolve('node_modules/.bin/node'),
  });
  const stop = async () => {
    generator.kill();
    if (server.exitCode === null) {
      server.kill('SIGTERM');
      await once(server, 'exit');
    }
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await untilListening(server, `${origin}/demo`);
    const token = await addContent(origin);
    return {
      origin,
      token,
      figures: () => answerOf<LoopFigures>(server, 'figures'),
      load: (order) => answerOf<LoadFigures>(generator, { ...order, origin, token } satisfies LoadOrder),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Adds what the expensive requests need; returns a token of the demo's administrator. */
async function addContent(origin: string): Promise<string> {
  const token = await signIn(origin, 'ada');
  await keepHistory(origin, token);
  await addHeavyContent(
    { call: (path, parameters = {}) => post(`${origin}/portal/sharing/rest${path}`, parameters) },
    { count: 100, owner: 'grace', token: await signIn(origin, 'grace') },
  );
  await allowVisitors(origin, token);
  return token;
}

async function untilListening(server: ChildProcess, address: string): Promise<void> {
  let output = '';
  const listening = new Promise<void>((resolve) => {
    server.stdout?.on('data', (part: Buffer) => {
      output += part.toString();
      if (output.includes(address)) resolve();
    });
  });
  const ended = once(server, 'exit').then(() => {
    throw new Error(`The server ended: ${output}`);
  });
  await Promise.race([listening, ended]);
}

async function answerOf<Answer>(child: ChildProcess, order: string | LoadOrder): Promise<Answer> {
  const answered = once(child, 'message') as Promise<[Answer]>;
  child.send(order);
  return (await answered)[0];
}

/** Makes the largest layer editable and archived, so that its history can be written, read and restored. */
async function keepHistory(origin: string, token: string): Promise<void> {
  const service = `${origin}/server/rest/admin/services/Astana_buildings/FeatureServer`;
  const changes: [string, object][] = [
    [service, { capabilities: 'Create,Delete,Query,Update,Editing' }],
    [`${service}/0`, { isDataArchived: true }],
  ];
  for (const [address, change] of changes) {
    const answer = await post(`${address}/updateDefinition`, {
      token,
      updateDefinition: JSON.stringify(change),
    });
    if (answer['success'] !== true) throw new Error(`Cannot change the layer: ${JSON.stringify(answer)}`);
  }
}

/** Lets visitors follow the map whose comments and people are loaded. */
async function allowVisitors(origin: string, token: string): Promise<void> {
  const { status } = await fetch(`${origin}${commentedMap}/comments`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ visitors: true }),
  });
  if (status !== 204) throw new Error(`Cannot let visitors comment: ${status}`);
}

async function signIn(origin: string, username: string): Promise<string> {
  const { token } = await post(`${origin}/portal/sharing/rest/generateToken`, {
    username,
    password: 'mapping-demo',
    client: 'referer',
    referer: origin,
  });
  return token as string;
}

async function post(address: string, parameters: Record<string, string>): Promise<Record<string, any>> {
  const body = new URLSearchParams({ f: 'json', ...parameters });
  const answer = (await (await fetch(address, { method: 'POST', body })).json()) as Record<string, any>;
  if (answer['error'] !== undefined) throw new Error(`${address}: ${JSON.stringify(answer)}`);
  return answer;
}
