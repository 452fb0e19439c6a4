import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/** The program as an operator starts it, in a process of its own. */
export interface ServerProcess {
  /** Everything it has said. */
  output(): string;
  /** Its exit code when it ended by itself or by a signal that it answered; null when it was killed. */
  ended: Promise<number | null>;
  /** Asks it to end in order, and waits. */
  stop(): Promise<number | null>;
  /** Ends it in the middle of whatever it does. */
  kill(): Promise<void>;
  process: ChildProcess;
}

/** The pages of integrations on whichever port is free, so that processes beside one another do not want the same. */
const pages = { INTEGRATIONS_URL: 'https://pages.test', INTEGRATIONS_PORT: '0' };

const runtime = path.resolve('node_modules/.bin/node');

/**
 * Starts `server/main.ts` and returns at once; `ready` waits until it listens.
 * @param environment beside PATH: nothing of the test's own environment gets in
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
      ...environment,
    },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => {
      said += part.toString();
    });
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return {
    output: () => said,
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

/** A server that listens. @throws when it ends instead, with what it said */
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
