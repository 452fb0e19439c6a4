import { type ChildProcess, spawn } from 'node:child_process';
import { getPriority, setPriority } from 'node:os';
import type { FromReader, ToReader } from './messages.ts';

/** A process to start. */
export interface ReaderCommand {
  command: string;
  args: string[];
  env: NodeJS.ProcessEnv;
}

/** Messages to the spawner, each about one reader. */
export type ToSpawner = { id: number } & (
  { kind: 'start'; reader: ReaderCommand } | { kind: 'notify'; order: ToReader } | { kind: 'kill' }
);

/** Messages of the spawner: what a reader sent, and its end, or the error with which it could not be started. */
export type FromSpawner = { id: number } & (
  | { kind: 'message'; message: FromReader }
  | { kind: 'close'; code: number | null; name: NodeJS.Signals | null; error?: string }
);

/**
 * The process that starts the readers of files for the server. A process that starts another is copied first, and a server with
 * a gigabyte of memory stands still for that; this one is small.
 */
const readers = new Map<number, ChildProcess>();

// Answering requests has priority over reading files.
if (process.platform !== 'win32') setPriority(Math.max(getPriority(), 10));

process.on('message', (order: ToSpawner) => {
  if (order.kind === 'start') start(order.id, order.reader);
  else if (order.kind === 'kill') readers.get(order.id)?.kill('SIGKILL');
  else if (readers.get(order.id)?.connected) readers.get(order.id)?.send(order.order, () => {});
});
// Readers end together with it.
process.on('disconnect', () => {
  for (const reader of readers.values()) reader.kill('SIGKILL');
  process.exit();
});

function start(id: number, { command, args, env }: ReaderCommand): void {
  const reader = spawn(command, args, {
    env,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    windowsHide: true,
  });
  readers.set(id, reader);
  reader.on('message', (message: FromReader) => report({ id, kind: 'message', message }));
  const end = (code: number | null, name: NodeJS.Signals | null, error?: string) => {
    if (readers.delete(id)) report({ id, kind: 'close', code, name, ...(error !== undefined && { error }) });
  };
  reader.on('error', (error) => {
    if (reader.pid === undefined) end(null, null, error.message);
  });
  // After its last message.
  reader.once('close', (code, name) => end(code, name));
}

function report(message: FromSpawner): void {
  process.send?.(message, () => {});
}
