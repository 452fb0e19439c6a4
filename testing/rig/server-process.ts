import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/** The program as started by an operator, in its own process. */
export interface ServerProcess {
  /** Its output so far. */
  output(): string;
  /** Its exit code when it exited by itself or by a signal it handled; null when it was killed. */
  ended: Promise<number | null>;
  /** Requests an orderly shutdown, and waits. */
  stop(): Promise<number | null>;
  /** Kills it immediately. */
  kill(): Promise<void>;
  process: ChildProcess;
}

/** The pages of integrations on any free port, so that parallel processes do not conflict. */
const pages = { INTEGRATIONS_URL: 'https://pages.test', INTEGRATIONS_PORT: '0' };

export const runtime = path.resolve('node_modules/.bin/node');

/** As in `npm start`. With stripped and compiled sources, a program starts with half of the processor time. */
export const compileCache = { NODE_COMPILE_CACHE: path.resolve('node_modules/.cache/node') };

/**
 * Starts `server/main.ts` and returns at once; `ready` waits until it listens.
 * @param environment besides PATH: nothing of the test's own environment is passed on
 */
export function spawnServer(
  environment: Record<string, string>,
  parameters: string[] = [],
  program = 'server/main.ts',
): ServerProcess {
  const child = spawn(runtime, [program, ...parameters], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'] ?? '',
      NODE_ENV: 'production',
      LOG_LEVEL: 'warn',
      ...pages,
      ...compileCache,
      ...environment,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => {
      output += part.toString();
    });
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return {
    output: () => output,
    ended,
    process: child,
    async stop() {
      child.kill('SIGTERM');
      return ended;
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** A listening server. @throws when it exits instead, with its output */
export async function startServerProcess(
  environment: Record<string, string>,
  program?: string,
): Promise<ServerProcess> {
  const server = spawnServer(environment, [], program);
  const listening = new Promise<void>((resolve) => {
    server.process.stdout?.on('data', () => {
      if (server.output().includes('Listening on')) resolve();
    });
  });
  await Promise.race([
    listening,
    server.ended.then((code) => {
      throw new Error(`The server ended with ${code}: ${server.output()}`);
    }),
  ]);
  return server;
}
